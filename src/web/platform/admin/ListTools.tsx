import { Button, Group, Text, Select } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'

type Props = {
  page: number
  totalPages: number
  total: number
  /** What is counted, in the plural. */
  noun: string
  go: (page: number) => void
}

/** Where the list stands and the way to the next page. */
export function Pages({ page, totalPages, total, noun, go }: Props) {
  return (
    <Group component="nav" aria-label={`Pages of ${noun}`} justify="space-between" mt="md">
      <Text c="dimmed" fz="sm" component="output">
        {total.toLocaleString('en-US')} {noun} · page {page} of {totalPages}
      </Text>
      {totalPages > 1 && (
        <Group gap="xs">
          <Button
            variant="default"
            disabled={page <= 1}
            leftSection={<ChevronLeft size={16} aria-hidden />}
            onClick={() => go(page - 1)}
          >
            Previous page
          </Button>
          <Button
            variant="default"
            disabled={page >= totalPages}
            rightSection={<ChevronRight size={16} aria-hidden />}
            onClick={() => go(page + 1)}
          >
            Next page
          </Button>
        </Group>
      )}
    </Group>
  )
}

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
] as const
export type StatusFilterValue = (typeof statuses)[number]['value']

type FilterProps = {
  status: StatusFilterValue
  change: (next: { status: StatusFilterValue }) => void
}

/** Everything, or only what is active. */
export const StatusFilter = ({ status, change }: FilterProps) => (
  <Select
    label="Status"
    allowDeselect={false}
    flex="1 1 120px"
    data={statuses}
    value={status}
    onChange={(next) => change({ status: next ?? 'all' })}
  />
)
