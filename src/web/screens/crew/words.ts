import { crew } from '../../../words/en/crew.ts'
import { area } from '../../words.ts'

export const crewWords = area(crew, async () => (await import('../../../words/es/crew.ts')).crew)
