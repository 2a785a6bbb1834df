import { Button, Card, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Organization } from '../../../domain/organization.ts'
import { SendingPolicy, sendingLabels, sendingPolicies } from '../../../domain/sending.ts'
import { api } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { HoldPart } from './HoldPart.tsx'
import { LateFeePart } from './LateFeePart.tsx'
import { CreditsPart } from './CreditsPart.tsx'
import { TipsPart } from './TipsPart.tsx'
import { RemindersPart } from './RemindersPart.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { saved: Organization; onSaved: (organization: Organization) => void }

/** When the bills of finished visits go out. */
export function BillsCard(own: Props) {
  const { saved, onSaved } = own
  const change = useMutation({
    mutationFn: (invoice_sending: SendingPolicy) =>
      api['PATCH /api/owner/schedule-settings']({ body: { invoice_sending } }),
    onSuccess: (organization) => {
      onSaved(organization)
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  return (
    <Card component="section" aria-labelledby="bills" padding="lg">
      <Title order={2} id="bills" mb="xs">
        Bills
      </Title>
      <Stack gap="md">
        <Text>
          A finished visit is billed to its customer by email or text, with a link to pay. Visits
          that are charged automatically get a receipt instead. You can choose another time for a
          customer on their card.
        </Text>
        <Select
          label="Bills go out"
          maw={420}
          allowDeselect={false}
          value={change.isPending ? change.variables : saved.schedule_settings.invoice_sending}
          data={sendingPolicies.map((value) => ({ value, label: sendingLabels[value] }))}
          onChange={(value) => change.mutate(SendingPolicy.parse(value))}
        />
        <Parts {...own} />
      </Stack>
    </Card>
  )
}

const Parts = (own: Props) => (
  <>
    <RemindersPart {...own} />
    <LateFeePart {...own} />
    <HoldPart {...own} />
    <CreditsPart {...own} />
    <TipsPart {...own} />
    <OnPaper {...own} />
  </>
)

/** What every invoice shows beside its lines. */
function OnPaper({ saved, onSaved }: Props) {
  const { invoice_prefix, invoice_terms } = saved.schedule_settings
  const form = useActionForm({
    initialValues: { invoice_prefix, invoice_terms },
    failure: 'Failed to save organization',
    send: (values) => api['PATCH /api/owner/schedule-settings']({ body: values }),
    sent: (organization) => {
      onSaved(organization)
      form.resetDirty()
      toast.done('Invoice texts saved')
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Number prefix"
          description="Printed before the numbers of new invoices, for example GA-."
          maw={420}
          maxLength={12}
          {...form.getInputProps('invoice_prefix')}
        />
        <Textarea
          label="Terms"
          description="Printed below every invoice."
          rows={3}
          autosize
          maxRows={10}
          maxLength={2000}
          {...form.getInputProps('invoice_terms')}
        />
        <FormProblem text={form.problem} />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={form.sending}>
            Save invoice texts
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
