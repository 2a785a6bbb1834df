import { z } from 'zod'
import { LocalDateText, Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Invoice } from './invoice.ts'
import { SumCents } from '../base/money.ts'
import { invoiceTileLabels, type InvoiceTile } from './invoice-tile.ts'

/** What the office still has to ask money for. */
export const billTabs = ['drafts', 'to_send', 'refused', 'declined', 'late'] as const
export const BillTab = z.enum(billTabs)
export type BillTab = z.infer<typeof BillTab>
export const billTabLabels: Record<BillTab, string> = {
  drafts: invoiceTileLabels.draft,
  to_send: invoiceTileLabels.to_send,
  refused: 'Refused charges',
  declined: invoiceTileLabels.declined,
  late: invoiceTileLabels.overdue,
}

const tabOfTile: Record<InvoiceTile, BillTab | null> = {
  draft: 'drafts',
  to_send: 'to_send',
  sent: null,
  overdue: 'late',
  declined: 'declined',
}

/**
 * The one list a bill waits on; null if it waits for its customer alone. An agreed charge that was
 * not made is no delay of the customer's, however late.
 */
export const billTabOf = (tile: InvoiceTile, isRefused: boolean): BillTab | null =>
  isRefused && tile !== 'declined' ? 'refused' : tabOfTile[tile]

/** A bill that waits for a person, with what explains why. */
export const BillToSend = Invoice.pick({
  id: true,
  number: true,
  number_prefix: true,
  customer_id: true,
  customer_name: true,
  status: true,
  source: true,
  total_cents: true,
  balance_cents: true,
  effective_due_date: true,
  period_end: true,
  send_at: true,
  sent_at: true,
}).extend({
  /** Why the agreed charge was not made. */
  refusal: z.string().nullable(),
  /** True if the saved method of its customer can be charged. */
  can_charge: z.boolean(),
  /** Why the last charge failed. */
  failure: z.string().nullable(),
  next_retry_at: Moment.nullable(),
  /** Why the last message with this bill did not arrive. */
  undelivered: z.string().nullable(),
  /** Reminders that went out by themselves since it fell due or before, and the next one. */
  reminded: z.object({
    count: z.int(),
    last_at: Moment.nullable(),
    next_on: LocalDateText.nullable(),
  }),
  customer_phone: z.string().nullable(),
})
export type BillToSend = z.infer<typeof BillToSend>

export const BillSum = z.object({ count: z.int(), cents: SumCents })

/** Many bills sent with one press. */
export const BillRun = z.object({
  id: Id,
  total: z.int(),
  /** How many had their turn, sent or not. */
  reached: z.int(),
  sent: z.int(),
  not_sent: z.int(),
  created_at: Moment,
  done_at: Moment.nullable(),
})
export type BillRun = z.infer<typeof BillRun>

/** The most bills one press sends. */
export const sendLimit = 500

/** How a reason names days and moments, in the reader's zone. */
type Saying = { day: (date: string) => string; moment: (iso: string) => string }

/** Why a bill is on the list, in a sentence. */
export function billReason(tab: BillTab, bill: BillToSend, say: Saying): string {
  if (tab === 'refused') return bill.refusal ?? ''
  if (tab === 'declined') {
    const again = bill.next_retry_at ? ` Tried again ${say.moment(bill.next_retry_at)}.` : ''
    return `${bill.failure ?? 'The charge failed.'}${again}`
  }
  if (tab === 'late') {
    const due = bill.effective_due_date ? `Was due ${say.day(bill.effective_due_date)}` : ''
    return `${due}${bill.sent_at ? '' : ', never sent'}${remindedText(bill, say)}`
  }
  if (bill.undelivered) return `Not delivered: ${bill.undelivered}`
  if (bill.send_at) return `Goes out ${say.moment(bill.send_at)}`
  if (bill.status === 'draft' && bill.source === 'period' && bill.period_end)
    return `Gathers visits until ${say.day(bill.period_end)} and goes out automatically the day after`
  return bill.status === 'draft' ? 'Waits for you to send it' : 'Issued, but not sent'
}

/** ', reminded twice, again Jun 12' or ', all 5 reminders sent, the last Jun 12'. */
function remindedText(
  { reminded: { count, last_at, next_on } }: Pick<BillToSend, 'reminded'>,
  say: Saying,
): string {
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
  if (next_on)
    return count
      ? `, reminded ${times}, again ${say.day(next_on)}`
      : `, first reminder ${say.day(next_on)}`
  return count && last_at ? `, reminded ${times}, last ${say.moment(last_at)}: time to call` : ''
}

/** What to do next with one press. */
export const billSteps = {
  send: 'Send',
  remind: 'Send reminder',
  call: 'Call',
  address: 'Add an address',
} as const

/** Nothing can go to somebody without an address; what was sent before is asked for again, and after the last reminder by phone. */
export function billStep(
  bill: Pick<BillToSend, 'undelivered' | 'sent_at' | 'reminded' | 'customer_phone'>,
): keyof typeof billSteps {
  if (bill.undelivered) return 'address'
  if (bill.reminded.count && !bill.reminded.next_on && bill.customer_phone) return 'call'
  return bill.sent_at ? 'remind' : 'send'
}

/** Bills that one press sends: those that gather visits or have a time go out by themselves. */
export const goesWithAll = ({
  source,
  status,
  send_at,
}: Pick<BillToSend, 'source' | 'status' | 'send_at'>): boolean =>
  send_at === null && !(source === 'period' && status === 'draft')
