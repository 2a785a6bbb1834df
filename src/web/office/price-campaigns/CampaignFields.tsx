import {
  Checkbox,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCents } from '../../../domain/base/money.ts'
import { campaignFields, roundings } from '../../../domain/money/price-campaign.ts'
import { api } from '../../app/client.ts'
import { teamsQuery } from '../../shared/teams/queries.ts'
import { useToday } from '../../app/today.ts'
import { DateField } from '../../ui/DateField.tsx'
import type { Draft } from './campaign-draft.ts'

const servicesQuery = api['GET /api/owner/services'].query()

type FieldsProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  errors: Record<string, string>
}

/** Whose prices go up. */
export function GroupFields({ draft, set, errors }: FieldsProps) {
  const services = useQuery(servicesQuery).data?.services ?? []
  const teams = useQuery(teamsQuery).data?.teams ?? []
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      <MultiSelect
        label="Services"
        placeholder={draft.service_ids.length ? '' : 'All'}
        clearable
        data={services.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.service_ids}
        onChange={(service_ids) => set({ service_ids })}
      />
      <Select
        label="Team"
        placeholder="Any"
        clearable
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.team_id}
        onChange={(team_id) => set({ team_id })}
      />
      <TextInput
        label="Customers with the tag"
        placeholder="Any"
        maxLength={60}
        value={draft.tag}
        onChange={(event) => set({ tag: event.currentTarget.value })}
      />
      <TextInput
        label="Current price from"
        placeholder="Any"
        inputMode="decimal"
        value={draft.from_price}
        error={errors['filter.from_cents']}
        onChange={(event) => set({ from_price: event.currentTarget.value })}
      />
      <TextInput
        label="Current price to"
        placeholder="Any"
        inputMode="decimal"
        value={draft.to_price}
        error={errors['filter.to_cents']}
        onChange={(event) => set({ to_price: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

/** By how much, and from when. */
export function RaiseFields({ draft, set, errors }: FieldsProps) {
  const today = useToday()
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label="Raise by"
        allowDeselect={false}
        w={150}
        data={[
          { value: 'percent', label: 'A percentage' },
          { value: 'amount', label: 'An amount' },
        ]}
        value={draft.by}
        onChange={(by) => by && set({ by })}
      />
      {draft.by === 'percent' ? (
        <PercentFields draft={draft} set={set} errors={errors} />
      ) : (
        <TextInput
          label="Amount for each visit"
          leftSection="$"
          inputMode="decimal"
          w={190}
          value={draft.amount}
          error={errors['raise.cents']}
          onChange={(event) => set({ amount: event.currentTarget.value })}
        />
      )}
      <DateField
        label="First day at the new price"
        value={draft.effective_on}
        minDate={today}
        w={240}
        error={errors['effective_on']}
        onChange={(effective_on) => set({ effective_on })}
      />
    </Group>
  )
}

const PercentFields = ({ draft, set, errors }: FieldsProps) => (
  <>
    <TextInput
      label="Percent"
      rightSection="%"
      inputMode="decimal"
      w={130}
      value={draft.percent}
      error={errors['raise.hundredths']}
      onChange={(event) => set({ percent: event.currentTarget.value })}
    />
    <Select
      label="Round to the nearest"
      allowDeselect={false}
      w={170}
      data={roundings.map((cents) => ({
        value: String(cents),
        label: cents === 1 ? 'Cent' : formatCents(cents),
      }))}
      value={draft.round_to}
      onChange={(round_to) => round_to && set({ round_to })}
    />
  </>
)

/** What customers read. */
export const MessageFields = ({ draft, set, errors }: FieldsProps) => (
  <Stack gap="sm">
    <Checkbox
      label="Tell customers"
      description="Those who must agree are always asked, and your message goes with the question."
      checked={draft.tells}
      onChange={(event) => set({ tells: event.currentTarget.checked })}
    />
    <TextInput
      label="Subject"
      maxLength={150}
      value={draft.subject}
      error={errors['subject']}
      onChange={(event) => set({ subject: event.currentTarget.value })}
    />
    <Textarea
      label="Message"
      description={
        <Text span inherit>
          Each customer reads their own {campaignFields.map((name) => `{${name}}`).join(', ')}. A
          line with a price comes once for each of their services.
        </Text>
      }
      autosize
      minRows={4}
      maxRows={12}
      maxLength={2000}
      value={draft.text}
      error={errors['text']}
      onChange={(event) => set({ text: event.currentTarget.value })}
    />
  </Stack>
)
