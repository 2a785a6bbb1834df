import { amountText, type VisitProduct } from '../../domain/product.ts'
import { useZone } from '../today.ts'
import { momentLabel } from '../ui/when.ts'
import css from './visit-checklist.module.css'

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
