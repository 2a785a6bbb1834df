import { Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Organization } from '../../../domain/organization.ts'
import type { WalletState } from '../../../domain/wallets.ts'
import { api } from '../../client.ts'
import { toast } from '../../ui/toast.tsx'

export type WalletProps = { saved: Organization; onSaved: (organization: Organization) => void }

/** How wallets stand, in words. */
function textOf({ state, reason }: WalletState): string {
  if (state === 'on')
    return 'On: customers see them on the pay page and where they save a card, if their phone or browser has them.'
  if (state === 'off') return 'Off: customers type in a card or bank account.'
  if (state === 'waiting')
    return `Waiting for Stripe. ${reason ?? ''} This is checked again by itself.`
  return `Not available: ${reason ?? ''}`
}

/** Whether customers can pay with Apple Pay and Google Pay, and the owner's switch for it. */
export function WalletsPart({ saved, onSaved, state }: WalletProps & { state: WalletState }) {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (wallets_on: boolean) =>
      api['PATCH /api/owner/schedule-settings']({ body: { wallets_on } }),
    onSuccess: async (organization) => {
      onSaved(organization)
      await cache.invalidateQueries({ queryKey: ['payments state'] })
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  return (
    <div>
      <Switch
        label="Apple Pay and Google Pay"
        description={textOf(state)}
        checked={change.isPending ? change.variables : saved.schedule_settings.wallets_on}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {state.state === 'unavailable' && state.domain && (
        <Text fz="sm" c="dimmed" mt="xs">
          The address is {state.domain}. “Refresh status” asks Stripe to check it again.
        </Text>
      )}
    </div>
  )
}
