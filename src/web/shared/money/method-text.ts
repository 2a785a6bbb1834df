import { withWallet, type Payment } from '../../../domain/money/payment.ts'
import { wordsNow } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
export const brandText = (brand: string | null): string =>
  brand
    ? (brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1))
    : wordsNow(moneyWords).card

/** 'Visa •••• 4242', 'Apple Pay · Visa •••• 4242', 'Bank account •••• 6789', 'Cash'; empty if unknown. */
export function methodText({
  pm_type,
  card_brand,
  last4,
  wallet,
}: Pick<Payment, 'pm_type' | 'card_brand' | 'last4' | 'wallet'>): string {
  const words = wordsNow(moneyWords)
  const digits = last4 ? ` •••• ${last4}` : ''
  if (pm_type === 'card') return withWallet(wallet, brandText(card_brand) + digits)
  if (pm_type === 'us_bank_account') return words.bankAccount + digits
  return pm_type ? words.method(pm_type) : ''
}
