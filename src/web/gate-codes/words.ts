import { gateCodes } from '../../words/en/gate-codes.ts'
import { area } from '../words.ts'

export const gateCodeWords = area(
  gateCodes,
  async () => (await import('../../words/es/gate-codes.ts')).gateCodes,
)
