import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnershipOffer } from '../../../domain/staff.ts'
import { api } from '../../client.ts'
import { restartAs, useMe } from '../../me.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { refreshPeople } from './queries.ts'

const acts = {
  withdraw: api['POST /api/owner/hand-over/withdraw'],
  accept: api['POST /api/owner/hand-over/accept'],
  decline: api['POST /api/owner/hand-over/decline'],
}

/** An open offer of the business: the owner can take it back, the manager can accept it. */
export function OfferNotice({ offer }: { offer: OwnershipOffer }) {
  const me = useMe()
  const until = momentLabel(offer.expires_at)
  if (me.id === offer.to.id)
    return (
      <Notice title={`${offer.from.name} wants to hand the business over to you`}>
        <p>
          You would own it, with its payouts and its bill, and {offer.from.name} would be a manager.
          The offer is open until {until}.
        </p>
        <Group gap="sm">
          <Act name="accept" label="Take the business over" />
          <Act name="decline" label="Decline" />
        </Group>
      </Notice>
    )
  if (me.id !== offer.from.id) return null
  return (
    <Notice title={`${offer.to.name} can take the business over until ${until}`}>
      <Act name="withdraw" label="Take the offer back" />
    </Notice>
  )
}

function Act({ name, label }: { name: keyof typeof acts; label: string }) {
  const cache = useQueryClient()
  const act = useMutation({
    mutationFn: () => acts[name](),
    onSuccess: () => (name === 'accept' ? restartAs('/app') : undefined),
    onError: (error) => toast.failed(error, 'Failed to save'),
    onSettled: () => refreshPeople(cache),
  })
  return (
    <Button
      variant={name === 'accept' ? 'filled' : 'default'}
      loading={act.isPending}
      onClick={() => act.mutate()}
    >
      {label}
    </Button>
  )
}
