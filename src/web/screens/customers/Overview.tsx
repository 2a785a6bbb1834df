import { Anchor, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Customer } from '../../../domain/customer.ts'
import { formatCents } from '../../../domain/money.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { teamsQuery } from '../crews/queries.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import classes from './customers.module.css'
import { Filters } from './Filters.tsx'
import { filtered, isFiltered } from './filters.ts'
import { useCustomerActs, type AllCustomers } from './queries.ts'

const route = getRouteApi('/app/customers')

export function Overview({ data, canManage }: { data: AllCustomers; canManage: boolean }) {
  const search = route.useSearch()
  const teams = useQuery(teamsQuery).data?.teams ?? []
  const editing = useSheet<Customer>()
  const archiving = useSheet<Customer>()
  const shown = filtered(data.customers, search)
  const active = shown.filter(({ status }) => status === 'active' || status === 'paused')
  const leads = shown.filter(({ status }) => status === 'lead')
  const archived = shown.filter(({ status }) => status === 'archived')
  const card = (customer: Customer, select?: ReactNode) => (
    <CustomerCard key={customer.id} customer={customer} teams={teams} canManage={canManage} edit={editing.show} archive={archiving.show} select={select} />
  )
  return (
    <Stack gap="lg">
      <Counters data={data} active={active} canManage={canManage} />
      <Filters customers={data.customers} teams={teams} />
      {data.customers.length === 0 ? (
        <EmptyState title="No customers yet" icon={<Users size={22} />}>
          Add one by hand, or{' '}
          <Anchor href="/app/onboard-customer" underline="always">
            send an invitation
          </Anchor>{' '}
          and let them sign up.
        </EmptyState>
      ) : (
        <>
          <Section title="Active & Paused" customers={active} empty={emptyText(isFiltered(search), 'No active customers yet.')}>
            {(customer) => card(customer)}
          </Section>
          {canManage && <Leads leads={leads} empty={emptyText(isFiltered(search), 'No leads at the moment.')} card={card} />}
          <Section title="Archived" customers={archived} empty={emptyText(isFiltered(search), 'Nobody is archived.')}>
            {(customer) => card(customer)}
          </Section>
        </>
      )}
      <ContactSheet key={`e${editing.key}`} opened={editing.opened} onClose={editing.hide} customer={editing.about} customers={data.customers} />
      <ArchiveDialog customer={archiving.about} opened={archiving.opened} onClose={archiving.hide} />
    </Stack>
  )
}

const emptyText = (hasFilter: boolean, otherwise: string): string => (hasFilter ? 'Nobody here matches the filters.' : otherwise)

/** The value counts only who is shown, so that a filter answers "what are these worth to us?". */
function Counters({ data, active, canManage }: { data: AllCustomers; active: readonly Customer[]; canManage: boolean }) {
  const { counts } = data
  const cltv = active.reduce((sum, customer) => sum + customer.cltv_cents, 0)
  const counters: [string, string][] = [
    ['Active/Paused', String(counts.active + counts.paused)],
    ['Leads', canManage ? String(counts.lead) : '–'],
    ['Archived', String(counts.archived)],
    ['Total CLTV', formatCents(cltv)],
  ]
  return (
    <dl className={classes.counters}>
      {counters.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const step = 30

type SectionProps = { title: string; customers: readonly Customer[]; empty: string; tools?: ReactNode; children: (customer: Customer) => ReactNode }

function Section({ title, customers, empty, tools, children }: SectionProps) {
  const [limit, setLimit] = useState(step)
  const id = `customers-${title.toLowerCase().replace(/\W+/g, '-')}`
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {title}{' '}
          <Text span c="dimmed" fw={500}>
            {customers.length}
          </Text>
        </Title>
        {tools}
      </Group>
      {customers.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <ul className={classes.cards} aria-labelledby={id}>
          {customers.slice(0, limit).map(children)}
        </ul>
      )}
      {customers.length > limit && (
        <Button variant="default" mt="md" onClick={() => setLimit(limit + 4 * step)}>
          Show {Math.min(4 * step, customers.length - limit)} more
        </Button>
      )}
    </section>
  )
}

type LeadsProps = { leads: readonly Customer[]; empty: string; card: (customer: Customer, select: ReactNode) => ReactNode }

/** Leads can be converted one by one or many at once. */
function Leads({ leads, empty, card }: LeadsProps) {
  const acts = useCustomerActs()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = leads.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const tools = leads.length > 0 && (
    <Group gap="sm">
      <Checkbox
        label="Select all leads"
        checked={selected.length === leads.length}
        indeterminate={selected.length > 0 && selected.length < leads.length}
        onChange={(event) => setChosen(new Set(event.currentTarget.checked ? leads.map(({ id }) => id) : []))}
      />
      <Refusable
        size="sm"
        loading={acts.convertMany.isPending}
        refusal={selected.length === 0 ? { code: 'none_selected', sentence: 'Select at least one lead.' } : null}
        onClick={() => acts.convertMany.mutate(selected.slice(0, 500), { onSuccess: () => setChosen(new Set()) })}
      >
        {selected.length > 0 ? `Convert ${selected.length} to Active` : 'Convert selected to Active'}
      </Refusable>
    </Group>
  )
  return (
    <Section title="Leads" customers={leads} empty={empty} tools={tools}>
      {(lead) =>
        card(
          lead,
          <Checkbox
            aria-label={`Select ${lead.name ?? lead.email ?? 'lead'}`}
            checked={chosen.has(lead.id)}
            onChange={(event) => toggle(lead.id, event.currentTarget.checked)}
          />,
        )
      }
    </Section>
  )
}
