import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Candidate } from '../../../../api/candidates.ts'
import { api } from '../../../app/client.ts'
import { LoadMore } from '../../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../../ui/Page.tsx'
import { addressText } from '../../../shared/visits/visit-text.ts'
import css from './tray.module.css'

type Props = { onAdd: (start: { customer_id: string }) => void }

/** Customers with nothing planned. Read only when asked for: there may be many, and most of them want it that way. */
export function Unscheduled({ onAdd }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.more}>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Customers with nothing scheduled
      </Button>
      {isOpen && <Customers onAdd={onAdd} />}
    </div>
  )
}

function Customers({ onAdd }: Props) {
  const pages = useInfiniteQuery(
    api['GET /api/schedule/candidates'].pages({ query: { unscheduled: '1', limit: 20 } }),
  )
  return (
    <>
      <Loaded
        of={pages}
        failure="Failed to load customers"
        skeleton={<Bars rows={2} height={44} />}
      >
        {({ pages: read }) => (
          <List customers={read.flatMap((page) => page.customers)} onAdd={onAdd} />
        )}
      </Loaded>
      <LoadMore of={pages} />
    </>
  )
}

/** What is unfolded at the foot of a panel is seen, and the page stays where it is. */
const comeIntoSight = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

function List({ customers, onAdd }: Props & { customers: readonly Candidate[] }) {
  if (customers.length === 0)
    return (
      <p ref={comeIntoSight} style={{ margin: 0 }}>
        Everyone has an upcoming visit.
      </p>
    )
  return (
    <ul ref={comeIntoSight} className={css.list} aria-label="Customers with nothing scheduled">
      {customers.map((customer) => (
        <Customer key={customer.id} customer={customer} onAdd={onAdd} />
      ))}
    </ul>
  )
}

function Customer({ customer, onAdd }: Props & { customer: Candidate }) {
  const name = customer.name ?? customer.email ?? 'Customer'
  return (
    <li className={css.customer}>
      <span>
        {name}
        <small>{addressText(customer)}</small>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<CalendarPlus size={15} aria-hidden />}
        onClick={() => onAdd({ customer_id: customer.id })}
        aria-label={`Add ${name} to the schedule`}
      >
        Add
      </Button>
    </li>
  )
}
