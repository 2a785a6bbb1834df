import { Stack, Text } from '@mantine/core'
import type { Upcoming } from '../../../api/requests.ts'
import { api } from '../../client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { longDayLabel } from '../../ui/when.ts'
import { reloadUpcoming } from '../../portal/queries.ts'
import { portalWords } from '../../portal/words.ts'
import { useWords } from '../../words.ts'

/** Cancels one visit: at once in good time, by asking when it is close. Says which before anything happens. */
export function CancelVisit({ visit, onClose }: { visit: Upcoming; onClose: () => void }) {
  const words = useWords(portalWords)
  const isAtOnce = visit.cancel === 'immediate'
  const cancel = async () => {
    const { outcome } = await api['POST /api/users/cancel-service']({
      body: { date: visit.date, occurrence_id: visit.occurrence_id, service_id: visit.service.id },
    })
    toast.done(outcome === 'cancelled' ? words.cancelled : words.requestSent)
    await reloadUpcoming()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.cancelTitle}
      confirm={isAtOnce ? words.cancelNow : words.cancelAsk}
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
            ? words.cancelNowText
            : words.cancelAskText(visit.organization_name ?? words.theBusiness)}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
