import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Upcoming } from '../../api/requests.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { preferredDatesMax, reasonLimit } from '../../domain/schedule/request.ts'
import { api } from '../app/client.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useActionForm } from '../ui/action-form.ts'
import { Bars, Loaded } from '../ui/Page.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Unsaved } from '../ui/unsaved.tsx'
import { dayLabel, longDayLabel } from '../ui/when.ts'
import { PillChecks } from '../ui/Pills.tsx'
import { openDatesQuery, reloadUpcoming } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'
import { PickDay } from './PickDay.tsx'

const closesAfterMs = 900

/** Moves a visit to an open day at once, or asks the business for another date. */
export default function RequestSheet({ visit, onClose }: { visit: Upcoming; onClose: () => void }) {
  const words = useWords(portalWords)
  const [done, setDone] = useState<string | null>(null)
  const [asks, setAsks] = useState(false)
  const open = useQuery({ ...openDatesQuery(visit.occurrence_id), enabled: done === null })
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(onClose, closesAfterMs)
    return () => clearTimeout(timer)
  }, [done, onClose])
  // What was typed stays, even if days open meanwhile.
  const stay = useCallback(() => setAsks(true), [])
  const finish = (text: string) => {
    setDone(text)
    void reloadUpcoming()
  }
  return (
    <Sheet opened onClose={onClose} title={words.askReschedule} size="sm">
      {done !== null ? (
        <Done text={done} />
      ) : (
        <Loaded of={open} failure={words.datesFailed} skeleton={<Bars rows={4} height={48} />}>
          {({ dates, wishes }) =>
            dates.length > 0 && !asks ? (
              <PickDay visit={visit} dates={dates} onAsk={() => setAsks(true)} onDone={finish} />
            ) : (
              <AskForm visit={visit} wishes={wishes} onShown={stay} onDone={finish} />
            )
          }
        </Loaded>
      )}
    </Sheet>
  )
}

type Values = { note: string; days: LocalDate[] }

function AskForm({
  visit,
  wishes,
  onShown,
  onDone,
}: {
  visit: Upcoming
  wishes: readonly LocalDate[]
  onShown: () => void
  onDone: (text: string) => void
}) {
  const words = useWords(portalWords)
  useEffect(onShown, [onShown])
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
    sent: () => onDone(words.requestSent),
  })
  // A visit that is moved meanwhile has other days around it; what was chosen stays in sight, to be sent or taken back.
  const days = [...new Set([...wishes, ...form.values.days])].toSorted()
  return (
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
  )
}

const Done = ({ text }: { text: string }) => (
  <Stack component="output" align="center" py="lg" gap="xs">
    <CircleCheck size={36} color="var(--mantine-color-anchor)" aria-hidden />
    <Text fw={650}>{text}</Text>
  </Stack>
)
