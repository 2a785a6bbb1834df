import { Button, Group, Text } from '@mantine/core'
import { CalendarClock, ChevronDown, Clock, MapPin, Truck, UsersRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Upcoming } from '../../api/requests.ts'
import { addressLine } from '../../domain/base/contact.ts'
import type { UpcomingState } from '../../domain/schedule/request.ts'
import type { Refusal } from '../../domain/base/rule.ts'
import { api } from '../app/client.ts'
import { StatusChip, type Tone } from '../ui/StatusChip.tsx'
import { toast } from '../ui/toast.tsx'
import { dayLabel, longDayLabel } from '../ui/when.ts'
import css from './portal.module.css'
import { reloadUpcoming } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'
import { isComing } from './upcoming.ts'

type Ask = (kind: 'reschedule' | 'cancel') => void
type Props = { visit: Upcoming; closed: Refusal | null; ask: Ask }

const tones: Partial<Record<UpcomingState, Tone>> = {
  reschedule_requested: 'wait',
  cancel_requested: 'wait',
  rescheduled: 'good',
  on_the_way: 'info',
  held: 'bad',
  completed: 'good',
  paused: 'info',
  to_be_rescheduled: 'wait',
  cancelled: 'calm',
}

const StateChip = ({ state }: { state: UpcomingState }) => {
  const words = useWords(portalWords)
  const tone = tones[state]
  return tone ? <StatusChip tone={tone}>{words.state(state)}</StatusChip> : null
}

/** What was asked about a visit does not hide that its crew is coming. */
const StateChips = ({ visit }: { visit: Upcoming }) => (
  <Group gap="xs">
    <StateChip state={visit.state} />
    {visit.state !== 'on_the_way' && visit.on_the_way_at && <StateChip state="on_the_way" />}
  </Group>
)

/** The visit does not take place on that date, but is not cancelled. */
const rests = ({ state }: Upcoming): boolean => state === 'paused' || state === 'to_be_rescheduled'

const asked = ({ request }: Upcoming): boolean => request?.status === 'requested'

/** Of a closed account the notice above says why; of a paused one, what to do; what is on hold the office places. What was asked before can be taken back. */
const hasActs = (visit: Upcoming, closed: Refusal | null): boolean =>
  visit.state !== 'completed' && (!rests(visit) || asked(visit)) && !closed

function useTimeText({ start_minutes, arrival_window_minutes }: Upcoming): string {
  const words = useWords(portalWords)
  return start_minutes === null
    ? words.unscheduled
    : words.arrival(start_minutes, arrival_window_minutes)
}

/** The next visit, large. */
export function NextVisit({ visit, closed, ask }: Props) {
  const words = useWords(portalWords)
  const time = useTimeText(visit)
  const address = addressLine(visit.address)
  return (
    <article
      className={css.next}
      data-off={visit.cancelled || undefined}
      data-rests={rests(visit) || undefined}
      aria-label={words.nextService(visit.service.label, longDayLabel(visit.date))}
    >
      <Group justify="space-between" align="flex-start">
        <div>
          <div className={css.day}>{longDayLabel(visit.date)}</div>
          <Text fw={600} fz="lg">
            {visit.service.label}
          </Text>
        </div>
        <StateChips visit={visit} />
      </Group>
      <ul className={css.facts}>
        {isComing(visit) && (
          <Fact icon={<Truck size={17} aria-hidden />}>
            <strong>{visit.underway ? words.atWork : words.comingNow}</strong>
          </Fact>
        )}
        <Fact icon={<Clock size={17} aria-hidden />}>{time}</Fact>
        {address && <Fact icon={<MapPin size={17} aria-hidden />}>{address}</Fact>}
        {visit.team && <Fact icon={<UsersRound size={17} aria-hidden />}>{visit.team}</Fact>}
        {visit.rescheduled && (
          <Fact icon={<CalendarClock size={17} aria-hidden />}>
            {words.movedFrom(dayLabel(visit.original_date))}
          </Fact>
        )}
      </ul>
      <Denied visit={visit} />
      <Acts visit={visit} closed={closed} ask={ask} />
    </article>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

/** One of the visits after the next: a line that unfolds what can be done about it. */
export function VisitLine({ visit, closed, ask }: Props) {
  const time = useTimeText(visit)
  const line = (
    <>
      <span className={css.what}>
        <strong>{dayLabel(visit.date)}</strong> <span className={css.time}>{time}</span>{' '}
        <span>{visit.service.label}</span>
      </span>
      <StateChips visit={visit} />
    </>
  )
  return (
    <li data-off={visit.cancelled || undefined} data-rests={rests(visit) || undefined}>
      {hasActs(visit, closed) ? (
        <details>
          <summary className={css.visit}>
            {line}
            <ChevronDown size={18} aria-hidden className={css.chevron} />
          </summary>
          <div className={css.under}>
            <Acts visit={visit} closed={closed} ask={ask} small />
          </div>
        </details>
      ) : (
        <div className={css.visit}>{line}</div>
      )}
      <div className={css.under}>
        <Denied visit={visit} />
      </div>
    </li>
  )
}

function Denied({ visit }: { visit: Upcoming }) {
  const text = useWords(portalWords).denied(visit)
  return text === null ? null : (
    <Text fz="sm" c="dimmed" mt={4}>
      {text}
    </Text>
  )
}

function Acts({ visit, closed, ask, small = false }: Props & { small?: boolean }) {
  const words = useWords(portalWords)
  const isAsked = asked(visit)
  const isResting = rests(visit)
  if (!hasActs(visit, closed)) return null
  const size = small ? 'xs' : 'sm'
  const about = `${visit.service.label}, ${longDayLabel(visit.date)}`
  return (
    <Group gap="xs" className={css.acts}>
      {!isResting && (
        <Button
          size={size}
          variant={small ? 'default' : 'filled'}
          disabled={isAsked || visit.cancelled}
          onClick={() => ask('reschedule')}
          aria-description={about}
        >
          {visit.state === 'reschedule_requested' ? words.requestSent : words.askReschedule}
        </Button>
      )}
      {isAsked && visit.request ? (
        <Withdraw size={size} id={visit.request.id} about={about} />
      ) : (
        <Button
          size={size}
          variant="subtle"
          color="red"
          className={css.skip}
          disabled={visit.cancelled}
          onClick={() => ask('cancel')}
          aria-description={about}
        >
          {visit.recurring ? words.skip : words.cancel}
        </Button>
      )}
    </Group>
  )
}

function Withdraw({ id, size, about }: { id: string; size: 'xs' | 'sm'; about: string }) {
  const words = useWords(portalWords)
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    setBusy(true)
    const answer = await api['POST /api/users/requests/{id}/withdraw'].safe({ params: { id } })
    if (answer.ok) toast.done(words.withdrawn)
    else toast.failed(answer.error, words.requestFailed)
    await reloadUpcoming()
    setBusy(false)
  }
  return (
    <Button
      size={size}
      variant="subtle"
      loading={busy}
      onClick={() => void withdraw()}
      aria-description={about}
    >
      {words.withdraw}
    </Button>
  )
}
