import { Circle, CircleCheck } from 'lucide-react'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { useZone } from '../../app/today.ts'
import { momentLabel } from '../../ui/when.ts'
import { useWords } from '../../app/words.ts'
import css from './visit-checklist.module.css'
import { visitWords } from '../../../words/en/visits.ts'
import { amountText, type VisitProduct } from '../../../domain/flows/product.ts'

type Props = { visit: Pick<Visit, 'checklist' | 'open_reason'> }

/** What was to do at a visit: who did it and when, and why something was left open. */
export function VisitChecklist({ visit: { checklist, open_reason } }: Props) {
  const words = useWords(visitWords)
  const zone = useZone()
  return (
    <>
      <ul className={css.list}>
        {checklist.map(({ id, text, required, done }) => (
          <li key={id} data-done={done ? true : undefined}>
            {done ? <CircleCheck size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
            <span>
              {text}
              <small>
                {done
                  ? [done.by, momentLabel(done.at, zone)].filter(Boolean).join(', ')
                  : required
                    ? words.requiredOpen
                    : words.itemOpen}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {open_reason && <p className={css.why}>{words.openBecause(open_reason)}</p>}
    </>
  )
}

/** Products that were applied at a visit. */
export function VisitProducts({ products }: { products: readonly VisitProduct[] }) {
  const zone = useZone()
  if (products.length === 0) return null
  return (
    <ul className={css.list}>
      {products.map(({ id, by, at, product_name, ...amount }) => (
        <li key={id} className={css.plain}>
          <span>
            {product_name}, {amountText(amount)}
            <small>{[by, momentLabel(at, zone)].filter(Boolean).join(', ')}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
