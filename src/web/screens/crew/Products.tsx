import { Button } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import type { Visit } from '../../../domain/visit.ts'
import { api } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSoon } from '../../ui/soon.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { cachedVisit } from '../../visits/queries.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import type { FormProps } from './ProductForm.tsx'
import { crewWords } from './words.ts'

const loadProductForm = () => import('./ProductForm.tsx')
const ProductForm = later<FormProps>(async () => (await loadProductForm()).ProductForm)
/** Few stops need it, and it brings its own kind of fields: fetched where one does, before the signal is gone. */
const forms = [loadProductForm, () => queryClient.prefetchQuery(api['GET /api/products'].query())]

const sheetName = 'products'

/** Records which products were applied; only where the service asks for it. */
export function ProductsButton({ visit }: { visit: Visit }) {
  return visit.service?.records_products ? <OpenProducts visit={visit} /> : null
}

function OpenProducts({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  useSoon(forms)
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<FlaskConical size={18} aria-hidden />}
      aria-label={words.productsOf(customerText(visit))}
      onClick={() => openLayer({ name: sheetName, id: visit.id, about: visit })}
    >
      {words.products(visit.products.length)}
    </Button>
  )
}

/** The sheet, outside the stop: the office may move that away while somebody writes. */
export function ProductsSheet() {
  const sheet = useSheet<Visit>(sheetName, (id) => cachedVisit(id))
  return (
    sheet.about && (
      <ProductForm key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}

/** What was recorded so far of a stop that asks for products; used before it is finished. */
export const lacksProducts = (visit: Visit): boolean =>
  visit.service?.records_products === true && visit.products.length === 0
