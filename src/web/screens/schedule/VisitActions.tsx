import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  Ban,
  CalendarClock,
  CalendarX2,
  Check,
  ChevronDown,
  CirclePause,
  CreditCard,
  Ellipsis,
  FileText,
  Link2,
  Repeat,
  RotateCcw,
  Undo2,
  UserRoundPen,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { invoiceRules } from '../../../domain/invoice.ts'
import type { LocalDate } from '../../../domain/dates.ts'
import type { Refusal } from '../../../domain/rule.ts'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { dayLabel } from '../../ui/when.ts'
import css from './forms.module.css'
import { placeOf, stepInRoute } from './route-acts.ts'
import { openSeries } from './series-door.ts'
import { chargeVisit, completeVisit, openPayLink, reopenVisit, restoreVisit, skipVisit, type CompleteWish, type Place } from './visit-acts.ts'
import { customerText, isOfSeries, serviceText } from './visit-text.ts'

type ActsProps = { visit: Visit; today: LocalDate; byCrew: boolean }

const chargeRefusal = (visit: Visit): Refusal | null =>
  invoiceRules.charge({
    // A draft is opened on the way.
    status: !visit.invoice_status || visit.invoice_status === 'draft' ? 'open' : visit.invoice_status,
    total_cents: visit.invoice_total_cents ?? visit.price_cents ?? 0,
    can_collect: true,
    has_payment_method: visit.customer.has_card_on_file,
  })
const linkRefusal = (visit: Visit): Refusal | null =>
  visitRules.seedInvoice(visit) ??
  invoiceRules.payLink({ status: visit.invoice_status ?? 'open', total_cents: visit.invoice_total_cents ?? visit.price_cents ?? 0 })

/** Complete, with the choice of charging the card on file. Crews never choose: the customer's own agreement decides. */
export function CompleteButton({
  visit,
  today,
  byCrew,
  size = 'sm',
  onDone,
  full = false,
}: ActsProps & { size?: string; onDone?: () => void; full?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [later, setLater] = useState<CompleteWish | null>(null)
  const refusal = visitRules.complete({ ...visit, today, by_crew: byCrew })
  const label = <>Complete</>
  const run = async (wish: CompleteWish) => {
    setBusy(true)
    const done = await completeVisit(visit, wish)
    setBusy(false)
    if (done === 'future') setLater(wish)
    else if (done) onDone?.()
  }
  const look = { size, loading: busy, fullWidth: full, leftSection: <Check size={17} aria-hidden /> }
  const choice = !byCrew && visit.customer.has_card_on_file && !refusal
  return (
    <>
      {choice ? (
        <Menu position="bottom-end" width={250} shadow="md">
          <Menu.Target>
            <Button {...look} rightSection={<ChevronDown size={16} aria-hidden />}>
              {label}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<CreditCard size={18} aria-hidden />} onClick={() => void run({ collect: true })}>
              Complete &amp; charge
            </Menu.Item>
            <Menu.Item leftSection={<FileText size={18} aria-hidden />} onClick={() => void run({ collect: false })}>
              Complete, invoice only
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Refusable {...look} refusal={refusal} onClick={() => void run({ collect: false })}>
          {label}
        </Refusable>
      )}
      <ConfirmDialog
        opened={later !== null}
        onClose={() => setLater(null)}
        title="Complete a coming visit?"
        confirm="Complete now"
        onConfirm={() => later && run({ ...later, confirm_future: true })}
      >
        {`${customerText(visit)}’s ${serviceText(visit)} is planned for ${dayLabel(visit.date)}. Complete it now all the same?`}
      </ConfirmDialog>
    </>
  )
}

/** What brings in the money of a completed visit. */
export function CollectButtons({ visit }: { visit: Visit }) {
  const [busy, setBusy] = useState(false)
  const charge = async () => {
    setBusy(true)
    await chargeVisit(visit)
    setBusy(false)
  }
  return (
    <>
      {visit.customer.has_card_on_file && (
        <Refusable
          variant="default"
          refusal={chargeRefusal(visit)}
          loading={busy}
          leftSection={<CreditCard size={17} aria-hidden />}
          onClick={() => void charge()}
        >
          Charge now
        </Refusable>
      )}
      <Refusable variant="default" refusal={linkRefusal(visit)} leftSection={<Link2 size={17} aria-hidden />} onClick={() => void openPayLink(visit)}>
        Pay link
      </Refusable>
    </>
  )
}

