import { Stack, Text } from '@mantine/core'
import type { Upcoming } from '../../api/requests.ts'
import { api } from '../app/client.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toast } from '../ui/toast.tsx'
import { longDayLabel } from '../ui/when.ts'
import { reloadUpcoming } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'

/** Cancels one visit, or skips one of a series: at once in good time, by asking when it is close. Says which before anything happens. */
export default function CancelVisit({ visit, onClose }: { visit: Upcoming; onClose: () => void }) {
  const words = useWords(portalWords)
  const isAtOnce = visit.cancel === 'immediate'
  const said = visit.recurring
    ? { immediate: words.skipNow, request: words.skipAsk }
    : { immediate: words.cancelNow, request: words.cancelAsk }
  const cancel = async () => {
    const { outcome } = await api['POST /api/users/cancel-service']({
      body: { date: visit.date, occurrence_id: visit.occurrence_id, service_id: visit.service.id },
    })
    const done = visit.recurring ? words.skipped : words.cancelled
    toast.done(outcome === 'cancelled' ? done : words.requestSent)
    await reloadUpcoming()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={visit.recurring ? words.skipTitle : words.cancelTitle}
      confirm={said[visit.cancel]}
      cancel={words.keepIt}
      danger
      failure={words.cancelFailed}
      onConfirm={cancel}
    >
      <Stack gap="xs">
        <Text fw={600}>
          {visit.service.label}, {longDayLabel(visit.date)}
        </Text>
        <Text>
          {isAtOnce
            ? visit.recurring
              ? words.skipNowText
              : words.cancelNowText
            : words.cancelAskText(visit.organization_name ?? words.theBusiness)}
        </Text>
        <Text c="dimmed" fz="sm">
          {isAtOnce
            ? words.untilBefore(visit.cancel_cutoff_hours)
            : words.sinceBefore(visit.cancel_cutoff_hours)}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
