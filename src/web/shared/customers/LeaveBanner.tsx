import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import { leavingText } from '../../../domain/customers/leaving.ts'
import css from '../visits/requests.module.css'
import { count } from '../visits/visit-text.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { useLeaveRequests } from './leaving.ts'

/**
 * Customers asking to close their account, with links to their cards. Renders nothing if there are
 * none.
 */
export function LeaveBanner() {
  const requests = useLeaveRequests()
  if (requests.length === 0) return null
  return (
    <section className={`${css.banner} fh-no-print`} aria-label="Customers who want to leave">
      <div className={css.head}>
        <DoorOpen size={20} aria-hidden />
        <h2>{count(requests.length, 'customer wants', 'customers want')} to leave</h2>
      </div>
      <ul className={css.list}>
        {requests.map(({ id, customer_id, customer_name, customer_email, reason }) => {
          const name = customer_name ?? customer_email ?? 'A customer'
          return (
            <li key={id}>
              <span className={css.what}>
                <strong>
                  <CustomerLink id={customer_id}>{name}</CustomerLink>
                </strong>{' '}
                {leavingText}
                {reason && <em>“{reason}”</em>}
              </span>
              <Button
                component={Link}
                to="/app/customers/$id"
                params={{ id: customer_id } as never}
                size="sm"
                aria-label={`Answer ${name}`}
              >
                Answer
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
