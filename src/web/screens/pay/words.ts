import { pay } from '../../../words/en/pay.ts'
import { area } from '../../words.ts'

export const payWords = area(pay, async () => (await import('../../../words/es/pay.ts')).pay)
