import { Button, Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { EditRule } from '../../../../api/series.ts'
import { addMonthsClamped } from '../../../../domain/dates.ts'
import { recurrenceText } from '../../../../domain/recurrence-text.ts'
import type { EditScope, ScheduleRule } from '../../../../domain/schedule.ts'
import { unassignedGroup } from '../../../../domain/team.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { api, errorText } from '../../../client.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { Loaded } from '../../../ui/Page.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { dateLabel, dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { Pills } from '../../../ui/Pills.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import type { Calendar } from '../../../visits/calendar.ts'
import { sayDone } from '../../../visits/series-acts.ts'
import type { SeriesWish } from '../../../visits/series-wish.ts'
import {
  changesPattern,
  editsOfMove,
  patternOfEdits,
  seriesBase,
  seriesBody,
  seriesProblems,
  type SeriesEdits,
} from './series-edit.ts'
import seriesCss from '../../../visits/series.module.css'
import { previewSum, Problem, ReplaceBox, SeriesPreview } from '../../../visits/SeriesPreview.tsx'
import { PauseForm } from './SeriesPause.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { usePreview } from '../../../visits/use-preview.ts'
import { useSlots } from '../../../visits/use-slots.ts'
import { customerText, serviceText } from '../../../visits/visit-text.ts'

type Props = {
  opened: boolean
  wish: SeriesWish | null
  asked: number
  onClose: () => void
  calendar: Calendar
}

/** A whole series, or the part of it after a visit: what it is, when it ends. Everything is shown before it is done. */
export function SeriesSheet({ opened, wish, asked, onClose, calendar }: Props) {
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={wish ? titles[wish.what] : ''}
      side
      above
      size="lg"
    >
      {wish && <WithRule key={asked} wish={wish} onClose={onClose} calendar={calendar} />}
    </Sheet>
  )
}

const titles: Record<SeriesWish['what'], string> = {
  edit: 'Edit series',
  end: 'End or extend series',
  extend: 'Extend series',
  pause: 'Pause this work',
}

type FormProps = { rule: ScheduleRule; calendar: Calendar; onClose: () => void }

