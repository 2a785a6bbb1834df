import { useQuery } from '@tanstack/react-query'
import { openNeeds, type Need, type NeedKind } from '../../../domain/flows/needs.ts'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import { keepInTab } from '../../app/local.ts'

const call = api['GET /api/owner/needs']
export const needsKey = call.key()
const nothing: Need[] = []

/** What waits for the office, the most pressing first. */
export const useNeeds = (): Need[] =>
  useQuery({ ...call.query(), select: openNeeds }).data ?? nothing

// Whether the dashboard's list is open. For this tab only.
const openKey = 'fieldhive.needs-open'
export const isListOpen = (): boolean => sessionStorage.getItem(openKey) === '1'
export const keepListOpen = (isOpen: boolean): boolean => keepInTab(openKey, isOpen ? '1' : '0')

/** Events often come in groups, and counting reads a lot: one count for all of them. */
const pause_ms = 2000
let counting: ReturnType<typeof setTimeout> | undefined

onLive(
  [
    'invoice.*',
    'schedule.*',
    'occurrence_updated',
    'request_updated',
    'customer_updated',
    'shift_updated',
    'crew_reported',
    'payment_updated',
    'organization_updated',
  ],
  (_event, cache) => {
    counting ??= setTimeout(() => {
      counting = undefined
      void cache.invalidateQueries({ queryKey: needsKey })
    }, pause_ms)
  },
)

type Step = {
  /** What waits, for one and for several. */
  one: string
  other: string
  /** What the office does about it. */
  step: string
  to: string
  search?: object
}

const bills = '/app/invoices/to-bill'
/** Each kind in words, with its next step. */
const steps: Record<NeedKind, Step> = {
  disputes: {
    one: 'disputed payment',
    other: 'disputed payments',
    step: 'Answer',
    to: '/app/payments',
  },
  failed_refunds: {
    one: 'refund failed',
    other: 'refunds failed',
    step: 'Settle',
    to: '/app/payments',
  },
  payouts: {
    one: 'payout did not reach your bank',
    other: 'payouts did not reach your bank',
    step: 'View',
    to: '/app/payouts',
  },
  unconfirmed: {
    one: 'message waits until you confirm your email',
    other: 'messages wait until you confirm your email',
    step: 'Confirm',
    to: '/app',
  },
  declined: {
    one: 'declined payment',
    other: 'declined payments',
    step: 'Collect',
    to: bills,
    search: { tab: 'declined' },
  },
  requests: { one: 'customer request', other: 'customer requests', step: 'Answer', to: '/app' },
  crew_reports: {
    one: 'report from a crew',
    other: 'reports from crews',
    step: 'Decide',
    to: '/app',
  },
  extra_work: {
    one: 'piece of extra work without a price',
    other: 'pieces of extra work without a price',
    step: 'Price it',
    to: '/app',
  },
  not_clocked_in: {
    one: 'crew has not clocked in',
    other: 'crews have not clocked in',
    step: 'Hours',
    to: '/app/timesheets',
  },
  long_shifts: {
    one: 'shift to check',
    other: 'shifts to check',
    step: 'Check',
    to: '/app/timesheets',
  },
  missed: {
    one: 'past visit is not completed',
    other: 'past visits are not completed',
    step: 'Review',
    to: '/app',
  },
  unassigned: {
    one: 'visit today without a team',
    other: 'visits today without a team',
    step: 'Assign',
    to: '/app/schedule',
  },
  to_place: {
    one: 'visit on hold',
    other: 'visits on hold',
    step: 'Schedule',
    to: '/app/schedule',
    search: { sheet: 'tray' },
  },
  leaving: {
    one: 'customer wants to leave',
    other: 'customers want to leave',
    step: 'Answer',
    to: '/app/customers',
    search: { tab: 'overview' },
  },
  wishes: {
    one: 'customer changed their preferences',
    other: 'customers changed their preferences',
    step: 'View',
    to: '/app/customers',
    search: { tab: 'overview', wishes: 1 },
  },
  signups: { one: 'new sign-up', other: 'new sign-ups', step: 'Open', to: '/app' },
  unfinished: { one: 'unfinished sign-up', other: 'unfinished sign-ups', step: 'Call', to: '/app' },
  late: {
    one: 'overdue invoice',
    other: 'overdue invoices',
    step: 'Remind',
    to: bills,
    search: { tab: 'late' },
  },
  to_bill: { one: 'invoice to send', other: 'invoices to send', step: 'Send', to: bills },
  ending: { one: 'series ends soon', other: 'series end soon', step: 'Extend', to: '/app' },
}

/** How many wait in all, as it is shown: '7', '99+'; null if nothing does. */
export function totalText(needs: readonly Need[]): string | null {
  const total = needs.reduce((sum, { count }) => sum + count, 0)
  return total === 0 ? null : total > 99 ? '99+' : String(total)
}

/** '3 overdue invoices', with the way to deal with them. */
export function needView({ kind, count }: Need) {
  const { one, other, step, to, search } = steps[kind]
  return {
    text: `${count > 99 ? '99+' : count} ${count === 1 ? one : other}`,
    step,
    to,
    search: (search ?? {}) as never,
  }
}
