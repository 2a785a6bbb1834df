import { find } from '../../words/en/find.ts'
import { area } from '../words.ts'

export const findWords = area(find, async () => (await import('../../words/es/find.ts')).find)
