import { plain } from '../words/en/plain.ts'
import { area } from './words.ts'

export const plainWords = area(plain, async () => (await import('../words/es/plain.ts')).plain)
