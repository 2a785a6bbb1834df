import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import {
  clockOf,
  type ShiftToReview,
  type TimesheetShift,
} from '../../../domain/people/timesheet.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { refreshHours, type Hours } from './queries.ts'
import { ShiftSheet } from './ShiftSheet.tsx'
import css from './timesheets.module.css'
import { whyChecked } from './why-checked.ts'

/** Shifts over 14 hours, sent after their days were approved or with a break to check, of any week, to be corrected or confirmed; they count from then on. Nothing if there are none. */
export function ToReview({ hours }: { hours: Hours }) {
  const correct = useSheet<{ shift: TimesheetShift }>('long-shift')
  const confirm = useSheet<{ one: ShiftToReview }>('right-shift')
  if (!hours.to_review.length && !correct.opened && !confirm.opened) return null
  return (
    <>
      {hours.to_review.length > 0 && (
        <section aria-label="Shifts to check">
          <Alert
            color="red"
            variant="light"
            icon={<TriangleAlert size={18} aria-hidden />}
            title="Shifts to check"
          >
            They don’t count until you correct or approve them.
            <ul className={css.review}>
              {hours.to_review.map((one) => (
                <LongShift
                  key={one.shift.id}
                  one={one}
                  zone={hours.time_zone}
                  correct={() => correct.show({ shift: one.shift })}
                  confirm={() => confirm.show({ one })}
                />
              ))}
            </ul>
          </Alert>
        </section>
      )}
      <ShiftSheet
        key={correct.key}
        opened={correct.opened}
        onClose={correct.hide}
        shift={correct.about?.shift ?? null}
        zone={hours.time_zone}
      />
      <RightSheet
        key={`right ${confirm.key}`}
        opened={confirm.opened}
        onClose={confirm.hide}
        one={confirm.about?.one ?? null}
      />
    </>
  )
}

type LongProps = { one: ShiftToReview; zone: string; correct: () => void; confirm: () => void }

function LongShift({ one: { name, shift }, zone, correct, confirm }: LongProps) {
  return (
    <li>
      <span>
        <strong>{name}</strong>, {clockOf(shift.minutes)} hours:{' '}
        {momentLabel(shift.started_at, zone)} –{' '}
        {shift.ended_at ? momentLabel(shift.ended_at, zone) : 'still on the clock'}.{' '}
        {whyChecked(shift).sentence}
      </span>
      <Group gap="xs">
        <Button size="sm" variant="default" aria-label={`Correct: ${name}`} onClick={correct}>
          Correct
        </Button>
        {shift.ended_at && (
          <Button size="sm" variant="default" aria-label={`Approve: ${name}`} onClick={confirm}>
            Approve
          </Button>
        )}
      </Group>
    </li>
  )
}

type RightProps = { opened: boolean; onClose: () => void; one: ShiftToReview | null }

/** Says that a long shift is right; the reason stays on record. */
function RightSheet({ opened, onClose, one }: RightProps) {
  const cache = useQueryClient()
  const form = useActionForm<{ reason: string }, unknown>({
    initialValues: { reason: '' },
    validate: ({ reason }) => (reason.trim().length < 3 ? { reason: 'Say why' } : {}),
    failure: 'Failed to save changes',
    send: ({ reason }) =>
      api['PATCH /api/owner/timesheets']({ body: { shift_id: one?.shift.id ?? '', reason } }),
    sent: async () => {
      toast.done('The shift counts')
      onClose()
      await refreshHours(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Count ${clockOf(one?.shift.minutes ?? 0)} hours of ${one?.name ?? ''}`}
      form={form}
      action="Count this shift"
    >
      <Textarea label="Reason" required data-autofocus rows={2} {...form.getInputProps('reason')} />
    </FormSheet>
  )
}
