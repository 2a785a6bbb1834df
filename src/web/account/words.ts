import { account } from '../../words/en/account.ts'
import { area } from '../words.ts'

export const accountWords = area(
  account,
  async () => (await import('../../words/es/account.ts')).account,
)
