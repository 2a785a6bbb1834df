import { Stack, Text } from '@mantine/core'
import type { Upcoming } from '../../../api/requests.ts'
import { api } from '../../client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { longDayLabel } from '../../ui/when.ts'
import { reloadUpcoming } from '../../portal/queries.ts'

/** Cancels one visit: at once in good time, by asking when it is close. Says which before anything happens. */
export function CancelVisit({ visit, onClose }: { visit: Upcoming; onClose: () => void }) {
  const isAtOnce = visit.cancel === 'immediate'
  const cancel = async () => {
    const { outcome } = await api['POST /api/users/cancel-service']({
      body: { date: visit.date, occurrence_id: visit.occurrence_id, service_id: visit.service.id },
    })
    toast.done(outcome === 'cancelled' ? 'Service cancelled' : 'Request Sent')
    await reloadUpcoming()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Cancel this service?"
      confirm={isAtOnce ? 'Cancel service' : 'Ask to cancel'}
      cancel="Keep it"
      danger
      failure="Failed to cancel service"
      onConfirm={cancel}
    >
      <Stack gap="xs">
        <Text fw={600}>
          {visit.service.label}, {longDayLabel(visit.date)}
        </Text>
        <Text>
          {isAtOnce
            ? 'It is cancelled at once. Later services stay as planned.'
            : `It is close to its start, so this is a request: ${visit.organization_name ?? 'the business'} has to agree to it.`}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
