import { formatCents } from '../../../domain/base/money.ts'
import type { payWords } from '../../../words/en/pay.ts'

type Words = Pick<typeof payWords, 'paidText' | 'creditPaidText' | 'receiptComes'>
type Paid = { paid_cents: number; credit_cents: number; tip_cents: number }

/** What the page says of a paid invoice. A receipt is sent for what was paid online, not for cash or a credit. */
export function paidText(
  words: Words,
  { paid_cents, credit_cents, tip_cents }: Paid,
  business: string,
  isPaidHere: boolean,
): string {
  const received = paid_cents - credit_cents + tip_cents
  if (received <= 0) return words.creditPaidText(formatCents(credit_cents))
  const text = words.paidText(business, formatCents(received))
  return isPaidHere ? `${text} ${words.receiptComes}` : text
}
