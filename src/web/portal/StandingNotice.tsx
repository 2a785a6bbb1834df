import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { portalRules, type Standing } from '../../domain/portal.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { api } from '../client.ts'
import { queryClient } from '../query-client.ts'
import { useToday } from '../today.ts'
import { toast } from '../ui/toast.tsx'
import { longDayLabel } from '../ui/when.ts'
import { Notice } from '../ui/Notice.tsx'
import { reloadUpcoming, standingQuery } from './queries.ts'

/** 'Paused until Friday, December 4'; 'Paused' without an end date. */
function pauseTitle({ paused_from, resume_on }: Standing, today: LocalDate): string {
  const until = resume_on ? ` until ${longDayLabel(resume_on)}` : ''
  return paused_from && paused_from > today
    ? `Paused from ${longDayLabel(paused_from)}${until}`
    : `Paused${until}`
}

/** Says when the services rest, with the way to go on, or that the account is closed. Nothing while all is as usual. */
export function StandingNotice() {
  const standing = useQuery(standingQuery).data
  const today = useToday()
  const resume = useMutation({
    mutationFn: () => api['POST /api/users/resume'](),
    onSuccess: (now) => {
      queryClient.setQueryData(standingQuery.queryKey, now)
      toast.done('Your services go on')
      return reloadUpcoming()
    },
    onError: (error) => toast.failed(error, 'Could not resume your services'),
  })
  if (!standing) return null
  const closed = portalRules.act(standing)
  if (closed) return <Notice>{closed.sentence}</Notice>
  if (standing.status !== 'paused') return null
  return (
    <Notice title={pauseTitle(standing, today)}>
      <Group justify="space-between" gap="sm">
        <span>
          {standing.resume_on
            ? 'Your services go on by themselves on that day.'
            : 'Your services rest until you or the office resume them.'}
        </span>
        <Button
          variant="default"
          leftSection={<Play size={16} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume now
        </Button>
      </Group>
    </Notice>
  )
}
