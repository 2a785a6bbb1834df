import { Button, Text, Textarea } from '@mantine/core'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import type { RulePaused } from '../../../../api/series.ts'
import type { LocalDate } from '../../../../domain/dates.ts'
import type { ScheduleRule } from '../../../../domain/schedule.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { api } from '../../../client.ts'
import { useActionForm } from '../../../ui/action-form.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { sayDone } from '../../../visits/series-acts.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { pausedText } from '../../../visits/visit-text.ts'

type Values = { from: LocalDate | null; resume_on: LocalDate | null; reason: string }
type Props = { rule: ScheduleRule; visit: Visit; today: LocalDate; onClose: () => void }

/** Lets one series rest, changes its pause or ends it. The customer's other work goes on. */
export function PauseForm({ rule, visit, today, onClose }: Props) {
  const { pause } = rule
  const params = { rule_id: visit.occurrence_id }
  const [resuming, setResuming] = useState(false)
  const leave = useWhileHere(onClose)
  const form = useActionForm<Values, RulePaused>({
    initialValues: pause
      ? { from: pause.from, resume_on: pause.resume_on, reason: pause.reason ?? '' }
      : { from: visit.date > today ? visit.date : today, resume_on: null, reason: '' },
    failure: 'Failed to pause this work',
    send: ({ reason, ...dates }) =>
      api['POST /api/schedule/{rule_id}/pause']({
        params,
        body: { ...dates, reason: reason.trim() || null },
      }),
    sent: ({ edit_id }, { resume_on }) => {
      sayDone(pausedText({ until: resume_on }), edit_id)
      leave()
    },
  })
  const { from, resume_on } = form.values
  const resume = async () => {
    setResuming(true)
    const answer = await api['POST /api/schedule/{rule_id}/resume'].safe({ params })
    setResuming(false)
    if (!answer.ok) return toast.failed(answer.error, 'Failed to resume this work')
    sayDone('Visits resumed', answer.data.edit_id)
    leave()
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={css.fields} inert={form.sending || resuming}>
        {pause && (
          <Text size="sm">
            {pause.from > today
              ? `A pause is planned from ${dayLabel(pause.from)}`
              : `Paused since ${dayLabel(pause.from)}`}
            {pause.resume_on ? ` until ${dayLabel(pause.resume_on)}.` : ', until you resume it.'}
          </Text>
        )}
        <div className={css.row}>
          <DateField
            label="Paused from"
            value={from}
            onChange={(date) => form.setValues({ from: date })}
            minDate={pause && pause.from < today ? pause.from : today}
            error={form.errors.from}
            data-autofocus
          />
          <DateField
            label="Goes on from"
            placeholder="Until resumed"
            clearable
            value={resume_on}
            onChange={(date) => form.setValues({ resume_on: date })}
            minDate={from && from > today ? from : today}
            error={form.errors.resume_on}
          />
        </div>
        <Textarea
          label="Reason"
          description="For the office; the customer does not see it."
          autosize
          minRows={2}
          maxLength={500}
          value={form.values.reason}
          onChange={(event) => form.setValues({ reason: event.currentTarget.value })}
          error={form.errors.reason}
        />
        <p className={css.preview}>
          Visits from {dayLabel(from ?? today)} stay on the schedule, greyed, and are not billed.{' '}
          {resume_on
            ? `Visits resume on ${dayLabel(resume_on)}.`
            : 'Visits stay paused until you resume them.'}
        </p>
        <FormProblem text={form.problem} />
      </div>
      <SheetFoot>
        <FormFoot form={form} action={pause ? 'Save' : 'Pause'} away="Close">
          {pause && (
            <Button
              variant="default"
              leftSection={<CirclePlay size={17} aria-hidden />}
              loading={resuming}
              onClick={() => void resume()}
            >
              {pause.from > today ? 'Do not pause' : 'Resume now'}
            </Button>
          )}
        </FormFoot>
      </SheetFoot>
    </form>
  )
}
