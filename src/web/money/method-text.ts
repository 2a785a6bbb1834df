import type { Payment } from '../../domain/payment.ts'

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
export const brandText = (brand: string | null): string =>
  brand ? (brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)) : 'Card'

const kinds: Record<string, string> = { cash: 'Cash', check: 'Check', other: 'Other' }

/** 'Visa •••• 4242', 'Bank account •••• 6789', 'Cash'; empty when nothing is known. */
export function methodText({
  pm_type,
  card_brand,
  last4,
}: Pick<Payment, 'pm_type' | 'card_brand' | 'last4'>): string {
  const digits = last4 ? ` •••• ${last4}` : ''
  if (pm_type === 'card') return brandText(card_brand) + digits
  if (pm_type === 'us_bank_account') return `Bank account${digits}`
  return pm_type ? (kinds[pm_type] ?? pm_type) : ''
}
