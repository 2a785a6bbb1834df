import { Button } from '@mantine/core'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { hasRole } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.tsx'

/** No payments account yet: what it is for and, for the owner, how to get one. */
export function NoAccount() {
  const isOwner = hasRole(useMe().roles, ['owner'])
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const answer = await api['POST /api/owner/stripe/start-onboarding'].safe({
      body: { return_path: location.pathname },
      timeout_ms: 20_000,
    })
    if (answer.ok) return location.assign(answer.data.url)
    setBusy(false)
    toast.failed(answer.error, 'Could not start Stripe onboarding')
  }
  return (
    <EmptyState
      title="No payments account is connected yet"
      icon={<Landmark size={22} />}
      action={
        isOwner && (
          <Button loading={busy} onClick={() => void start()}>
            Start onboarding
          </Button>
        )
      }
    >
      {isOwner
        ? 'Connect one to take cards and bank payments; it takes a few minutes.'
        : 'The owner can connect one in Settings.'}
    </EmptyState>
  )
}
