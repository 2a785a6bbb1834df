import type { LocalDate } from '../../../domain/base/dates.ts'
import type { Refusal } from '../../../domain/base/rule.ts'
import { isOnHold, visitRules, type Visit } from '../../../domain/schedule/visit.ts'
import { chargeRefusal, linkRefusal } from './visit-refusals.ts'
import { isOfSeries } from './visit-text.ts'
import { wordsNow } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

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
  ...when(edits, line('edit', wordsNow(visitWords).setTimeOrTeam, visitRules.setTime(visit))),
  ...when(
    reschedules,
    line('reschedule', wordsNow(visitWords).reschedule, visitRules.reschedule(visit)),
  ),
]

function moneyLines({ visit, now, byCrew }: MenuFacts): MenuLine[] {
  const { is_completed, payment_badge } = visit
  const hasInvoice = Boolean(visit.invoice_id)
  const isDue = is_completed && payment_badge !== 'paid' && hasInvoice
  return [
    ...when(!byCrew && isDue, line('charge', wordsNow(visitWords).chargeNow, chargeRefusal(visit))),
    ...when(
      !byCrew || hasInvoice,
      line('pay_link', wordsNow(visitWords).payLink, linkRefusal(visit)),
    ),
    ...when(hasInvoice, line('invoice', wordsNow(visitWords).openInvoice)),
    ...when(
      is_completed,
      line(
        'reopen',
        wordsNow(visitWords).undoCompletion,
        visitRules.reopen({ ...visit, now, by_crew: byCrew }),
      ),
    ),
  ]
}

const seriesLines = ({ visit, byCrew }: MenuFacts): MenuLine[] =>
  when(
    !byCrew && isOfSeries(visit),
    line('edit_series', wordsNow(visitWords).editSeries),
    line('end_series', wordsNow(visitWords).endSeries),
    line(
      'pause_series',
      visit.pause?.by === 'rule'
        ? wordsNow(visitWords).changePause
        : wordsNow(visitWords).pauseWork,
    ),
  )

const routeLines = ({ visit, byCrew, route: { at, of } }: MenuFacts): MenuLine[] =>
  when(
    !byCrew && visit.start_minutes === null && !visit.skipped && of >= 2,
    line(
      'earlier',
      wordsNow(visitWords).moveUp,
      at === 0 ? routeEnd(wordsNow(visitWords).firstStop) : null,
    ),
    line(
      'later',
      wordsNow(visitWords).moveDown,
      at === of - 1 ? routeEnd(wordsNow(visitWords).lastStop) : null,
    ),
  )
const routeEnd = (sentence: string): Refusal => ({ code: 'route_end', sentence })

function holdLines({ visit, byCrew }: MenuFacts): MenuLine[] {
  const refusal = visitRules.hold(visit)
  const label = isOnHold(visit)
    ? wordsNow(visitWords).changeWhy
    : visit.skipped
      ? wordsNow(visitWords).keepForLater
      : wordsNow(visitWords).putOnHold
  return [
    ...when(isOnHold(visit) && !byCrew, line('place', wordsNow(visitWords).place)),
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
      line(
        'restore',
        wordsNow(visitWords).restore,
        visitRules.restore({ ...visit, today, paused_by }),
      ),
    ),
    ...when(isOnHold(visit), line('let_go', wordsNow(visitWords).letGo, skip)),
    ...when(!visit.skipped, line('cancel', wordsNow(visitWords).cancel, skip)),
  ]
}
