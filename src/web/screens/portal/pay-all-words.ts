import { payAll } from '../../../words/en/pay-all.ts'
import { area } from '../../words.ts'

export const payAllWords = area(
  payAll,
  async () => (await import('../../../words/es/pay-all.ts')).payAll,
)
