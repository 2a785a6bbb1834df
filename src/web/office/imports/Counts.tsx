import { Group, Text, Title } from '@mantine/core'
import { exampleLength, type ImportCheck, type ImportCounts } from '../../../domain/flows/import.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { Correction, type Saying } from './Asked.tsx'
import classes from './import.module.css'

/** What an import writes, or wrote, in numbers. */
export function Counts({ counts, isPlan = false }: { counts: ImportCounts; isPlan?: boolean }) {
  const updated = isPlan ? 'to update' : 'updated'
  const all: [count: number, one: string, many: string, always?: boolean][] = [
    [counts.customers_new, 'new customer', 'new customers', true],
    [counts.customers_updated, `customer ${updated}`, `customers ${updated}`],
    [counts.customers_known, 'customer you have already', 'customers you have already'],
    [counts.places, 'address', 'addresses'],
    [counts.work, 'series or visit', 'series or visits', true],
    [counts.services, 'new service', 'new services'],
    [counts.balances, 'open balance', 'open balances'],
    [counts.notes, 'note', 'notes'],
    [counts.left_out, 'left out', 'left out'],
  ]
  return (
    <dl className={classes.counts}>
      {all
        .filter(([count, , , always]) => always || count > 0)
        .map(([count, one, many]) => (
          <div key={many}>
            <dt>
              <Text fz="sm" c="dimmed">
                {count === 1 ? one : many}
                {many === 'open balances' && `, ${formatCents(counts.balance_cents)}`}
              </Text>
            </dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
    </dl>
  )
}

/** What the check made of the file: whom it reaches, the kinds of work, cells as understood, and what is not read. */
export function Understood({ check, saying }: { check: ImportCheck; saying: Saying }) {
  const { columns, unread, reached, kinds } = check
  const number = (count: number) => count.toLocaleString('en-US')
  return (
    <section aria-labelledby="understood">
      <Title order={2} fz="lg" id="understood" mb="sm">
        What we read
      </Title>
      <ul className={classes.list}>
        {reached.customers > 0 && (
          <li>
            <Text fz="sm" c="dimmed">
              Customers
            </Text>
            <Text>
              Of {number(reached.customers)}, {number(reached.phone)} have a phone,{' '}
              {number(reached.email)} an email, {number(reached.address)} an address.
            </Text>
          </li>
        )}
        {kinds.length > 0 && (
          <li>
            <Text fz="sm" c="dimmed">
              Work
            </Text>
            <Text>{kinds.map(({ kind, count }) => `${kind}: ${number(count)}`).join(', ')}.</Text>
          </li>
        )}
        {columns.map(({ column, at, field, examples }) => (
          <li key={`${column} ${at}`}>
            <Text fz="sm" c="dimmed">
              {column === field ? column : `${column}: ${field.toLowerCase()}`}
            </Text>
            <Group gap="xs">
              {examples.map(({ text, read }) => {
                const shown = text === read ? text : `${text} = ${read ?? 'not read'}`
                return at === undefined || text.length >= exampleLength ? (
                  <Text key={text}>{shown}</Text>
                ) : (
                  <Correction key={text} cell={{ column: at, text }} row={null} saying={saying}>
                    {shown}
                  </Correction>
                )
              })}
            </Group>
          </li>
        ))}
        {unread.length > 0 && (
          <li>
            <Text fz="sm" c="dimmed">
              Left out
            </Text>
            <Text>{unread.join(', ')}</Text>
          </li>
        )}
      </ul>
    </section>
  )
}
