import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roleLabel, type Role } from '../../../domain/roles.ts'
import { api } from '../../client.ts'
import { momentLabel } from '../../ui/when.ts'

/** Who asked for the deletion of their personal data, and when it happens. */
export function Erasures() {
  const { data } = useQuery(api['GET /api/owner/erasures'].query())
  if (!data?.erasures.length) return null
  return (
    <Alert color="yellow" variant="light" title="Personal data will be deleted">
      <ul style={{ margin: 0, paddingInlineStart: 20 }} aria-label="Deletion requests">
        {data.erasures.map(({ id, name, role, due_at }) => (
          <li key={id}>
            {name} ({roleLabel(role as Role).toLowerCase()}), on {momentLabel(due_at)}
          </li>
        ))}
      </ul>
      Invoices, payments and hours stay, without their name. Open bills have to be paid first.
    </Alert>
  )
}
