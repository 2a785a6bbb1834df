import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Organization } from '../../../domain/organization.ts'
import { api } from '../../client.ts'
import { toast } from '../../ui/toast.tsx'

type Props = { saved: Organization; onSaved: (organization: Organization) => void }

/** Whether credits the business gives pay open bills at once. */
export function CreditsPart({ saved, onSaved }: Props) {
  const change = useMutation({
    mutationFn: (pays: boolean) =>
      api['PATCH /api/owner/schedule-settings']({ body: { credits_wait: !pays } }),
    onSuccess: (organization) => {
      onSaved(organization)
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  return (
    <Switch
      label="Credits you give pay open bills at once"
      description="The bill due first comes first, planned charges too. Turned off, a credit waits for the next bill. A customer’s own money always pays what they owe."
      checked={change.isPending ? change.variables : !saved.schedule_settings.credits_wait}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}
