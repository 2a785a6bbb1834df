import { Button, Collapse } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Inbox } from 'lucide-react'
import { useState } from 'react'
import { isOpenRequest, type CustomerRequest } from '../../../domain/schedule/request.ts'
import { dayLabel } from '../../ui/when.ts'
import css from './requests.module.css'
import { requestsQuery } from './queries.ts'
import { useWords } from '../../app/words.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { visitWords } from '../../../words/en/visits.ts'

const none: CustomerRequest[] = []
/** Open requests; `isKnown` once there was an answer, if only that they cannot be had. */
export function useOpenRequests(enabled: boolean): {
  requests: readonly CustomerRequest[]
  isKnown: boolean
} {
  const { data, error } = useQuery({
    ...requestsQuery,
    enabled,
    select: ({ items }) => items.filter(isOpenRequest),
  })
  return { requests: data ?? none, isKnown: data !== undefined || error !== null }
}

/** What opens a request on the schedule. */
const opening = ({ date, occurrence_id, action }: CustomerRequest) =>
  ({ inbox: 1, date, occurrence_id, action }) as never

type Props = {
  requests: readonly CustomerRequest[]
  /** Where a request is opened. */
  path?: string
  /** On the schedule itself the list unfolds; elsewhere a link leads there. */
  folding?: boolean
  startOpen?: boolean
}

/** Customers' requests with links to answer them. Renders nothing if there are none. */
export function RequestsBanner({
  requests,
  path = '/app/schedule',
  folding = false,
  startOpen = false,
}: Props) {
  const words = useWords(visitWords)
  const [isOpen, setOpen] = useState(startOpen || !folding)
  if (requests.length === 0) return null
  return (
    <section className={`${css.banner} fh-no-print`} aria-label={words.requests}>
      <div className={css.head}>
        <Inbox size={20} aria-hidden />
        <h2>{words.requestCount(requests.length)}</h2>
        {folding ? (
          <Button
            size="sm"
            variant="default"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? words.hide : words.review}
          </Button>
        ) : (
          <Button
            component={Link}
            to={path}
            search={{ inbox: 1 } as never}
            size="sm"
            variant="default"
          >
            {words.reviewOnSchedule}
          </Button>
        )}
      </div>
      <Collapse expanded={isOpen}>
        <ul className={css.list}>
          {requests.map((request) => (
            <li key={request.id}>
              <CalendarClock size={18} aria-hidden />
              <span className={css.what}>
                <strong>
                  <CustomerLink id={request.customer_id}>
                    {request.customer_name ?? request.user_email ?? words.aCustomer}
                  </CustomerLink>
                </strong>{' '}
                {request.action === 'cancel' ? words.wantsToCancel : words.wantsOtherDate}:{' '}
                {words.visitOn(request.service_label, dayLabel(request.date))}
                {request.reason && <em>“{request.reason}”</em>}
              </span>
              <Button
                component={Link}
                to={path}
                search={opening(request)}
                size="sm"
                aria-label={words.openRequestOf(request.customer_name ?? request.user_email)}
              >
                {words.open}
              </Button>
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  )
}