function WithRule({
  wish,
  calendar,
  onClose,
}: {
  wish: SeriesWish
  calendar: Calendar
  onClose: () => void
}) {
  const rule_id = wish.what === 'extend' ? wish.ending.rule_id : wish.visit.occurrence_id
  const rule = useQuery({
    ...api['GET /api/schedule/{rule_id}'].query({ params: { rule_id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const about =
    wish.what === 'extend'
      ? `${wish.ending.customer_name ?? 'Customer'}, ${wish.ending.title}`
      : `${customerText(wish.visit)}, ${serviceText(wish.visit)}`
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        {about}
      </Text>
      <Loaded of={rule} failure="Failed to load the series">
        {(data) =>
          wish.what === 'edit' ? (
            <EditForm rule={data} wish={wish} calendar={calendar} onClose={onClose} />
          ) : wish.what === 'pause' ? (
            <PauseForm rule={data} visit={wish.visit} today={calendar.today} onClose={onClose} />
          ) : (
            <EndForm
              rule={data}
              reference={rule_id}
              visit={wish.what === 'end' ? wish.visit : null}
              calendar={calendar}
              onClose={onClose}
            />
          )
        }
      </Loaded>
    </>
  )
}

const scopes = [
  { value: 'this', label: 'This visit' },
  { value: 'following', label: 'This and following' },
  { value: 'all', label: 'All visits' },
] as const satisfies readonly { value: EditScope; label: string }[]

const scopeHints: Record<EditScope, string> = {
  this: 'Only this date. The series stays as it is.',
  following: 'From this date on. Earlier dates stay as they are.',
  all: 'Every date that is not done. Completed and paid visits stay as they are.',
}

function EditForm({
  rule,
  wish,
  calendar,
  onClose,
}: FormProps & { wish: Extract<SeriesWish, { what: 'edit' }> }) {
  const { visit, moved } = wish
  const [scope, setScope] = useState<EditScope>(wish.scope ?? 'following')
  const [edits, setEdits] = useState<SeriesEdits>(() => (moved ? editsOfMove(moved, rule) : {}))
  const base = seriesBase(scope, rule, visit)
  const values = { ...base, ...edits }
  useUnsaved(edits)
  const set = (next: SeriesEdits) => setEdits((now) => ({ ...now, ...next }))
  const problems = seriesProblems(scope, values)
  const isValid = Object.keys(problems).length === 0
  const hasPattern = changesPattern(edits, base)
  const change = seriesBody(scope, edits, base)
  const body = change && isValid ? { ...change, scope } : null
  const slots = useSlots(calendar.business_hours, visit.date, visit.duration_minutes)
  const pattern = patternOfEdits(scope, edits, base, rule, visit, calendar.today)
  return (
    <SavingForm
      body={body}
      reference={visit.occurrence_id}
      done="Series saved"
      onClose={onClose}
      choices={{ replace: scope !== 'this', keep: hasPattern && scope !== 'this' }}
    >
      <div>
        <Pills legend="What to change" options={scopes} value={scope} onChange={setScope} />
        <p className={css.hint}>{scopeHints[scope]}</p>
      </div>
      <div className={css.row}>
        <TimeField
          label="Start time"
          placeholder="Anytime"
          clearable
          value={values.start_minutes}
          onChange={(start_minutes) => set({ start_minutes })}
          slots={slots}
        />
        <Select
          label="Team"
          data={[
            { value: 'none', label: unassignedGroup },
            ...calendar.teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.team_id ?? 'none'}
          onChange={(id) => set({ team_id: id === 'none' ? null : id })}
          allowDeselect={false}
        />
      </div>
      <div className={css.row}>
        <TextInput
          label="Duration (minutes)"
          inputMode="numeric"
          placeholder="As the service"
          value={values.duration}
          onChange={(event) => set({ duration: event.currentTarget.value.trim() })}
          error={problems.duration}
        />
        <TextInput
          label="Price"
          inputMode="decimal"
          leftSection="$"
          placeholder="From the catalogue"
          value={values.price}
          onChange={(event) => set({ price: event.currentTarget.value.trim() })}
          error={problems.price}
        />
      </div>
      <Textarea
        label={scope === 'this' ? 'Notes of this visit' : 'Notes of the series'}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
      {scope !== 'this' && (
        <>
          <RepeatFields
            values={values}
            onChange={set}
            first={pattern.anchor_date ?? pattern.start_date}
            errors={problems}
            once={rule.pattern === 'once'}
          />
          {hasPattern && (
            <DateField
              label="First date of the new pattern"
              value={pattern.start_date}
              onChange={(start_date) => set({ start_date })}
              minDate={calendar.today}
            />
          )}
          <p className={css.preview}>
            <strong>{recurrenceText(pattern)}</strong>
          </p>
          <DateField
            label="End date"
            placeholder="No end"
            clearable
            value={values.end_date}
            onChange={(end_date) => set({ end_date })}
            minDate={calendar.today}
          />
        </>
      )}
    </SavingForm>
  )
}

type EndProps = FormProps & { reference: string; visit: Visit | null }

function EndForm({ rule, reference, visit, calendar, onClose }: EndProps) {
  const { today } = calendar
  const late = rule.end_date && rule.end_date > today ? rule.end_date : today
  const [end_date, setEnd] = useState<string | null>(
    visit ? rule.end_date : addMonthsClamped(late, 12),
  )
  useUnsaved(end_date)
  const body = end_date === rule.end_date ? null : { scope: 'all' as const, end_date }
  return (
    <SavingForm
      body={body}
      reference={reference}
      done={
        end_date !== null && (rule.end_date === null || end_date < rule.end_date)
          ? 'Series will end'
          : 'Series extended'
      }
      onClose={onClose}
    >
      <Text size="sm">
        {recurrenceText(rule)},{' '}
        {rule.end_date ? `until ${dateLabel(rule.end_date)}` : 'without an end'}
      </Text>
      <DateField
        label="Last date"
        placeholder="No end"
        clearable
        value={end_date}
        onChange={setEnd}
        minDate={today}
        data-autofocus
      />
      <div className={css.buttons} style={{ marginTop: 0 }}>
        {visit && visit.date >= today && (
          <Button variant="default" size="compact-md" onClick={() => setEnd(visit.date)}>
            With the visit of {dayLabel(visit.date)}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-md"
          onClick={() => setEnd(addMonthsClamped(late, 12))}
        >
          One more year
        </Button>
        <Button variant="default" size="compact-md" onClick={() => setEnd(null)}>
          No end
        </Button>
      </div>
    </SavingForm>
  )
}

type SavingProps = {
  /** Null while there is nothing to save. */
  body: Partial<EditRule> | null
  reference: string
  done: string
  onClose: () => void
  /** Which questions about single visits make sense: replace their own settings, keep those the pattern would drop. */
  choices?: { replace: boolean; keep: boolean }
  children: ReactNode
}

/** The fields, what they would do, and Save, which waits until that has been seen. */
function SavingForm({ body: wish, reference, done, onClose, choices, children }: SavingProps) {
  const [replaces, setReplaces] = useState(false)
  const [keeps, setKeeps] = useState(false)
  const [saving, setSaving] = useState(false)
  const leave = useWhileHere(onClose)
  const [failure, setFailure] = useState<string | null>(null)
  useUnsaved([replaces, keeps])
  const body = wish && { ...wish, replace_changed: replaces, keep_changed: keeps }
  const call = api['PATCH /api/schedule/{rule_id}']
  const params = { rule_id: reference }
  const preview = usePreview(reference, body, (asked, signal) =>
    call({ params, body: { ...asked, dry_run: true }, ...(signal ? { signal } : {}) }),
  )
  const refusal = !body
    ? { code: 'nothing_changed', sentence: 'Nothing is changed yet.' }
    : !preview.isCurrent
      ? { code: 'no_preview', sentence: preview.problem ?? 'Working out what this would do.' }
      : null
  const save = async () => {
    if (!body) return
    setSaving(true)
    setFailure(null)
    try {
      const { edit_id } = await call({ params, body })
      sayDone(done, edit_id)
      leave()
    } catch (error) {
      setFailure(errorText(error, 'Failed to save changes'))
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <div className={css.fields} inert={saving}>
        {children}
        <div aria-live="polite">
          {body && preview.data && <SeriesPreview of={preview.data} stale={!preview.isCurrent} />}
        </div>
        {choices?.replace && preview.data && (
          <ReplaceBox
            visits={preview.data.own_visits.length}
            checked={replaces}
            onChange={setReplaces}
          />
        )}
        {choices?.keep && preview.data && (preview.data.dropped > 0 || keeps) && (
          <Checkbox
            label="Keep changed visits that the new pattern would drop"
            checked={keeps}
            onChange={(event) => setKeeps(event.currentTarget.checked)}
          />
        )}
        <FormProblem text={failure} />
        <Problem text={failure === null ? preview.problem : null} />
      </div>
      <SheetFoot>
        {/* The preview may be below the fold; its sum is not. */}
        {body && preview.data && <p className={seriesCss.sum}>{previewSum(preview.data)}</p>}
        <Leave>Close</Leave>
        <Refusable refusal={refusal} loading={saving} onClick={() => void save()}>
          Save
        </Refusable>
      </SheetFoot>
    </>
  )
}
