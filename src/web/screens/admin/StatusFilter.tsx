import { Select } from '@mantine/core'

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
] as const
export type StatusFilterValue = (typeof statuses)[number]['value']

type Props = { status: StatusFilterValue; change: (next: { status: StatusFilterValue }) => void }

/** Everything, or only what is active. */
export const StatusFilter = ({ status, change }: Props) => (
  <Select
    label="Status"
    allowDeselect={false}
    flex="1 1 120px"
    data={statuses}
    value={status}
    onChange={(next) => change({ status: next ?? 'all' })}
  />
)
