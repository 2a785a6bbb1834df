import { Anchor, Button, Title } from '@mantine/core'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneText } from '../../../domain/contact.ts'
import type { UnreachedCustomer } from '../../../domain/price-campaign.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import css from './price-campaigns.module.css'

type Props = {
  customers: readonly UnreachedCustomer[]
  title: string
  renderAct?: (customer: UnreachedCustomer) => ReactNode
}

/** The customers no message about the prices reaches, why, and the number to call. */
export function Unreached({ customers, title, renderAct }: Props) {
  if (customers.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={3} fz="md" mb={4}>
        {title}
      </Title>
      <ul className={css.calls}>
        {customers.map((one) => (
          <li key={one.customer_id}>
            <span>
              <CustomerLink id={one.customer_id}>{one.customer_name ?? 'Customer'}</CustomerLink>
              <span className={css.dim}>
                {one.reason}
                {one.asks && '. Must agree'}
              </span>
            </span>
            {one.phone_number ? (
              <Anchor href={`tel:${one.phone_number}`}>
                <Phone size={15} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
                {phoneText(one.phone_number)}
              </Anchor>
            ) : (
              <span className={css.dim}>No phone number</span>
            )}
            {renderAct?.(one)}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const unreachedTitle = (n: number): string =>
  n === 1 ? 'No message reaches 1 customer' : `No message reaches ${n} customers`

export const ToldButton = ({
  name,
  ...act
}: {
  name: string
  loading: boolean
  onClick: () => void
}) => (
  <Button variant="default" size="xs" aria-label={`Told ${name} in person`} {...act}>
    Told in person
  </Button>
)
