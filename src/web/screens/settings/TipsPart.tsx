import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Organization } from '../../../domain/organization.ts'
import { tipPercents } from '../../../domain/tip.ts'
import { api } from '../../client.ts'
import { toast } from '../../ui/toast.tsx'

type Props = { saved: Organization; onSaved: (organization: Organization) => void }

/** Whether customers can add a tip where they pay. */
export function TipsPart({ saved, onSaved }: Props) {
  const change = useMutation({
    mutationFn: (tips_on: boolean) =>
      api['PATCH /api/owner/schedule-settings']({ body: { tips_on } }),
    onSuccess: (organization) => {
      onSaved(organization)
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  return (
    <Switch
      label="Let customers add a tip"
      description={`On the page behind the pay link: ${tipPercents.join(', ')} percent, or an amount of their own. Tips are not taxed as sales, not part of automatic charges, and listed for payroll under Insights.`}
      checked={change.isPending ? change.variables : saved.schedule_settings.tips_on}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}
