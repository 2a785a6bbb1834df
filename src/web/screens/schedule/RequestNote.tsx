import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { CustomerRequest } from '../../../domain/request.ts'
import { dayLabel } from '../../ui/when.ts'
import { resolveRequest } from './visit-acts.ts'

type Props = { request: CustomerRequest; onDone: () => void; onReschedule: () => void; onCancel: () => void }

/** What the customer asked for, above the appointment it is about. */
export function RequestNote({ request, onDone, onReschedule, onCancel }: Props) {
  const [busy, setBusy] = useState(false)
  const isCancel = request.action === 'cancel'
  const deny = async () => {
    setBusy(true)
    const done = await resolveRequest(request.id, 'denied')
    setBusy(false)
    if (done) onDone()
  }
  return (
    <Alert color="honey" variant="light" mb="md" title={isCancel ? 'The customer asks to cancel' : 'The customer asks for another date'}>
      {request.reason && <p style={{ margin: '0 0 8px' }}>“{request.reason}”</p>}
      {request.preferred_dates.length > 0 && <p style={{ margin: '0 0 8px' }}>Would suit: {request.preferred_dates.map(dayLabel).join(', ')}</p>}
      <Group gap={8}>
        <Button size="compact-md" onClick={isCancel ? onCancel : onReschedule}>
          {isCancel ? 'Approve' : 'Choose a date'}
        </Button>
        <Button size="compact-md" variant="default" loading={busy} onClick={() => void deny()}>
          Deny
        </Button>
      </Group>
    </Alert>
  )
}
