import { invoice } from '../../../words/en/invoice.ts'
import { area } from '../../words.ts'

export const invoiceWords = area(
  invoice,
  async () => (await import('../../../words/es/invoice.ts')).invoice,
)
