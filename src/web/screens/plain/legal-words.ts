import { legalTexts } from '../../../words/en/legal.ts'
import { area } from '../../words.ts'

export const legalWords = area(
  legalTexts,
  async () => (await import('../../../words/es/legal.ts')).legalTexts,
)
