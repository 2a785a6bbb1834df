import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CirclePlus } from 'lucide-react'
import { extraText } from '../../../domain/flows/extra-text.ts'
import type { ExtraWork as Extra } from '../../../domain/flows/extra-work.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { useZone } from '../../app/today.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { later } from '../../ui/lazy.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { extraWorkQuery } from './extra-work.ts'
import type { Props as SheetProps } from './ExtraSheets.tsx'
import css from './requests.module.css'

const load = () => import('./ExtraSheets.tsx')
const Confirm = later<SheetProps>(async () => (await load()).ConfirmExtra)
const Reject = later<SheetProps>(async () => (await load()).RejectExtra)

/** Work customers asked for at the door, which waits for a price. Renders nothing if there is none. */
export function ExtraWork() {
  const { data } = useQuery(extraWorkQuery)
  const find = (id: string) =>
    data ? (data.items.find((one) => one.id === id) ?? null) : undefined
  const confirming = useSheet<Extra>('confirm-extra', find)
  const rejecting = useSheet<Extra>('reject-extra', find)
  if (!data) return null
  return (
    <>
      {data.items.length > 0 && (
        <section className={`${css.banner} fh-no-print`} aria-label="Extra work">
          <div className={css.head}>
            <CirclePlus size={20} aria-hidden />
            <h2>Extra work that waits for your price</h2>
          </div>
          <ul className={css.list}>
            {data.items.map((extra) => (
              <Line
                key={extra.id}
                extra={extra}
                onConfirm={() => confirming.show(extra)}
                onReject={() => rejecting.show(extra)}
              />
            ))}
          </ul>
        </section>
      )}
      {confirming.about && (
        <Confirm
          key={confirming.key}
          extra={confirming.about}
          opened={confirming.opened}
          onClose={confirming.hide}
        />
      )}
      {rejecting.about && (
        <Reject
          key={`reject ${rejecting.key}`}
          extra={rejecting.about}
          opened={rejecting.opened}
          onClose={rejecting.hide}
        />
      )}
    </>
  )
}

function Line({
  extra,
  onConfirm,
  onReject,
}: {
  extra: Extra
  onConfirm: () => void
  onReject: () => void
}) {
  const zone = useZone()
  const { customer_id, customer_name, note, by, team_name, at, unit_price_cents } = extra
  const what = `${extraText(extra)} for ${customer_name ?? 'a customer'}`
  const facts = [
    momentLabel(at, zone),
    [by, team_name && `(${team_name})`].filter(Boolean).join(' '),
    extra.visit_service && `at ${extra.visit_service}`,
    unit_price_cents === null ? 'no price yet' : `${formatCents(unit_price_cents)} each`,
  ]
  return (
    <li>
      <span className={css.what}>
        <strong>
          <CustomerLink id={customer_id}>{customer_name ?? 'A customer'}</CustomerLink>:{' '}
          {extraText(extra)}
        </strong>
        {extra.is_left && ' You confirmed it, but its visit has no invoice.'}
        {note && <em>“{note}”</em>}
        <em>{facts.filter(Boolean).join(' · ')}</em>
      </span>
      <span className={css.acts}>
        <Button size="sm" variant="default" onClick={onReject} aria-label={`Reject ${what}`}>
          Reject
        </Button>
        <Button size="sm" onClick={onConfirm} aria-label={`Bill ${what}`}>
          Bill it
        </Button>
      </span>
    </li>
  )
}
