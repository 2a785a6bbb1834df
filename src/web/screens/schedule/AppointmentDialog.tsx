import { Alert, Anchor, Button, Group, Select } from '@mantine/core'
import { Ban, CalendarCheck, CalendarClock, Hourglass, MapPin, Phone, X } from 'lucide-react'
import { useState } from 'react'
import { formatCents } from '../../../domain/money.ts'
import type { CustomerRequest } from '../../../domain/request.ts'
import { changedMeanwhile, isOnHold, visitRules, type Visit } from '../../../domain/visit.ts'
import { api } from '../../client.ts'
import { useMe } from '../../me.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { Leave, useUnsaved } from '../../ui/unsaved.tsx'
import { longDayLabel } from '../../ui/when.ts'
import { useWhileHere } from '../../ui/while-here.ts'
import { HoldSheet, PlaceSheet } from './dialogs.tsx'
import css from './forms.module.css'
import { FreeTimes } from './FreeTimes.tsx'
import { letGo } from './hold-acts.ts'
import { Overtaken, useOvertaken } from './Overtaken.tsx'
import { PauseNote } from './PauseNote.tsx'
import { Pills } from './Pills.tsx'
import { RequestClosed, RequestNote, useAsked } from './RequestNote.tsx'
import { RescheduleSheet, type Calendar } from './RescheduleSheet.tsx'
import { ReplaceBox } from './SeriesPreview.tsx'
import { SheetFoot } from './SheetFoot.tsx'
import { usePreview } from './use-preview.ts'
import { useSlots } from './use-slots.ts'
import { useVisitNow } from './use-visit-now.ts'
import { clearTime, isCrewHand, setSlot, type Place } from './visit-acts.ts'
import { CancelDialog, CompleteButton, MoreActions } from './VisitActions.tsx'
import { VisitChips } from './VisitChips.tsx'
import { addressText, callAddress, customerText, mapAddress, serviceText, timeLabel } from './visit-text.ts'

type Props = {
  /** Null: closed. */
  visit: Visit | null
  calendar: Calendar
  onClose: () => void
  /** The customer's request that led here. */
  request?: CustomerRequest | null | undefined
  place?: Place
  /** Opens the choice of a new date, or the question whether to cancel, at once. */
  startWith?: 'reschedule' | 'cancel' | null | undefined
}

/** One appointment: its team and time, and everything that can be done with it. */
export function AppointmentDialog({ visit, onClose, ...rest }: Props) {
  return (
    <Sheet opened={visit !== null} onClose={onClose} title="Appointment" size="lg">
      {visit && <Appointment key={visit.id} visit={visit} onClose={onClose} {...rest} />}
    </Sheet>
  )
}

const unassigned = 'none'
const scopes = [
  { value: 'date', label: 'This date' },
  { value: 'rule', label: 'The whole series' },
] as const

