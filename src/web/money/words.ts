import { money } from '../../words/en/money.ts'
import { area } from '../words.ts'

export const moneyWords = area(money, async () => (await import('../../words/es/money.ts')).money)
