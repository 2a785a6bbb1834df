import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CreditCard, Play } from 'lucide-react'
import { formatCents } from '../../domain/base/money.ts'
import { portalRules, type Standing } from '../../domain/flows/portal.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { api } from '../app/client.ts'
import { useMe } from '../app/me.ts'
import { queryClient } from '../app/query-client.ts'
import { useToday } from '../app/today.ts'
import { toast } from '../ui/toast.tsx'
import { longDayLabel } from '../ui/when.ts'
import { Notice } from '../ui/Notice.tsx'
import { refusalText, useWords, wordsNow } from '../app/words.ts'
import { reloadUpcoming, standingQuery } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'

/** 'Paused until Friday, December 4'; 'Paused' without an end date. */
const pauseTitle = ({ paused_from, resume_on }: Standing, today: LocalDate): string =>
  wordsNow(portalWords).paused({
    from: paused_from && paused_from > today ? longDayLabel(paused_from) : null,
    until: resume_on && longDayLabel(resume_on),
  })

/**
 * Shows that services are paused, with a way to resume, or that the account is closed. Renders
 * nothing otherwise.
 */
export function StandingNotice() {
  const words = useWords(portalWords)
  const standing = useQuery(standingQuery).data
  const today = useToday()
  const resume = useMutation({
    mutationFn: () => api['POST /api/users/resume'](),
    onSuccess: (now) => {
      queryClient.setQueryData(standingQuery.queryKey, now)
      toast.done(words.resumed)
      return reloadUpcoming()
    },
    onError: (error) => toast.failed(error, words.resumeFailed),
  })
  const me = useMe()
  if (me.organization?.status === 'inactive')
    return <Notice>{words.businessClosed(me.organization.name)}</Notice>
  if (!standing) return null
  const closed = portalRules.act(standing)
  if (closed) return <Notice>{refusalText(closed)}</Notice>
  if (standing.held) return <HeldNotice overdue_cents={standing.held.overdue_cents} />
  if (standing.status !== 'paused') return null
  return (
    <Notice title={pauseTitle(standing, today)}>
      <Group justify="space-between" gap="sm">
        <span>{standing.resume_on ? words.goOnThen : words.restUntilResumed}</span>
        <Button
          variant="default"
          leftSection={<Play size={16} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {words.resume}
        </Button>
      </Group>
    </Notice>
  )
}

/** Why visits wait, and where to pay. */
function HeldNotice({ overdue_cents }: { overdue_cents: number }) {
  const words = useWords(portalWords)
  return (
    <Notice title={words.heldTitle}>
      <Group justify="space-between" gap="sm">
        <span>{words.heldText(formatCents(overdue_cents))}</span>
        <Button
          component={Link}
          to="/app/user/invoices"
          leftSection={<CreditCard size={16} aria-hidden />}
        >
          {words.payOverdue}
        </Button>
      </Group>
    </Notice>
  )
}