/** Asks, then cancels one date. */
export function CancelDialog({
  visit,
  opened,
  onClose,
  place,
  request_id,
  onDone,
}: {
  visit: Visit
  opened: boolean
  onClose: () => void
  place: Place
  request_id?: string | undefined
  onDone?: () => void
}) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Cancel this appointment?"
      confirm="Cancel Appointment"
      cancel="Keep it"
      danger
      onConfirm={async () => {
        if (await skipVisit(visit, place, { request_id })) onDone?.()
      }}
    >
      {`${customerText(visit)}, ${serviceText(visit)} on ${dayLabel(visit.date)}. The other dates of the series stay.`}
    </ConfirmDialog>
  )
}

type MoreProps = ActsProps & { onEdit?: () => void; onReschedule?: () => void; onCancel: () => void; size?: number }

/** Everything else that can be done with a visit. */
export function MoreActions({ visit, today, byCrew, onEdit, onReschedule, onCancel, size = 36 }: MoreProps) {
  const [now, setNow] = useState('')
  const reopen = visitRules.reopen({ ...visit, now, by_crew: byCrew })
  return (
    <Menu onOpen={() => setNow(new Date().toISOString())} position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <ActionIcon className={css.more} variant="default" size={size} aria-label={`More for ${customerText(visit)}`}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit && (
          <Act icon={<UserRoundPen size={18} />} refusal={visitRules.setTime(visit)} onClick={onEdit}>
            Set time or team
          </Act>
        )}
        {onReschedule && (
          <Act icon={<CalendarClock size={18} />} refusal={visitRules.reschedule(visit)} onClick={onReschedule}>
            Reschedule
          </Act>
        )}
        {!byCrew && visit.is_completed && visit.payment_badge !== 'paid' && visit.invoice_id && (
          <Act icon={<CreditCard size={18} />} refusal={chargeRefusal(visit)} onClick={() => void chargeVisit(visit)}>
            Charge now
          </Act>
        )}
        {(!byCrew || visit.invoice_id) && (
          <Act icon={<Link2 size={18} />} refusal={linkRefusal(visit)} onClick={() => void openPayLink(visit)}>
            Pay link
          </Act>
        )}
        {visit.invoice_id && (
          <Menu.Item component={Link} to={`/app/invoices/${visit.invoice_id}`} leftSection={<FileText size={18} aria-hidden />}>
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
            <Menu.Item leftSection={<Repeat size={18} aria-hidden />} onClick={() => openSeries({ what: 'edit', visit })}>
              Edit series
            </Menu.Item>
            <Menu.Item leftSection={<CalendarX2 size={18} aria-hidden />} onClick={() => openSeries({ what: 'end', visit })}>
              End or extend series
            </Menu.Item>
            <Menu.Item leftSection={<CirclePause size={18} aria-hidden />} onClick={() => openSeries({ what: 'pause', visit })}>
              {visit.pause?.by === 'rule' ? 'Change or end the pause' : 'Pause this work'}
            </Menu.Item>
          </>
        )}
        {!byCrew && visit.start_minutes === null && <RouteSteps visit={visit} />}
        <Menu.Divider />
        {visit.skipped ? (
          <Act
            icon={<RotateCcw size={18} />}
            refusal={visitRules.restore({ ...visit, today, paused_by: visit.pause?.by ?? null })}
            onClick={() => void restoreVisit(visit)}
          >
            Restore
          </Act>
        ) : (
          <Act icon={<Ban size={18} />} refusal={visitRules.skip(visit)} onClick={onCancel} danger>
            Cancel
          </Act>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** One stop earlier or later, for a visit without a time. */
function RouteSteps({ visit }: { visit: Visit }) {
  const { at, of } = placeOf(visit)
  if (of < 2) return null
  const end = (is: boolean, sentence: string): Refusal | null => (is ? { code: 'route_end', sentence } : null)
  return (
    <>
      <Menu.Divider />
      <Act icon={<ArrowUp size={18} />} refusal={end(at === 0, 'It is the first stop.')} onClick={() => void stepInRoute(visit, -1)}>
        Move up
      </Act>
      <Act icon={<ArrowDown size={18} />} refusal={end(at === of - 1, 'It is the last stop.')} onClick={() => void stepInRoute(visit, 1)}>
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
      color={danger && !refusal ? 'red' : undefined}
      aria-disabled={refusal ? true : undefined}
      closeMenuOnClick={!refusal}
      onClick={refusal ? undefined : onClick}
    >
      {children}
      {refusal && <span style={{ display: 'block', fontSize: 13, color: 'var(--mantine-color-dimmed)' }}>{refusal.sentence}</span>}
    </Menu.Item>
  )
}
