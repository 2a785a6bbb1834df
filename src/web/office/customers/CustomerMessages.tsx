import { useInfiniteQuery } from '@tanstack/react-query'
import type { Customer } from '../../../domain/customers/customer.ts'
import { MessageRows } from '../messages/MessageRows.tsx'
import { logQuery } from '../messages/queries.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import classes from './customers.module.css'
import type { Heading } from './Section.tsx'

const firstPage = 5

/** What went to a customer, and what became of it. */
export default function CustomerMessages({
  customer,
  heading: Name = 'h4',
}: Heading & { customer: Customer }) {
  const log = useInfiniteQuery(logQuery({ customer_id: customer.id }, firstPage))
  return (
    <div>
      <Name className={classes.small}>Messages</Name>
      <Loaded of={log} failure="Failed to load messages" skeleton={<Bars rows={2} height={64} />}>
        {({ pages }) => {
          const messages = pages.flatMap((page) => page.messages)
          if (messages.length === 0) return <p className={classes.soft}>No messages yet.</p>
          return <MessageRows messages={messages} own />
        }}
      </Loaded>
      <LoadMore of={log} label="Show older messages" />
    </div>
  )
}
