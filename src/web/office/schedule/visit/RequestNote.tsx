import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { reasonLimit, type CustomerRequest } from '../../../../domain/schedule/request.ts'
import { dayLabel } from '../../../ui/when.ts'
import { visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import { Refusable } from '../../../ui/Refusable.tsx'
import { resolveRequest } from '../../../shared/visits/visit-acts.ts'
import { useWords } from '../../../app/words.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { wishedDates } from './reschedule-choice.ts'
import { TeamLoad } from './TeamLoad.tsx'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type Props = {
  request: CustomerRequest
  visit: Visit
  calendar: Calendar
  onDone: () => void
  /** Opens what says yes: the choice of a date, or the question whether to cancel. */
  onApprove: () => void
}

const focus = (field: HTMLTextAreaElement | null) => field?.focus()

/** What the customer asked for, above the appointment it is about. */
export function RequestNote({ request, visit, calendar, onDone, onApprove }: Props) {
  const words = useWords(appointmentWords)
  const [busy, setBusy] = useState(false)
  /** Why not, while it is being written. */
  const [reason, setReason] = useState<string | null>(null)
  const isCancel = request.action === 'cancel'
  const wishes = isCancel ? [] : wishedDates(request, calendar.today)
  const deny = async () => {
    setBusy(true)
    const done = await resolveRequest(request.id, 'denied', reason?.trim() || null)
    setBusy(false)
    if (done) onDone()
  }
  return (
    <Alert
      color="honey"
      variant="light"
      mb="md"
      title={isCancel ? words.asksCancel : words.asksOtherDate}
    >
      {request.reason && <p style={{ margin: '0 0 8px' }}>“{request.reason}”</p>}
      {wishes.length > 0 && (
        <>
          <p style={{ margin: 0 }}>{words.wouldSuit}</p>
          <ul style={{ margin: '0 0 8px', paddingLeft: 20 }}>
            {wishes.map((date) => (
              <li key={date}>
                {dayLabel(date)}
                <TeamLoad visit={visit} date={date} teams={calendar.teams} />
              </li>
            ))}
          </ul>
        </>
      )}
      {reason !== null && (
        <Textarea
          ref={focus}
          label={words.whyNot}
          description={words.whyNotAbout}
          autosize
          minRows={2}
          maxLength={reasonLimit}
          mb={8}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group gap={8}>
        {reason === null ? (
          <>
            <Refusable
              size="compact-md"
              refusal={isCancel ? null : visitRules.reschedule(visit)}
              onClick={onApprove}
            >
              {isCancel || wishes.length > 0 ? words.approve : words.chooseDate}
            </Refusable>
            <Button size="compact-md" variant="default" onClick={() => setReason('')}>
              {words.deny}
            </Button>
          </>
        ) : (
          <>
            <Button size="compact-md" loading={busy} onClick={() => void deny()}>
              {words.denyRequest}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => setReason(null)}>
              {words.back}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  )
}

/** Whether the request that a sheet was opened with is still open, the one to answer with it, and what it said. */
export function useAsked(request: CustomerRequest | null | undefined) {
  const [asked] = useState(request ?? null)
  const isClosed = asked !== null && asked.id !== request?.id
  return { asked, isClosed, request_id: isClosed ? undefined : asked?.id }
}

/** Says that a customer's request needs no answer any more. `then`: what is still possible. */
export const RequestClosed = ({ then = '' }: { then?: string }) => (
  <Alert color="gray" variant="light" mb="md">
    <output>
      {useWords(appointmentWords).requestClosed}
      {then && ` ${then}`}
    </output>
  </Alert>
)
