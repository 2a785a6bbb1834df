import { left } from '../../words/en/left.ts'
import { area } from '../words.ts'

export type LeftWords = typeof left
export const leftWords = area(left, async () => (await import('../../words/es/left.ts')).left)
