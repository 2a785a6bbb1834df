import type { LocalDate } from '../../domain/dates.ts'
import type { Refusal } from '../../domain/rule.ts'
import { isOnHold, visitRules, type Visit } from '../../domain/visit.ts'
import { chargeRefusal, linkRefusal } from './visit-refusals.ts'
import { isOfSeries } from './visit-text.ts'

export type VisitAct =
  | 'edit'
  | 'reschedule'
  | 'charge'
  | 'pay_link'
  | 'invoice'
  | 'reopen'
  | 'edit_series'
  | 'end_series'
  | 'pause_series'
  | 'earlier'
  | 'later'
  | 'place'
  | 'hold'
  | 'restore'
  | 'let_go'
  | 'cancel'
/** `refusal`: why it cannot be done, told in the line. */
export type MenuLine = { act: VisitAct; label: string; refusal: Refusal | null }

type MenuFacts = {
  visit: Visit
  today: LocalDate
  /** A moment, ISO 8601. */
  now: string
  byCrew: boolean
  /** Where the menu stands, the visit can be edited or rescheduled from it. */
  edits: boolean
  reschedules: boolean
  /** Its place among the stops without a time, from 0, and how many there are. */
  route: { at: number; of: number }
}

/** The lines of the menu of a visit, in groups. */
export const visitMenu = (facts: MenuFacts): MenuLine[][] => [
  [...changeLines(facts), ...moneyLines(facts)],
  seriesLines(facts),
  routeLines(facts),
  [...holdLines(facts), ...endLines(facts)],
]

const line = (act: VisitAct, label: string, refusal: Refusal | null = null): MenuLine => ({
  act,
  label,
  refusal,
})
const when = (is: boolean, ...lines: MenuLine[]): MenuLine[] => (is ? lines : [])

const changeLines = ({ visit, edits, reschedules }: MenuFacts): MenuLine[] => [
  ...when(edits, line('edit', 'Set time or team', visitRules.setTime(visit))),
  ...when(reschedules, line('reschedule', 'Reschedule', visitRules.reschedule(visit))),
]

function moneyLines({ visit, now, byCrew }: MenuFacts): MenuLine[] {
  const { is_completed, payment_badge } = visit
  const hasInvoice = Boolean(visit.invoice_id)
  const isDue = is_completed && payment_badge !== 'paid' && hasInvoice
  return [
    ...when(!byCrew && isDue, line('charge', 'Charge now', chargeRefusal(visit))),
    ...when(!byCrew || hasInvoice, line('pay_link', 'Pay link', linkRefusal(visit))),
    ...when(hasInvoice, line('invoice', 'Open invoice')),
    ...when(
      is_completed,
      line('reopen', 'Undo completion', visitRules.reopen({ ...visit, now, by_crew: byCrew })),
    ),
  ]
}

const seriesLines = ({ visit, byCrew }: MenuFacts): MenuLine[] =>
  when(
    !byCrew && isOfSeries(visit),
    line('edit_series', 'Edit series'),
    line('end_series', 'End or extend series'),
    line(
      'pause_series',
      visit.pause?.by === 'rule' ? 'Change or end the pause' : 'Pause this work',
    ),
  )

const routeLines = ({ visit, byCrew, route: { at, of } }: MenuFacts): MenuLine[] =>
  when(
    !byCrew && visit.start_minutes === null && !visit.skipped && of >= 2,
    line('earlier', 'Move up', at === 0 ? routeEnd('It is the first stop.') : null),
    line('later', 'Move down', at === of - 1 ? routeEnd('It is the last stop.') : null),
  )
const routeEnd = (sentence: string): Refusal => ({ code: 'route_end', sentence })

function holdLines({ visit, byCrew }: MenuFacts): MenuLine[] {
  const refusal = visitRules.hold(visit)
  const label = isOnHold(visit)
    ? 'Change why it waits'
    : visit.skipped
      ? 'Keep for later'
      : 'Put on hold'
  return [
    ...when(isOnHold(visit) && !byCrew, line('place', 'Place…')),
    ...when(
      (!visit.skipped || refusal === null) && !visit.is_completed,
      line('hold', label, refusal),
    ),
  ]
}

function endLines({ visit, today }: MenuFacts): MenuLine[] {
  const paused_by = visit.pause?.by ?? null
  const skip = visitRules.skip(visit)
  return [
    ...when(
      visit.skipped,
      line('restore', 'Restore', visitRules.restore({ ...visit, today, paused_by })),
    ),
    ...when(isOnHold(visit), line('let_go', 'Let it go', skip)),
    ...when(!visit.skipped, line('cancel', 'Cancel', skip)),
  ]
}
