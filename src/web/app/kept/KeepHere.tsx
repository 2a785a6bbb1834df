import { Button } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import { addDays, startOfWeek, type LocalDate } from '../../../domain/base/dates.ts'
import { isPhoto } from '../../../domain/base/file.ts'
import { hasRole, leaderRoles } from '../../../domain/base/roles.ts'
import { followNewApps, keepAppHere, loadNewApp } from '../app-worker.ts'
import { useIdentity } from '../auth.ts'
import { api } from '../client.ts'
import { keepAnswers } from '../kept-answers.ts'
import { useMe } from '../me.ts'
import { keepPicture, keptPictures } from '../seen-pictures.ts'
import { queryClient } from '../query-client.ts'
import { useToday } from '../today.ts'
import { organizationQuery, requestsQuery, windowQuery } from '../../shared/visits/queries.ts'
import { useWords } from '../words.ts'
import css from './kept.module.css'
import { keptWords } from '../../../words/en/kept.ts'

/** The first screen comes first. */
const later_ms = 4000
/** Of one day, fetched at a time. */
const mostPhotos = 40
/** What the office changes on the coming days reaches the phone this soon. */
const often_ms = 5 * 60_000

/** Keeps the application and the next days on a crew's phone, and offers a new version where one waits. */
export default function KeepHere() {
  const me = useMe()
  const today = useToday()
  const whose = useIdentity()?.profile.sub ?? null
  const isLeader = hasRole(me.roles, leaderRoles)
  useEffect(() => (whose === null ? undefined : keepAnswers(whose)), [whose])
  useEffect(() => {
    const timer = setTimeout(() => {
      void fetchDays(today, isLeader)
      void keepAppHere().catch(() => undefined)
    }, later_ms)
    const again = setInterval(() => void fetchDays(today, isLeader), often_ms)
    return () => {
      clearTimeout(timer)
      clearInterval(again)
    }
  }, [today, isLeader])
  return <NewVersion />
}

/** Today and the next two days, and what the other screens show. */
async function fetchDays(today: LocalDate, isLeader: boolean): Promise<void> {
  const days = [today, addDays(today, 1), addDays(today, 2)]
  const weeks = new Set(days.map((day) => startOfWeek(day)))
  const windows = [
    ...days.map((day) => windowQuery(day, day)),
    ...[...weeks].map((first) => windowQuery(first, addDays(first, 6))),
  ]
  // One after the other: what is on screen has the connection to itself.
  for (const window of windows) await queryClient.prefetchQuery(window)
  await keepPhotos(await queryClient.fetchQuery(windowQuery(today, today)).catch(() => null))
  await queryClient.prefetchQuery(organizationQuery)
  await queryClient.prefetchQuery(api['GET /api/crew/shifts/current'].query())
  await queryClient.prefetchQuery(api['GET /api/crew/team'].query())
  await queryClient.prefetchQuery(api['GET /api/products'].query())
  await queryClient.prefetchQuery(api['GET /api/crew/services'].query())
  if (!isLeader) return
  await queryClient.prefetchQuery(requestsQuery)
  await queryClient.prefetchQuery(api['GET /api/crew/customers'].query())
}

/** Small copies of all photos of today's stops. */
async function keepPhotos(window: ScheduleWindow | null): Promise<void> {
  const has = await keptPictures().catch(() => null)
  if (!window || !has) return
  const photos = window.occurrences.flatMap(({ files }) => files.filter(isPhoto))
  for (const { id } of photos.filter((photo) => !has.has(photo.id)).slice(0, mostPhotos)) {
    const found = await api['GET /api/photos/{id}'].safe({
      params: { id },
      query: { size: 'small' },
    })
    if (!found.ok) return
    const bytes: Blob = found.data
    await keepPicture(id, await bytes.arrayBuffer(), bytes.type).catch(() => undefined)
  }
}

/** A page is never replaced under somebody's hands: they say when. */
function NewVersion() {
  const words = useWords(keptWords)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => followNewApps(() => setWaiting(true)), [])
  if (!isWaiting) return null
  return (
    <output className={css.newVersion}>
      <Sparkles size={18} aria-hidden />
      <span>{words.newVersion}</span>
      <Button size="sm" variant="default" onClick={() => void loadNewApp()}>
        {words.reload}
      </Button>
    </output>
  )
}