function Appointment({ visit: given, calendar, onClose: close, request, place = 'dialog', startWith }: Props & { visit: Visit }) {
  const visit = useVisitNow(given)
  const onClose = useWhileHere(close)
  const me = useMe()
  const byCrew = isCrewHand(me)
  // What is not chosen here follows the visit, wherever that is changed.
  const [draft, setDraft] = useState<{ team?: string | null; minutes?: number | null }>({})
  const team = draft.team === undefined ? visit.team_id : draft.team
  const minutes = draft.minutes === undefined ? visit.start_minutes : draft.minutes
  const setTeam = (chosen: string | null) => setDraft((now) => ({ ...now, team: chosen }))
  const setMinutes = (chosen: number | null) => setDraft((now) => ({ ...now, minutes: chosen }))
  const [scope, setScope] = useState<'date' | 'rule'>('date')
  const [replaces, setReplaces] = useState(false)
  const [saving, setSaving] = useState(false)
  const [open, setOpen] = useState<'reschedule' | 'cancel' | 'hold' | 'place' | null>(
    startWith === 'reschedule' && visitRules.reschedule(visit) ? null : (startWith ?? null),
  )
  const { isClosed } = useAsked(request)
  // Who cancels for a customer who took that back meanwhile is refused: the visit stays as it is.
  const [cancels, setCancels] = useState(request)
  if (open !== 'cancel' && cancels !== request) setCancels(request)

  const teamChanged = team !== visit.team_id
  const timeChanged = minutes !== visit.start_minutes && minutes !== null
  useUnsaved([teamChanged, timeChanged])
  const nothing = minutes === null && team === null ? { code: 'nothing_chosen', sentence: 'Choose a team or a start time.' } : null
  const { overtaken, begin } = useOvertaken(visit, Object.keys(draft).length > 0, saving)
  const refusal = (overtaken ? changedMeanwhile : null) ?? visitRules.setTime(visit) ?? (teamChanged ? visitRules.assignTeam(visit) : null) ?? nothing
  const slots = useSlots(calendar.business_hours, visit.date, visit.duration_minutes)
  const keeping = useDatesWithTeams(visit, teamChanged && scope === 'rule' ? { team_id: team } : null)
  const closed = (what: 'reschedule' | 'cancel' | 'hold' | 'place') => () => setOpen((now) => (now === what ? null : now))

  const save = async () => {
    setSaving(true)
    const saved = await setSlot(
      visit,
      {
        ...(minutes !== null && (timeChanged || !teamChanged) ? { start_minutes: minutes } : {}),
        ...(teamChanged
          ? { team_id: team, apply_team_to: scope, replace_changed: scope === 'rule' && keeping > 0 && replaces }
          : minutes === null
            ? { team_id: team }
            : {}),
        request_id: request?.id,
      },
      place,
    )
    if (saved) onClose()
    else setSaving(false)
  }
  const clear = async () => {
    setSaving(true)
    if (await clearTime(visit)) setDraft(({ team: chosen }) => (chosen === undefined ? {} : { team: chosen }))
    begin()
    setSaving(false)
  }

  return (
    <>
      <div className={css.summary}>
        <Group gap={8}>
          <strong>{customerText(visit)}</strong>
          <VisitChips visit={visit} />
        </Group>
        <p>
          {longDayLabel(visit.date)}, {timeLabel(visit)}
        </p>
        <p>
          {serviceText(visit)}
          {visit.price_cents !== null && <> · {formatCents(visit.price_cents)}</>} · {visit.recurrence_label}
        </p>
        <Group gap="md" mt={4} style={{ rowGap: 0 }}>
          {addressText(visit.customer) && (
            <Anchor href={mapAddress(visit.customer)} target="_blank" rel="noreferrer">
              <MapPin size={15} aria-hidden style={{ verticalAlign: '-2px' }} /> {addressText(visit.customer)}
            </Anchor>
          )}
          {visit.customer.phone_number && (
            <Anchor href={callAddress(visit.customer.phone_number)}>
              <Phone size={15} aria-hidden style={{ verticalAlign: '-2px' }} /> {visit.customer.phone_number}
            </Anchor>
          )}
        </Group>
      </div>
      {visit.notes && (
        <Alert color="gray" variant="light" mb="md" title="Notes" style={{ whiteSpace: 'pre-line' }}>
          {visit.notes}
        </Alert>
      )}
      {request && (
        <RequestNote request={request} visit={visit} onDone={onClose} onReschedule={() => setOpen('reschedule')} onCancel={() => setOpen('cancel')} />
      )}
      {isClosed && <RequestClosed />}
      <PauseNote visit={visit} byCrew={byCrew} />
      {isOnHold(visit) && (
        <Alert color="honey" variant="light" mb="md" title="On hold" style={{ whiteSpace: 'pre-line' }}>
          {visit.hold_reason}
        </Alert>
      )}
      {visitRules.edit(visit) && !visit.pause && !isOnHold(visit) && (
        <Alert color="gray" variant="light" mb="md">
          {visitRules.edit(visit)?.sentence}
        </Alert>
      )}
      {overtaken && <Overtaken visit={visit} onLook={() => setDraft({})} />}
      <div inert={saving}>
        <div className={css.row}>
          <Select
            label="Team"
            data={[...(byCrew ? [] : [{ value: unassigned, label: 'Unassigned' }]), ...calendar.teams.map(({ id, name }) => ({ value: id, label: name }))]}
            value={team ?? unassigned}
            onChange={(value) => setTeam(value === unassigned ? null : value)}
            allowDeselect={false}
            disabled={visitRules.assignTeam(visit) !== null}
          />
          <TimeField
            label="Start time"
            placeholder="No time"
            value={minutes}
            onChange={setMinutes}
            slots={slots}
            disabled={visitRules.setTime(visit) !== null}
          />
        </div>
        {!visitRules.setTime(visit) && (
          <FreeTimes date={visit.date} minutes={visit.duration_minutes} team_id={team} except={visit.occurrence_id} value={minutes} onPick={setMinutes} />
        )}
        {teamChanged && !byCrew && (
          <>
            <Pills legend="Apply team to" options={scopes} value={scope} onChange={setScope} />
            <div aria-live="polite">
              <ReplaceBox mt="sm" visits={keeping} checked={replaces} onChange={setReplaces} />
            </div>
          </>
        )}
        <div className={css.buttons}>
          {!visit.is_completed && <CompleteButton visit={visit} today={calendar.today} byCrew={byCrew} onDone={onClose} />}
          {isOnHold(visit) && !byCrew ? (
            <Button leftSection={<CalendarCheck size={17} aria-hidden />} onClick={() => setOpen('place')}>
              Place…
            </Button>
          ) : (
            <Refusable
              variant="default"
              refusal={visitRules.reschedule(visit)}
              leftSection={<CalendarClock size={17} aria-hidden />}
              onClick={() => setOpen('reschedule')}
            >
              Reschedule
            </Refusable>
          )}
          {visit.start_minutes !== null && (
            <Refusable variant="default" refusal={visitRules.clearTime(visit)} leftSection={<X size={17} aria-hidden />} onClick={() => void clear()}>
              Clear time
            </Refusable>
          )}
          {!visit.skipped && !visit.is_completed && (
            <Refusable variant="default" refusal={visitRules.hold(visit)} leftSection={<Hourglass size={17} aria-hidden />} onClick={() => setOpen('hold')}>
              Put on hold
            </Refusable>
          )}
          {isOnHold(visit) ? (
            <Button color="red" variant="light" leftSection={<Ban size={17} aria-hidden />} onClick={() => void letGo(visit).then((done) => done && onClose())}>
              Let it go
            </Button>
          ) : (
            <Refusable
              color="red"
              variant="light"
              refusal={visit.skipped ? visitRules.edit(visit) : visitRules.skip(visit)}
              leftSection={<Ban size={17} aria-hidden />}
              onClick={() => setOpen('cancel')}
            >
              Cancel Appointment
            </Refusable>
          )}
          <MoreActions visit={visit} today={calendar.today} byCrew={byCrew} onCancel={() => setOpen('cancel')} />
        </div>
      </div>
      <SheetFoot>
        <Leave>Close</Leave>
        <Refusable refusal={refusal} loading={saving} onClick={() => void save()}>
          Save
        </Refusable>
      </SheetFoot>
      <RescheduleSheet
        visit={visit}
        calendar={calendar}
        opened={open === 'reschedule'}
        onClose={closed('reschedule')}
        place={place}
        request={request}
        onDone={onClose}
      />
      <HoldSheet visit={visit} opened={open === 'hold'} onClose={closed('hold')} request={request?.action === 'reschedule' ? request : null} onDone={onClose} />
      <PlaceSheet visits={[visit]} opened={open === 'place'} onClose={closed('place')} onDone={onClose} />
      <CancelDialog visit={visit} opened={open === 'cancel'} onClose={closed('cancel')} place={place} request_id={cancels?.id} onDone={onClose} />
    </>
  )
}

/** How many other dates of a series would keep the team that was chosen for them, if the series got this one. */
function useDatesWithTeams({ occurrence_id }: Visit, wish: { team_id: string | null } | null): number {
  const call = api['PATCH /api/schedule/{rule_id}']
  const { data } = usePreview(`team of ${occurrence_id}`, wish, (asked, signal) =>
    call({ params: { rule_id: occurrence_id }, body: { ...asked, scope: 'all', dry_run: true }, ...(signal ? { signal } : {}) }),
  )
  return data?.own_visits.filter((other) => other.occurrence_id !== occurrence_id).length ?? 0
}
