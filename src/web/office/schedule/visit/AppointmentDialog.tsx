import { Select } from '@mantine/core'
import { Fragment, lazy, Suspense, useState } from 'react'
import type { CustomerRequest } from '../../../../domain/schedule/request.ts'
import { officeRoles } from '../../../../domain/base/roles.ts'
import { visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import { api } from '../../../app/client.ts'
import { useHasRole, useMe } from '../../../app/me.ts'
import css from '../../../ui/forms.module.css'
import { Pills } from '../../../ui/Pills.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Step, UnderStep } from '../../../ui/Step.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import { type Calendar, useSlots } from '../../../shared/visits/calendar.ts'
import { FreeTimes } from '../../../shared/visits/FreeTimes.tsx'
import { Overtaken, useOvertaken } from '../../../shared/visits/Doubts.tsx'
import { ReplaceBox } from '../../../shared/visits/SeriesPreview.tsx'
import { usePreview } from '../../../shared/visits/use-preview.ts'
import { useVisitNow } from '../../../shared/visits/queries.ts'
import { clearTime, isCrewHand, setSlot, type Place } from '../../../shared/visits/visit-acts.ts'
import {
  saveRefusal,
  slotOf,
  valuesOf,
  type AppointmentDraft,
  type TeamScope,
} from './appointment-draft.ts'
import { AppointmentActs } from './AppointmentActs.tsx'
import {
  AppointmentStep,
  useAppointmentSteps,
  useStepTitle,
  type AppointmentSteps,
} from './AppointmentStep.tsx'
import { AppointmentState, AppointmentSummary } from './AppointmentSummary.tsx'
import { RequestClosed, RequestNote, useAsked } from './RequestNote.tsx'
import { useWords } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

// Crews never read it.
const HistoryFold = lazy(() =>
  import('../../../shared/history/HistoryFold.tsx').then((file) => ({ default: file.HistoryFold })),
)

type Props = {
  /** Stays known while the dialog closes. */
  visit: Visit | null
  opened: boolean
  calendar: Calendar
  onClose: () => void
  /** The customer's request that led here. */
  request?: CustomerRequest | null | undefined
  place?: Place
}

/** One appointment: its team and time, and everything that can be done with it. */
export function AppointmentDialog({ visit, opened, onClose, ...rest }: Props) {
  const steps = useAppointmentSteps(opened)
  const title = useStepTitle(steps.now, visit)
  return (
    <Sheet opened={opened} onClose={steps.now ? steps.back : onClose} title={title} size="lg">
      {opened && visit && (
        <Fragment key={visit.id}>
          <UnderStep isCovered={steps.now !== null}>
            <Appointment {...{ visit, steps, onClose }} {...rest} />
          </UnderStep>
          {steps.now && (
            <Step key={steps.now} label={title}>
              <AppointmentStep
                {...{ visit, step: steps.now, onClose: steps.back, onDone: onClose }}
                {...rest}
              />
            </Step>
          )}
        </Fragment>
      )}
    </Sheet>
  )
}

const unassigned = 'none'

function Appointment({
  visit: given,
  calendar,
  onClose: close,
  request,
  place = 'dialog',
  steps,
}: Omit<Props, 'opened'> & { visit: Visit; steps: AppointmentSteps }) {
  const words = useWords(appointmentWords)
  const visit = useVisitNow(given)
  const onClose = useWhileHere(close)
  const byCrew = isCrewHand(useMe())
  const isOffice = useHasRole(...officeRoles)
  const { isClosed } = useAsked(request)
  const slot = useSlotForm({ visit, place, request, onClose })
  return (
    <>
      <AppointmentSummary visit={visit}>
        {request && (
          <RequestNote
            request={request}
            visit={visit}
            calendar={calendar}
            onDone={onClose}
            onApprove={() => steps.go(request.action)}
          />
        )}
        {isClosed && <RequestClosed />}
      </AppointmentSummary>
      <AppointmentState visit={visit} byCrew={byCrew} />
      {slot.overtaken && <Overtaken visit={visit} onLook={slot.startOver} />}
      <div inert={slot.saving}>
        <SlotFields visit={visit} calendar={calendar} byCrew={byCrew} slot={slot} />
        <AppointmentActs
          visit={visit}
          calendar={calendar}
          byCrew={byCrew}
          steps={steps}
          onClear={slot.clear}
          onClose={onClose}
        />
        {isOffice && (
          <Suspense>
            <HistoryFold record="visit" id={visit.occurrence_id} />
          </Suspense>
        )}
      </div>
      <SheetFoot>
        <Leave>{words.close}</Leave>
        {!visit.is_completed && (
          <Refusable refusal={slot.refusal} loading={slot.saving} onClick={slot.save}>
            {words.save}
          </Refusable>
        )}
      </SheetFoot>
    </>
  )
}

type SlotFormProps = {
  visit: Visit
  place: Place
  request: CustomerRequest | null | undefined
  onClose: () => void
}

/** The team and time of a visit while they are being changed. */
function useSlotForm({ visit, place, request, onClose }: SlotFormProps) {
  const [draft, setDraft] = useState<AppointmentDraft>({})
  const [scope, setScope] = useState<TeamScope>('date')
  const [replaces, setReplaces] = useState(false)
  const [saving, setSaving] = useState(false)
  const values = valuesOf(draft, visit)
  const { team, teamChanged, timeChanged } = values
  useUnsaved([teamChanged, timeChanged])
  const { overtaken, begin } = useOvertaken(visit, Object.keys(draft).length > 0, saving)
  const keeping = useDatesWithTeams(
    visit,
    teamChanged && scope === 'rule' ? { team_id: team } : null,
  )
  const save = async () => {
    setSaving(true)
    const slot = slotOf(values, { scope, replaces: keeping > 0 && replaces })
    const saved = await setSlot(visit, { ...slot, request_id: request?.id }, place)
    if (saved) onClose()
    else setSaving(false)
  }
  const clear = async () => {
    setSaving(true)
    if (await clearTime(visit))
      setDraft(({ team: chosen }) => (chosen === undefined ? {} : { team: chosen }))
    begin()
    setSaving(false)
  }
  return {
    ...values,
    setTeam: (chosen: string | null) => setDraft((now) => ({ ...now, team: chosen })),
    setMinutes: (chosen: number | null) => setDraft((now) => ({ ...now, minutes: chosen })),
    scope,
    setScope,
    replaces,
    setReplaces,
    keeping,
    saving,
    overtaken,
    startOver: () => setDraft({}),
    refusal: saveRefusal(values, visit, overtaken),
    save: () => void save(),
    clear: () => void clear(),
  }
}

type SlotFieldsProps = {
  visit: Visit
  calendar: Calendar
  byCrew: boolean
  slot: ReturnType<typeof useSlotForm>
}

const scopesIn = ({ scopes }: { scopes: Record<TeamScope, string> }) =>
  (['date', 'rule'] as const).map((value) => ({ value, label: scopes[value] }))

function SlotFields({ visit, calendar, byCrew, slot }: SlotFieldsProps) {
  const { team, setTeam, minutes, setMinutes, teamChanged, scope, setScope } = slot
  const { keeping, replaces, setReplaces } = slot
  const words = useWords(appointmentWords)
  const slots = useSlots(calendar.business_hours, visit.date, visit.duration_minutes)
  return (
    <>
      <div className={css.row}>
        <Select
          label={words.team}
          data={[
            ...(byCrew ? [] : [{ value: unassigned, label: words.unassigned }]),
            ...calendar.teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={team ?? unassigned}
          onChange={(value) => setTeam(value === unassigned ? null : value)}
          allowDeselect={false}
          disabled={visitRules.assignTeam(visit) !== null}
        />
        <TimeField
          label={words.startTime}
          placeholder={words.noTime}
          value={minutes}
          onChange={setMinutes}
          slots={slots}
          disabled={visitRules.setTime(visit) !== null}
        />
      </div>
      {!visitRules.setTime(visit) && (
        <FreeTimes
          date={visit.date}
          minutes={visit.duration_minutes}
          team_id={team}
          except={visit.occurrence_id}
          value={minutes}
          onPick={setMinutes}
        />
      )}
      {teamChanged && !byCrew && (
        <>
          <Pills
            legend={words.applyTo}
            options={scopesIn(words)}
            value={scope}
            onChange={setScope}
          />
          <div aria-live="polite">
            <ReplaceBox mt="sm" visits={keeping} checked={replaces} onChange={setReplaces} />
          </div>
        </>
      )}
    </>
  )
}

/** How many other dates of a series would keep the team that was chosen for them, if the series got this one. */
function useDatesWithTeams(
  { occurrence_id }: Visit,
  wish: { team_id: string | null } | null,
): number {
  const call = api['PATCH /api/schedule/{rule_id}']
  const { data } = usePreview(`team-of-${occurrence_id}`, wish, (asked, signal) =>
    call({
      params: { rule_id: occurrence_id },
      body: { ...asked, scope: 'all', dry_run: true },
      ...(signal ? { signal } : {}),
    }),
  )
  return data?.own_visits.filter((other) => other.occurrence_id !== occurrence_id).length ?? 0
}
