import { kept } from '../../words/en/kept.ts'
import { area } from '../words.ts'

export const keptWords = area(kept, async () => (await import('../../words/es/kept.ts')).kept)
