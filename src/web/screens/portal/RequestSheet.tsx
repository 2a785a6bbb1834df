import { Button, Stack, Text, Textarea } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Upcoming } from '../../../api/requests.ts'
import type { LocalDate } from '../../../domain/dates.ts'
import { preferredChoices, preferredDatesMax, reasonLimit } from '../../../domain/request.ts'
import { api } from '../../client.ts'
import { useToday } from '../../today.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { dayLabel, longDayLabel } from '../../ui/when.ts'
import { PillChecks } from '../../ui/Pills.tsx'
import { reloadUpcoming } from '../../portal/queries.ts'
import { portalWords } from '../../portal/words.ts'
import { useWords } from '../../words.ts'

const closesAfterMs = 900

type Values = { note: string; days: LocalDate[] }

/** Asks the business for another date. */
export function RequestSheet({ visit, onClose }: { visit: Upcoming; onClose: () => void }) {
  const words = useWords(portalWords)
  const [isSent, setSent] = useState(false)
  const today = useToday()
  const form = useActionForm<Values, unknown>({
    initialValues: { note: '', days: [] },
    validate: {
      note: (text: string) =>
        text.trim().length > reasonLimit ? words.noteTooLong(reasonLimit) : null,
    },
    failure: words.requestFailed,
    fields: { reason: 'note', preferred_dates: 'days' },
    send: ({ note, days }) =>
      api['POST /api/users/request-reschedule']({
        body: {
          date: visit.date,
          occurrence_id: visit.occurrence_id,
          service_id: visit.service.id,
          reason: note.trim() || null,
          preferred_dates: days.toSorted(),
        },
      }),
    sent: () => {
      setSent(true)
      void reloadUpcoming()
    },
  })
  // A visit that is moved meanwhile has other days around it; what was chosen stays in sight, to be sent or taken back.
  const days = [
    ...new Set([...preferredChoices({ date: visit.date, today }), ...form.values.days]),
  ].toSorted()
  useEffect(() => {
    if (!isSent) return
    const timer = setTimeout(onClose, closesAfterMs)
    return () => clearTimeout(timer)
  }, [isSent, onClose])
  return (
    <Sheet opened onClose={onClose} title={words.askReschedule} size="sm">
      {isSent ? (
        <Sent />
      ) : (
        <form onSubmit={form.submit} noValidate>
          <Stack>
            <Text>
              {visit.service.label}, {longDayLabel(visit.date)}.{' '}
              {words.otherDate(visit.organization_name ?? words.theBusinessFirst)}
            </Text>
            <PillChecks
              wide
              legend={words.daysThatSuit(preferredDatesMax)}
              options={days.map((day) => ({ value: day, label: dayLabel(day) }))}
              value={form.values.days}
              onChange={(chosen) => form.setValues({ days: chosen })}
              most={preferredDatesMax}
            />
            {form.errors.days && (
              <Text c="red" fz="sm" role="alert">
                {form.errors.days}
              </Text>
            )}
            <Textarea
              label={words.note}
              description={words.noteAbout(reasonLimit - form.values.note.trim().length)}
              autosize
              minRows={3}
              maxRows={8}
              maxLength={reasonLimit}
              {...form.getInputProps('note')}
            />
            <Unsaved values={form.values} />
            <FormProblem text={form.problem} />
            <Button type="submit" loading={form.sending}>
              {words.sendRequest}
            </Button>
          </Stack>
        </form>
      )}
    </Sheet>
  )
}

const Sent = () => (
  <Stack component="output" align="center" py="lg" gap="xs">
    <CircleCheck size={36} color="var(--mantine-color-anchor)" aria-hidden />
    <Text fw={650}>{useWords(portalWords).requestSent}</Text>
  </Stack>
)
