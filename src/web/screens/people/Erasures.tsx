import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roleLabel, type Role } from '../../../domain/roles.ts'
import { formatCents } from '../../../domain/money.ts'
import { api } from '../../client.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { momentLabel } from '../../ui/when.ts'

type Unused = { dropped_cents: number; own_cents: number }
/** What becomes of their credit. */
const unusedText = ({ dropped_cents, own_cents }: Unused): string =>
  [
    dropped_cents > 0 && `. ${formatCents(dropped_cents)} of unused credit is dropped that day`,
    own_cents > 0 &&
      `. ${formatCents(own_cents)} of their credit is their own money: pay it back before`,
  ]
    .filter(Boolean)
    .join('')

/** Who asked for the deletion of their personal data, and when it happens. */
export function Erasures() {
  const { data } = useQuery(api['GET /api/owner/erasures'].query())
  if (!data?.erasures.length) return null
  return (
    <Alert color="yellow" variant="light" title="Personal data will be deleted">
      <ul style={{ margin: 0, paddingInlineStart: 20 }} aria-label="Deletion requests">
        {data.erasures.map(({ id, name, role, due_at, customer_id, ...credit }) => (
          <li key={id}>
            {customer_id ? <CustomerLink id={customer_id}>{name}</CustomerLink> : name} (
            {roleLabel(role as Role).toLowerCase()}), on {momentLabel(due_at)}
            {unusedText(credit)}
          </li>
        ))}
      </ul>
      Invoices, payments and hours stay, without their name. Open bills have to be paid first.
    </Alert>
  )
}
