import type { Candidate } from '../../../../api/candidates.ts'
import { formatCents } from '../../../../domain/base/money.ts'

type Service = Candidate['services'][number]

/** What the customer chose first, then everything on offer. */
export function serviceChoice(own: readonly Service[], offered: readonly Service[]) {
  const others = offered.filter(({ key }) => !own.some((service) => service.key === key))
  const items = (services: readonly Service[]) =>
    services.map(({ key, label }) => ({ value: key, label }))
  const groups = own.length
    ? [
        { group: 'Chosen by the customer', items: items(own) },
        { group: 'All services', items: items(others) },
      ]
    : items(offered)
  return { all: [...own, ...others], groups }
}

/** '$45.00 · 30 min', as far as it is known. */
export const costText = ({
  price_cents,
  estimated_minutes,
}: Pick<Service, 'price_cents' | 'estimated_minutes'>): string =>
  [
    price_cents !== null && formatCents(price_cents),
    estimated_minutes && `${estimated_minutes} min`,
  ]
    .filter(Boolean)
    .join(' · ')
