import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { grouped } from '../../domain/base/grouped.ts'
import type { OwnSeries } from '../../domain/flows/portal.ts'
import { api } from '../app/client.ts'
import { ownSeriesQuery, reloadUpcoming, standingQuery, useClosed } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { queryClient } from '../app/query-client.ts'
import { useToday } from '../app/today.ts'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import { longDayLabel } from '../ui/when.ts'
import { useWords } from '../app/words.ts'

const PauseOwnSheet = lazy(() => import('./PauseOwnSheet.tsx'))

/** What of the customer's work is paused, each with a way to resume it. */
export function PausedSeries() {
  const series = useQuery(ownSeriesQuery).data?.series ?? []
  const groups = grouped(
    series.filter(({ pause }) => pause !== null),
    ({ pause }) => `${pause?.from} ${pause?.resume_on}`,
  )
  return [...groups].map(([key, together]) => <PausedNotice key={key} series={together} />)
}

function PausedNotice({ series }: { series: readonly OwnSeries[] }) {
  const words = useWords(portalWords)
  const today = useToday()
  const closed = useClosed()
  const resume = useMutation({
    mutationFn: () =>
      api['POST /api/users/series/resume']({
        body: { series_ids: series.map(({ series_id }) => series_id) },
      }),
    onSuccess: (now) => {
      queryClient.setQueryData(ownSeriesQuery.queryKey, now)
      toast.done(words.resumed)
      return reloadUpcoming()
    },
    onError: (error) => toast.failed(error, words.resumeFailed),
  })
  const pause = series[0]?.pause
  if (!pause) return null
  const { from, resume_on } = pause
  const days = words.paused({
    from: from > today ? longDayLabel(from) : null,
    until: resume_on && longDayLabel(resume_on),
  })
  return (
    <Notice title={`${series.map(({ label }) => label).join(', ')}: ${days}`}>
      <Group justify="space-between" gap="sm">
        <span>{resume_on ? words.goOnThen : words.restUntilResumed}</span>
        {!closed && (
          <Button
            variant="default"
            leftSection={<Play size={16} aria-hidden />}
            loading={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {words.resume}
          </Button>
        )}
      </Group>
    </Notice>
  )
}

/** Opens the sheet to pause what is running; nothing if there is none. */
export function PauseButton() {
  const words = useWords(portalWords)
  const list = useQuery(ownSeriesQuery).data
  const standing = useQuery(standingQuery).data
  const sheet = useSheet('pause')
  const isRunning = list?.series.some(({ pause }) => pause === null)
  if (!list || !isRunning || standing?.status !== 'active') return null
  return (
    <>
      <Button
        variant="default"
        mih={44}
        leftSection={<Pause size={16} aria-hidden />}
        onClick={() => sheet.show(true)}
      >
        {words.pauseOpen}
      </Button>
      {sheet.opened && (
        <Suspense>
          <PauseOwnSheet key={sheet.key} list={list} opened onClose={sheet.hide} />
        </Suspense>
      )}
    </>
  )
}
