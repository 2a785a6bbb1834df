import { Button, Collapse } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { addressLine } from '../../../domain/base/contact.ts'
import type { OpenVisitRequest } from '../../../domain/schedule/visit-request.ts'
import { later } from '../../ui/lazy.tsx'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dayLabel } from '../../ui/when.ts'
import css from './requests.module.css'
import { useVisitRequests } from './visit-requests.ts'
import { count } from './visit-text.ts'

const DeclineVisit = later(async () => (await import('./DeclineVisit.tsx')).DeclineVisit)

const nameOf = ({ customer_name, customer_email }: OpenVisitRequest): string =>
  customer_name ?? customer_email ?? 'A customer'

/** What is asked for, where and when. */
export const askedText = ({ service_label, address, wished_on }: OpenVisitRequest): string =>
  [
    service_label ?? 'something else',
    address && addressLine(address),
    wished_on ? dayLabel(wished_on) : 'any day',
  ]
    .filter(Boolean)
    .join(', ')

type Props = {
  customer_id?: string
  /** One line that unfolds. */
  folding?: boolean
}

/** Visits that customers ask for, or one of them. Renders nothing if there are none. */
export function VisitRequestsBanner({ customer_id, folding = false }: Props) {
  const [isOpen, setOpen] = useState(!folding)
  const declining = useSheet<OpenVisitRequest>('decline-visit')
  const { requests } = useVisitRequests()
  const shown = requests.filter((one) => !customer_id || one.customer_id === customer_id)
  return (
    <>
      {shown.length > 0 && (
        <section className={`${css.banner} fh-no-print`} aria-label="Visits asked for">
          <div className={css.head}>
            <CalendarPlus size={20} aria-hidden />
            <h2>{count(shown.length, 'visit')} asked for</h2>
            {folding && (
              <Button
                size="sm"
                variant="default"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Hide' : 'Review'}
              </Button>
            )}
          </div>
          <Collapse expanded={isOpen}>
            <ul className={css.list}>
              {shown.map((request) => (
                <Asked
                  key={request.id}
                  request={request}
                  onDecline={() => declining.show(request)}
                />
              ))}
            </ul>
          </Collapse>
        </section>
      )}
      {declining.about && (
        <DeclineVisit
          key={declining.key}
          request={declining.about}
          name={nameOf(declining.about)}
          opened={declining.opened}
          onClose={declining.hide}
        />
      )}
    </>
  )
}

function Asked({ request, onDecline }: { request: OpenVisitRequest; onDecline: () => void }) {
  const name = nameOf(request)
  return (
    <li>
      <span className={css.what}>
        <strong>
          <CustomerLink id={request.customer_id}>{name}</CustomerLink>
        </strong>{' '}
        asks for a visit: {askedText(request)}
        {request.note && <em>“{request.note}”</em>}
      </span>
      <span className={css.acts}>
        <Button
          size="sm"
          variant="default"
          aria-label={`Decline the visit ${name} asks for`}
          onClick={onDecline}
        >
          Decline
        </Button>
        <Button
          component={Link}
          to="/app/schedule"
          search={{ add: 1, customer: request.customer_id, asked: request.id } as never}
          size="sm"
          aria-label={`Schedule the visit ${name} asks for`}
        >
          Schedule
        </Button>
      </span>
    </li>
  )
}
