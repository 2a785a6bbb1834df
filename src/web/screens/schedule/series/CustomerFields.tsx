import { Alert, Button, Group, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import type { Candidate } from '../../../../api/candidates.ts'
import { customerRules } from '../../../../domain/customer.ts'
import { api } from '../../../client.ts'
import { toast } from '../../../ui/toast.tsx'
import { CandidateField } from '../../../customers/CandidateField.tsx'
import { costText } from './service-choice.ts'
import type { Add } from './use-add-form.ts'

type Props = {
  add: Add
  unfit: string | undefined
  services: SelectProps['data']
  /** The one that is chosen. */
  service: Candidate['services'][number] | undefined
}

/** For whom, and what. */
export function CustomerFields({ add: { form, choose }, unfit, services, service }: Props) {
  const { customer, service_key } = form.values
  // Only who they are is new: what was chosen while the server converted stays.
  const converted = (active: Candidate) =>
    form.setValues((now) => (now.customer?.id === active.id ? { customer: active } : {}))
  return (
    <>
      <CandidateField
        value={customer}
        onChange={choose}
        error={form.errors.customer ?? (customer ? undefined : unfit)}
      />
      {customer?.status === 'lead' && <ConvertLead customer={customer} onConverted={converted} />}
      <Select
        label="Service"
        allowDeselect={false}
        required
        withAsterisk
        searchable
        placeholder="Choose a service"
        nothingFoundMessage="No such service"
        data={services}
        value={service_key}
        onChange={(key) => form.setValues({ service_key: key })}
        error={form.errors.service_key}
        description={service && costText(service)}
      />
    </>
  )
}

type ConvertProps = { customer: Candidate; onConverted: (customer: Candidate) => void }

function ConvertLead({ customer, onConverted }: ConvertProps) {
  const [busy, setBusy] = useState(false)
  const convert = async () => {
    setBusy(true)
    const answer = await api['POST /api/owner/customers/{id}/status'].safe({
      params: { id: customer.id },
      body: { status: 'active' },
    })
    setBusy(false)
    if (answer.ok) onConverted({ ...customer, status: 'active', disabled_reason: null })
    else toast.failed(answer.error, 'Failed to update status')
  }
  return (
    <Alert color="honey" variant="light" p="xs">
      <Group justify="space-between" gap="xs">
        <span>{customerRules.schedule({ status: 'lead' })?.sentence}</span>
        <Button size="compact-md" loading={busy} onClick={() => void convert()}>
          Convert and schedule
        </Button>
      </Group>
    </Alert>
  )
}
