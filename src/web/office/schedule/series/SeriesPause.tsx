import { Button, Text, Textarea } from '@mantine/core'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import type { RulePaused } from '../../../../api/series.ts'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import type { ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { api } from '../../../app/client.ts'
import { useActionForm, type ActionForm } from '../../../ui/action-form.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { sayDone } from '../../../shared/visits/series-wish.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { pausedText } from '../../../shared/visits/visit-text.ts'
import {
  firstPauseDay,
  firstResumeDay,
  pauseBody,
  pauseEffectText,
  pauseStateText,
  pauseValues,
  resumeAction,
  type PauseValues,
} from './pause-form.ts'
import { ToldLater } from './ToldLater.tsx'

type Props = { rule: ScheduleRule; visit: Visit; today: LocalDate; onClose: () => void }

/** Lets one series rest, changes its pause or ends it. The customer's other work goes on. */
export function PauseForm({ rule: { pause }, visit, today, onClose }: Props) {
  const leave = useWhileHere(onClose)
  const { resuming, resume } = useResume(visit, leave)
  const form = useActionForm<PauseValues, RulePaused>({
    initialValues: pauseValues(pause, visit.date, today),
    failure: 'Failed to pause this work',
    send: (values) =>
      api['POST /api/schedule/{rule_id}/pause']({ ...ruleOf(visit), body: pauseBody(values) }),
    sent: ({ edit_id }, { resume_on }) => {
      sayDone(pausedText({ until: resume_on }), edit_id)
      leave()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={css.fields} inert={form.sending || resuming}>
        {pause && <Text size="sm">{pauseStateText(pause, today)}</Text>}
        <PauseFields form={form} first={firstPauseDay(pause, today)} today={today} />
        <ToldLater />
        <FormProblem text={form.problem} />
      </div>
      <SheetFoot>
        <FormFoot form={form} action={pause ? 'Save' : 'Pause'} away="Close">
          {pause && (
            <Button
              variant="default"
              leftSection={<CirclePlay size={17} aria-hidden />}
              loading={resuming}
              onClick={resume}
            >
              {resumeAction(pause, today)}
            </Button>
          )}
        </FormFoot>
      </SheetFoot>
    </form>
  )
}

const ruleOf = (visit: Visit) => ({ params: { rule_id: visit.occurrence_id } })

/** Ends the pause at once. */
function useResume(visit: Visit, leave: () => void) {
  const [resuming, setResuming] = useState(false)
  const resume = async () => {
    setResuming(true)
    const answer = await api['POST /api/schedule/{rule_id}/resume'].safe(ruleOf(visit))
    setResuming(false)
    if (!answer.ok) return toast.failed(answer.error, 'Failed to resume this work')
    sayDone('Visits resumed', answer.data.edit_id)
    leave()
  }
  return { resuming, resume: () => void resume() }
}

type FieldsProps = { form: ActionForm<PauseValues>; first: LocalDate; today: LocalDate }

function PauseFields({ form: { values, errors, setValues }, first, today }: FieldsProps) {
  return (
    <>
      <div className={css.row}>
        <DateField
          label="Paused from"
          value={values.from}
          onChange={(from) => setValues({ from })}
          minDate={first}
          error={errors.from}
          data-autofocus
        />
        <DateField
          label="Resumes on"
          placeholder="Until resumed"
          clearable
          value={values.resume_on}
          onChange={(resume_on) => setValues({ resume_on })}
          minDate={firstResumeDay(values.from, today)}
          error={errors.resume_on}
        />
      </div>
      <Textarea
        label="Reason"
        description="For the office; the customer does not see it."
        autosize
        minRows={2}
        maxLength={500}
        value={values.reason}
        onChange={(event) => setValues({ reason: event.currentTarget.value })}
        error={errors.reason}
      />
      <p className={css.preview}>{pauseEffectText(values, today)}</p>
    </>
  )
}
