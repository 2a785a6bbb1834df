import { Alert, Checkbox, Group, List, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { type Customer } from '../../../domain/customers/customer.ts'
import { bulkLimit } from '../../../domain/customers/customer-bulk.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { customerName, useConvertMany } from '../../shared/customers/queries.ts'

type Failed = { id: string; name: string; error: string }
type Chosen = {
  ids: ReadonlySet<string>
  set: (ids: Iterable<string>) => void
  /** Reports which leads could not be converted, and why. */
  fail: (failed: readonly Failed[]) => void
  /** The checkbox of a card. */
  box: (customer: Customer) => ReactNode
  notice: ReactNode
}

/** Which leads are selected, and the result of the last bulk action. */
export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [failed, fail] = useState<readonly Failed[]>([])
  const set = (next: Iterable<string>) => setIds(new Set(next))
  return {
    ids,
    set,
    fail,
    box: (customer) => (
      <Checkbox
        aria-label={`Select ${customerName(customer)}`}
        checked={ids.has(customer.id)}
        onChange={(event) =>
          set(
            event.currentTarget.checked
              ? [...ids, customer.id]
              : [...ids].filter((id) => id !== customer.id),
          )
        }
      />
    ),
    notice: failed.length > 0 && (
      <Alert
        color="red"
        variant="light"
        title="Not converted"
        role="alert"
        mb="sm"
        withCloseButton
        closeButtonLabel="Dismiss"
        onClose={() => fail([])}
      >
        <List spacing={2}>
          {failed.map(({ id, name, error }) => (
            <List.Item key={id}>
              <Text span fw={600} fz="sm">
                {name}
              </Text>
              {` – ${error}`}
            </List.Item>
          ))}
        </List>
      </Alert>
    ),
  }
}

/** Converts leads one by one or in bulk. */
export function LeadTools({
  leads,
  chosen,
  isMore,
}: {
  leads: readonly Customer[]
  chosen: Chosen
  isMore: boolean
}) {
  const selected = leads.filter(({ id }) => chosen.ids.has(id))
  const convert = useConvertMany(({ failed }) => {
    const nameOf = (id: string): string => {
      const lead = leads.find((one) => one.id === id)
      return lead ? customerName(lead) : 'Unnamed'
    }
    chosen.fail(failed.map(({ id, error }) => ({ id, error, name: nameOf(id) })))
    chosen.set(failed.map(({ id }) => id))
  })
  const refusal =
    selected.length === 0
      ? { code: 'none_selected', sentence: 'Select at least one lead.' }
      : selected.length > bulkLimit
        ? { code: 'too_many_selected', sentence: `At most ${bulkLimit} at a time.` }
        : null
  return (
    <Group gap="sm">
      <Checkbox
        label={isMore ? `Select the ${leads.length} shown` : 'Select all leads'}
        checked={selected.length === leads.length}
        indeterminate={selected.length > 0 && selected.length < leads.length}
        onChange={(event) =>
          chosen.set(event.currentTarget.checked ? leads.map(({ id }) => id) : [])
        }
      />
      <Refusable
        size="sm"
        loading={convert.isPending}
        refusal={refusal}
        onClick={() => convert.mutate(selected.map(({ id }) => id))}
      >
        {selected.length > 0
          ? `Convert ${selected.length} to Active`
          : 'Convert selected to Active'}
      </Refusable>
    </Group>
  )
}
