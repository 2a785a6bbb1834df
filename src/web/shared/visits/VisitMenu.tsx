import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  Ban,
  CalendarCheck,
  CalendarClock,
  CalendarX2,
  CirclePause,
  CreditCard,
  FileText,
  Hourglass,
  Link2,
  Repeat,
  RotateCcw,
  Undo2,
  UserRoundPen,
  type LucideIcon,
} from 'lucide-react'
import { Fragment, useState } from 'react'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { letGo } from './hold-acts.ts'
import { placeOf, stepInRoute } from './route-acts.ts'
import { openSeries } from './series-wish.ts'
import { chargeVisit, openPayLink, reopenVisit, restoreVisit } from './visit-acts.ts'
import { visitMenu, type MenuLine, type VisitAct } from './visit-menu.ts'
import { refusalText } from '../../app/words.ts'
import { useLocale } from '../../app/locale.ts'
import { nowIso } from '../../app/server-time.ts'

type Props = {
  visit: Visit
  today: LocalDate
  byCrew: boolean
  opened: boolean
  onClose: () => void
  onEdit?: () => void
  onReschedule?: () => void
  onCancel: () => void
  onHold: () => void
  onPlace: () => void
}

/** The lines of the menu of a visit. */
export function VisitMenu(props: Props) {
  const { visit, today, byCrew, onEdit, onReschedule } = props
  const [now] = useState(nowIso)
  const groups = visitMenu({
    visit,
    today,
    now,
    byCrew,
    edits: onEdit !== undefined,
    reschedules: onReschedule !== undefined,
    route: placeOf(visit),
  })
  const acts = actsOf(props)
  useLocale()
  return groups.map((lines, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the groups are always the same four
    <Fragment key={index}>
      {index > 0 && lines.length > 0 && <Menu.Divider />}
      {lines.map((line) =>
        line.act === 'invoice' ? (
          <InvoiceLine key={line.act} line={line} visit={visit} />
        ) : (
          <Line key={line.act} line={line} onClick={acts[line.act]} />
        ),
      )}
    </Fragment>
  ))
}

type Acts = Record<Exclude<VisitAct, 'invoice'>, (() => void) | undefined>

const actsOf = ({ visit, ...on }: Props): Acts => ({
  edit: on.onEdit,
  reschedule: on.onReschedule,
  charge: () => void chargeVisit(visit),
  pay_link: () => void openPayLink(visit),
  reopen: () => void reopenVisit(visit),
  edit_series: () => openSeries({ what: 'edit', visit }),
  end_series: () => openSeries({ what: 'end', visit }),
  pause_series: () => openSeries({ what: 'pause', visit }),
  earlier: () => void stepInRoute(visit, -1),
  later: () => void stepInRoute(visit, 1),
  place: on.onPlace,
  hold: on.onHold,
  restore: () => void restoreVisit(visit),
  let_go: () => void letGo(visit),
  cancel: on.onCancel,
})

const icons: Record<VisitAct, LucideIcon> = {
  edit: UserRoundPen,
  reschedule: CalendarClock,
  charge: CreditCard,
  pay_link: Link2,
  invoice: FileText,
  reopen: Undo2,
  edit_series: Repeat,
  end_series: CalendarX2,
  pause_series: CirclePause,
  earlier: ArrowUp,
  later: ArrowDown,
  place: CalendarCheck,
  hold: Hourglass,
  restore: RotateCcw,
  let_go: Ban,
  cancel: Ban,
}
const dangerous: readonly VisitAct[] = ['let_go', 'cancel']

const Icon = ({ act }: { act: VisitAct }) => {
  const Drawn = icons[act]
  return <Drawn size={18} aria-hidden />
}

const InvoiceLine = ({ line, visit }: { line: MenuLine; visit: Visit }) => (
  <Menu.Item
    component={Link}
    to={`/app/invoices/${visit.invoice_id}`}
    leftSection={<Icon act={line.act} />}
  >
    {line.label}
  </Menu.Item>
)

/** A menu line a rule may refuse: it stays reachable and says why. */
const Line = ({ line, onClick }: { line: MenuLine; onClick: (() => void) | undefined }) => {
  const { act, label, refusal } = line
  return (
    <Menu.Item
      leftSection={<Icon act={act} />}
      c={dangerous.includes(act) && !refusal ? 'var(--mantine-color-error)' : undefined}
      aria-disabled={refusal ? true : undefined}
      closeMenuOnClick={!refusal}
      onClick={refusal ? undefined : onClick}
    >
      {label}
      {refusal && (
        <span style={{ display: 'block', fontSize: 13, color: 'var(--mantine-color-dimmed)' }}>
          {refusalText(refusal)}
        </span>
      )}
    </Menu.Item>
  )
}
