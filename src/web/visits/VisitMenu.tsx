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
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { LocalDate } from '../../domain/dates.ts'
import type { Refusal } from '../../domain/rule.ts'
import { isOnHold, visitRules, type Visit } from '../../domain/visit.ts'
import { letGo } from './hold-acts.ts'
import { placeOf, stepInRoute } from './route-acts.ts'
import { openSeries } from './series-wish.ts'
import { chargeVisit, openPayLink, reopenVisit, restoreVisit } from './visit-acts.ts'
import { chargeRefusal, linkRefusal } from './visit-refusals.ts'
import { isOfSeries } from './visit-text.ts'

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
export function VisitMenu({
  visit,
  today,
  byCrew,
  onEdit,
  onReschedule,
  onCancel,
  onHold,
  onPlace,
}: Props) {
  const [now] = useState(() => new Date().toISOString())
  const reopen = visitRules.reopen({ ...visit, now, by_crew: byCrew })
  return (
    <>
      {onEdit && (
        <Act icon={<UserRoundPen size={18} />} refusal={visitRules.setTime(visit)} onClick={onEdit}>
          Set time or team
        </Act>
      )}
      {onReschedule && (
        <Act
          icon={<CalendarClock size={18} />}
          refusal={visitRules.reschedule(visit)}
          onClick={onReschedule}
        >
          Reschedule
        </Act>
      )}
      {!byCrew && visit.is_completed && visit.payment_badge !== 'paid' && visit.invoice_id && (
        <Act
          icon={<CreditCard size={18} />}
          refusal={chargeRefusal(visit)}
          onClick={() => void chargeVisit(visit)}
        >
          Charge now
        </Act>
      )}
      {(!byCrew || visit.invoice_id) && (
        <Act
          icon={<Link2 size={18} />}
          refusal={linkRefusal(visit)}
          onClick={() => void openPayLink(visit)}
        >
          Pay link
        </Act>
      )}
      {visit.invoice_id && (
        <Menu.Item
          component={Link}
          to={`/app/invoices/${visit.invoice_id}`}
          leftSection={<FileText size={18} aria-hidden />}
        >
          Open invoice
        </Menu.Item>
      )}
      {visit.is_completed && (
        <Act icon={<Undo2 size={18} />} refusal={reopen} onClick={() => void reopenVisit(visit)}>
          Undo completion
        </Act>
      )}
      {!byCrew && isOfSeries(visit) && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Repeat size={18} aria-hidden />}
            onClick={() => openSeries({ what: 'edit', visit })}
          >
            Edit series
          </Menu.Item>
          <Menu.Item
            leftSection={<CalendarX2 size={18} aria-hidden />}
            onClick={() => openSeries({ what: 'end', visit })}
          >
            End or extend series
          </Menu.Item>
          <Menu.Item
            leftSection={<CirclePause size={18} aria-hidden />}
            onClick={() => openSeries({ what: 'pause', visit })}
          >
            {visit.pause?.by === 'rule' ? 'Change or end the pause' : 'Pause this work'}
          </Menu.Item>
        </>
      )}
      {!byCrew && visit.start_minutes === null && !visit.skipped && <RouteSteps visit={visit} />}
      <Menu.Divider />
      {isOnHold(visit) && !byCrew && (
        <Act icon={<CalendarCheck size={18} />} refusal={null} onClick={onPlace}>
          Place…
        </Act>
      )}
      {(!visit.skipped || visitRules.hold(visit) === null) && !visit.is_completed && (
        <Act icon={<Hourglass size={18} />} refusal={visitRules.hold(visit)} onClick={onHold}>
          {isOnHold(visit)
            ? 'Change why it waits'
            : visit.skipped
              ? 'Keep for later'
              : 'Put on hold'}
        </Act>
      )}
      {visit.skipped && (
        <Act
          icon={<RotateCcw size={18} />}
          refusal={visitRules.restore({ ...visit, today, paused_by: visit.pause?.by ?? null })}
          onClick={() => void restoreVisit(visit)}
        >
          Restore
        </Act>
      )}
      {isOnHold(visit) ? (
        <Act
          icon={<Ban size={18} />}
          refusal={visitRules.skip(visit)}
          onClick={() => void letGo(visit)}
          danger
        >
          Let it go
        </Act>
      ) : (
        !visit.skipped && (
          <Act icon={<Ban size={18} />} refusal={visitRules.skip(visit)} onClick={onCancel} danger>
            Cancel
          </Act>
        )
      )}
    </>
  )
}

/** One stop earlier or later, for a visit without a time. */
function RouteSteps({ visit }: { visit: Visit }) {
  const { at, of } = placeOf(visit)
  if (of < 2) return null
  const end = (is: boolean, sentence: string): Refusal | null =>
    is ? { code: 'route_end', sentence } : null
  return (
    <>
      <Menu.Divider />
      <Act
        icon={<ArrowUp size={18} />}
        refusal={end(at === 0, 'It is the first stop.')}
        onClick={() => void stepInRoute(visit, -1)}
      >
        Move up
      </Act>
      <Act
        icon={<ArrowDown size={18} />}
        refusal={end(at === of - 1, 'It is the last stop.')}
        onClick={() => void stepInRoute(visit, 1)}
      >
        Move down
      </Act>
    </>
  )
}

/** A menu line a rule may refuse: it stays reachable and says why. */
function Act({
  icon,
  refusal,
  onClick,
  danger = false,
  children,
}: {
  icon: ReactNode
  refusal: Refusal | null
  onClick: () => void
  danger?: boolean
  children: ReactNode
}) {
  return (
    <Menu.Item
      leftSection={<span aria-hidden>{icon}</span>}
      c={danger && !refusal ? 'var(--mantine-color-error)' : undefined}
      aria-disabled={refusal ? true : undefined}
      closeMenuOnClick={!refusal}
      onClick={refusal ? undefined : onClick}
    >
      {children}
      {refusal && (
        <span style={{ display: 'block', fontSize: 13, color: 'var(--mantine-color-dimmed)' }}>
          {refusal.sentence}
        </span>
      )}
    </Menu.Item>
  )
}
