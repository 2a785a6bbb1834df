import { Group, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { SendingPolicy, sendingLabels, sendingPolicies } from '../../../domain/messages/sending.ts'
import { tipPercents } from '../../../domain/money/tip.ts'
import type { Draft } from './draft.ts'
import type { Fields } from './parts.ts'
import { Fold, Section } from './Sections.tsx'

/** When the invoices of finished visits go out, and what they show beside their lines. */
export const InvoicesSection = (fields: Fields<Draft>) => (
  <Section
    title="Invoices"
    about="A finished visit is billed to its customer by email or text, with a link to pay. Visits that are charged automatically get a receipt instead. You can choose another time for a customer on their card."
  >
    <Sending {...fields} />
    <OnPaper {...fields} />
    <Fold
      title="Tips and credits"
      about="Whether customers can add a tip, and when a credit you give is used."
    >
      <TipsAndCredits {...fields} />
    </Fold>
  </Section>
)

const Sending = ({ values, set, errors }: Fields<Draft>) => (
  <Group grow align="flex-start" preventGrowOverflow={false}>
    <Select
      label="Invoices go out"
      allowDeselect={false}
      value={values.invoice_sending}
      data={sendingPolicies.map((value) => ({ value, label: sendingLabels[value] }))}
      onChange={(value) => set({ invoice_sending: SendingPolicy.parse(value) })}
    />
    <Select
      label="Invoices are due on day"
      allowDeselect={false}
      data={Array.from({ length: 28 }, (_, i) => String(i + 1))}
      value={values.customer_due_day}
      error={errors.customer_due_day}
      onChange={(day) => day && set({ customer_due_day: day })}
    />
  </Group>
)

const OnPaper = ({ values, set, errors }: Fields<Draft>) => (
  <>
    <TextInput
      label="Number prefix"
      description="Printed before the numbers of new invoices, for example GA-."
      maw={420}
      maxLength={12}
      value={values.invoice_prefix}
      error={errors.invoice_prefix}
      onChange={(event) => set({ invoice_prefix: event.currentTarget.value })}
    />
    <Textarea
      label="Terms"
      description="Printed below every invoice."
      rows={3}
      autosize
      maxRows={6}
      maxLength={2000}
      value={values.invoice_terms}
      error={errors.invoice_terms}
      onChange={(event) => set({ invoice_terms: event.currentTarget.value })}
    />
  </>
)

const TipsAndCredits = ({ values, set }: Fields<Draft>) => (
  <>
    <Switch
      label="Let customers add a tip"
      description={`On the page behind the pay link: ${tipPercents.join(', ')} percent, or an amount of their own. Tips are not taxed as sales, not part of automatic charges, and listed for payroll under Insights.`}
      checked={values.tips_on}
      onChange={(event) => set({ tips_on: event.currentTarget.checked })}
    />
    <Switch
      label="Credits you give pay open invoices at once"
      description="The invoice due first is paid first, also one with a planned charge. When this is off, a credit waits for the next invoice. A customer’s own money always pays what they owe."
      checked={!values.credits_wait}
      onChange={(event) => set({ credits_wait: !event.currentTarget.checked })}
    />
  </>
)
