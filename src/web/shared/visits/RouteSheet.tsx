import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteSuggestion } from '../../../api/visits.ts'
import { clockText, type LocalDate } from '../../../domain/base/dates.ts'
import { durationText } from '../../../domain/schedule/shift.ts'
import { api } from '../../app/client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Leave } from '../../ui/unsaved.tsx'
import { useWords } from '../../app/words.ts'
import { cachedVisit, reloadSchedule } from './queries.ts'
import css from './route.module.css'
import { RouteMap } from './RouteMap.tsx'
import { customerText } from './visit-text.ts'
import { visitWords } from '../../../words/en/visits.ts'

/** A team's day; null is work without a team. */
export type RouteDay = { date: LocalDate; team_id: string | null; name: string }
type Props = { route: RouteDay; opened: boolean; onClose: () => void }

const suggestion = api['GET /api/schedule/route/suggestion']

/** Suggests a shorter order of a team's day, and says how much it saves before anybody agrees. */
export function RouteSheet({ route, opened, onClose }: Props) {
  const words = useWords(visitWords)
  const { date, team_id, name } = route
  const found = useQuery({
    ...suggestion.query({ query: { date, team_id: team_id ?? 'none' }, timeout_ms: 30_000 }),
    enabled: opened,
    gcTime: 0,
  })
  const { busy, accept } = useAccept(route, onClose)
  const isBetter = found.data !== undefined && differs(found.data)
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={words.orderOf(name)}
      size="lg"
      footer={
        <>
          <Leave disabled={busy}>{words.close}</Leave>
          {isBetter && (
            <Button loading={busy} onClick={() => void accept(found.data.occurrence_ids)}>
              {words.useOrder}
            </Button>
          )}
        </>
      }
    >
      <Loaded of={found} failure={words.orderUnknown} skeleton={<Bars rows={4} height={44} />}>
        {(data) => <Suggestion data={data} />}
      </Loaded>
    </Sheet>
  )
}

/** Takes an order over. */
function useAccept({ date, team_id }: RouteDay, onClose: () => void) {
  const words = useWords(visitWords)
  const [busy, setBusy] = useState(false)
  const accept = async (occurrence_ids: string[]) => {
    setBusy(true)
    const body = { date, team_id, occurrence_ids }
    const answer = await api['PUT /api/schedule/route'].safe({ body })
    setBusy(false)
    if (!answer.ok) return toast.failed(answer.error, words.orderFailed)
    await reloadSchedule()
    toast.done(words.orderTaken)
    onClose()
  }
  return { busy, accept }
}

const orderIn = ({ stops }: RouteSuggestion['now']): string => stops.map(({ id }) => id).join()
const differs = ({ now, suggested }: RouteSuggestion): boolean =>
  orderIn(now) !== orderIn(suggested)

function Suggestion({ data }: { data: RouteSuggestion }) {
  const words = useWords(visitWords)
  const { suggested, places, unknown_ids } = data
  return (
    <>
      <Gain data={data} />
      {unknown_ids.length > 0 && (
        <Alert color="honey" variant="light" mt="sm">
          {words.placesUnknown(unknown_ids.map(nameOf).join(', '))}
        </Alert>
      )}
      <RouteMap stops={suggested.stops} places={places} />
      <ol className={css.stops}>
        {suggested.stops.map(({ id, arrives_minutes }) => (
          <li key={id}>
            <span>{nameOf(id)}</span>
            <span className={css.time}>{clockText(Math.min(arrives_minutes, 1439))}</span>
          </li>
        ))}
      </ol>
      <Text c="dimmed" fz="sm" mt="sm">
        {words.orderAbout}
      </Text>
    </>
  )
}

/** What the suggestion is worth. */
function Gain({ data }: { data: RouteSuggestion }) {
  const words = useWords(visitWords)
  const { now, suggested, saved_minutes } = data
  const isBetter = differs(data)
  return (
    <>
      <Text fw={680} fz="lg">
        {isBetter
          ? saved_minutes > 0
            ? words.savesDriving(durationText(saved_minutes))
            : words.keepsPromises
          : words.alreadyShort}
      </Text>
      <Text c="dimmed">
        {isBetter
          ? words.drivingFromTo(
              durationText(now.drive_minutes),
              durationText(suggested.drive_minutes),
            )
          : words.driving(durationText(now.drive_minutes))}
      </Text>
    </>
  )
}

function nameOf(id: string): string {
  const visit = cachedVisit(id)
  return visit ? customerText(visit) : ''
}
