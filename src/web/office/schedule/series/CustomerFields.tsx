import { Alert, Select, type SelectProps } from '@mantine/core'
import type { Candidate } from '../../../../api/candidates.ts'
import { CandidateField } from '../../../shared/customers/CandidateField.tsx'
import { costText } from './service-choice.ts'
import type { Add } from './use-add-form.ts'

type Props = {
  add: Add
  unfit: string | undefined
  services: SelectProps['data']
  /** The one that is chosen. */
  service: Candidate['services'][number] | undefined
}

/** Which customer, and which service. */
export function CustomerFields({
  add: { form, choose, setCreating },
  unfit,
  services,
  service,
}: Props) {
  const { customer, service_key } = form.values
  return (
    <>
      <CandidateField
        value={customer}
        onChange={choose}
        creates
        onCreating={setCreating}
        error={form.errors.customer ?? (customer ? undefined : unfit)}
      />
      {customer?.status === 'lead' && (
        <Alert color="honey" variant="light" p="xs">
          {customer.name ?? 'This customer'} is a lead. Scheduling work makes them active.
        </Alert>
      )}
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
