import {
  Button,
  Card,
  Group,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  Switch,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Organization } from '../../../domain/base/organization.ts'
import { SendingPolicy, sendingLabels, sendingPolicies } from '../../../domain/messages/sending.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { HoldPart } from './HoldPart.tsx'
import { LateFeePart } from './LateFeePart.tsx'
import { RemindersPart } from './RemindersPart.tsx'
import { toast } from '../../ui/toast.tsx'
import { tipPercents } from '../../../domain/money/tip.ts'

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
        Invoices
      </Title>
      <Stack gap="md">
        <Text>
          A finished visit is billed to its customer by email or text, with a link to pay. Visits
          that are charged automatically get a receipt instead. You can choose another time for a
          customer on their card.
        </Text>
        <Select
          label="Invoices go out"
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

type CreditsProps = { saved: Organization; onSaved: (organization: Organization) => void }

/** Whether credits the business gives pay open bills at once. */
function CreditsPart({ saved, onSaved }: CreditsProps) {
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
      label="Credits you give pay open invoices at once"
      description="The invoice due first is paid first, also one with a planned charge. When this is off, a credit waits for the next invoice. A customer’s own money always pays what they owe."
      checked={change.isPending ? change.variables : !saved.schedule_settings.credits_wait}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}

type TipsProps = { saved: Organization; onSaved: (organization: Organization) => void }

/** Whether customers can add a tip where they pay. */
function TipsPart({ saved, onSaved }: TipsProps) {
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
