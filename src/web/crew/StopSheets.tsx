import { Button } from '@mantine/core'
import {
  CirclePlus,
  CircleSlash,
  FlaskConical,
  Images,
  NotebookPen,
  PenLine,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { isPhoto } from '../../domain/base/file.ts'
import { openRequired } from '../../domain/schedule/checklist.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { crewWords } from '../../words/en/crew.ts'
import { api } from '../app/client.ts'
import { queryClient } from '../app/query-client.ts'
import { useWords } from '../app/words.ts'
import { doAt } from '../shared/outbox/acts.ts'
import { useWaitingPhotos } from '../shared/outbox/outbox.ts'
import { holdStep, type Laid } from '../shared/outbox/with-unsent.ts'
import { cachedVisit } from '../shared/visits/queries.ts'
import { loadGateCode } from '../shared/visits/VisitCard.tsx'
import { customerText } from '../shared/visits/visit-text.ts'
import { later, useSoon } from '../ui/lazy.tsx'
import { openLayer } from '../ui/sheet-stack.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { lacksProducts } from './queries.ts'
import type { FormProps } from './stop-form.ts'

const loadForms = () => import('./StopForms.tsx')
const loadPhotos = () => import('./StopPhotos.tsx')
const loadSignature = () => import('./SignatureForm.tsx')
const loadExtra = () => import('./ExtraForm.tsx')
const loadProducts = () => import('./ProductForm.tsx')

const note = sheetOf('note', async () => (await loadForms()).NoteForm)
const notDone = sheetOf('not-done', async () => (await loadForms()).NotDoneForm)
const finish = sheetOf('finish', async () => (await loadForms()).FinishForm)
const photos = sheetOf('photos', async () => (await loadPhotos()).StopPhotos, cachedVisit)
const signature = sheetOf('signature', async () => (await loadSignature()).SignatureForm)
const products = sheetOf('products', async () => (await loadProducts()).ProductForm, cachedVisit)
const extra = sheetOf('extra-work', async () => (await loadExtra()).ExtraForm, cachedVisit)

/** A sheet about a stop. `find`: the stop that an address names. */
function sheetOf(
  name: string,
  load: () => Promise<ComponentType<FormProps>>,
  find?: (id: string) => Visit | undefined,
) {
  const Form = later<FormProps>(load)
  return {
    open: (visit: Visit) => openLayer({ name, id: visit.id, about: visit }),
    Sheet: function StopSheet() {
      const sheet = useSheet<Visit>(name, find)
      return (
        sheet.about && (
          <Form key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
        )
      )
    },
  }
}

const sheets = [note, notDone, photos, finish, signature, products, extra]
const loads = [loadForms, loadPhotos, loadSignature, loadExtra]

/** What a crew writes, photographs or signs at a stop. Outside the stops, which the office may move away meanwhile. */
export function ActSheets() {
  useSoon(loads)
  return sheets.map(({ Sheet }, at) => <Sheet key={at} />)
}

type ButtonProps = {
  visit: Visit
  of: typeof note
  icon: LucideIcon
  label: string
  children: ReactNode
}
const SheetButton = ({ visit, of, icon: Icon, label, children }: ButtonProps) => (
  <Button
    variant="default"
    size="md"
    leftSection={<Icon size={18} aria-hidden />}
    aria-label={label}
    onClick={() => of.open(visit)}
  >
    {children}
  </Button>
)

/** Writes down what the office and the next crew should know of a stop. */
export function NoteButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const label = words.noteOn(customerText(visit))
  return (
    <SheetButton visit={visit} of={note} icon={NotebookPen} label={label}>
      {words.note}
    </SheetButton>
  )
}

/** The crew was there and could not do it: the office reschedules it and sees the reason. */
export function NotDoneButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const label = words.notDoneOn(customerText(visit))
  return (
    <SheetButton visit={visit} of={notDone} icon={CircleSlash} label={label}>
      {words.notDone}
    </SheetButton>
  )
}

/** Completes a stop. Where something required is open, the crew says why first; it is never kept from finishing. */
export function finishStop(visit: Laid, worker: string, tapped_ms: number): void {
  if (openRequired(visit.checklist).length === 0 && !lacksProducts(visit))
    void holdStep({ visit, step: 'finish' }, tapped_ms, () => doAt(visit, worker, 'finish'))
  else finish.open(visit)
}

/** Opens the photos of a stop. */
export function PhotosButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const waiting = useWaitingPhotos().filter((one) => one.visit === visit.id)
  const count = visit.files.filter(isPhoto).length + waiting.filter(isPhoto).length
  const label = words.photosOf(customerText(visit))
  return (
    <SheetButton visit={visit} of={photos} icon={Images} label={label}>
      {words.photos(count)}
    </SheetButton>
  )
}

/** Has the customer sign on the phone; only where the service asks for it. */
export function SignatureButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const waiting = useWaitingPhotos()
  if (!visit.service?.asks_signature) return null
  const isSigned =
    visit.files.some(({ purpose }) => purpose === 'signature') ||
    waiting.some((one) => one.visit === visit.id && one.purpose === 'signature')
  const label = words.signatureOf(customerText(visit))
  return (
    <SheetButton visit={visit} of={signature} icon={PenLine} label={label}>
      {isSigned ? words.signed : words.signature}
    </SheetButton>
  )
}

/** Records which products were applied; only where the service asks for it. */
export function ProductsButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  if (!visit.service?.records_products) return null
  const label = words.productsOf(customerText(visit))
  return (
    <SheetButton visit={visit} of={products} icon={FlaskConical} label={label}>
      {words.products(visit.products.length)}
    </SheetButton>
  )
}

const forProducts = [
  loadProducts,
  () => queryClient.prefetchQuery(api['GET /api/products'].query()),
]
const forGates = [loadGateCode]
function Ahead({ loads }: { loads: Parameters<typeof useSoon>[0] }) {
  useSoon(loads)
  return null
}

/** What only few of these stops need, and brings its own kind of fields: fetched where one does, before the signal is gone. */
export const StopsAhead = ({ stops }: { stops: readonly Visit[] }) => (
  <>
    {stops.some(({ service }) => service?.records_products) && <Ahead loads={forProducts} />}
    {stops.some(({ customer }) => customer.has_gate_code) && <Ahead loads={forGates} />}
  </>
)

/** Adds what the customer asks for at the door. */
export function ExtraButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const label = words.extraOn(customerText(visit))
  return (
    <SheetButton visit={visit} of={extra} icon={CirclePlus} label={label}>
      {words.extra}
    </SheetButton>
  )
}
