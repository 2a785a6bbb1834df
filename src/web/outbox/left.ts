import { extraText } from '../../domain/extra-text.ts'
import { amountText } from '../../domain/product.ts'
import { timeOf } from '../server-time.ts'
import type { LeftWords } from './left-words.ts'
import type { WaitingPhoto } from './photo-store.ts'
import type { Waiting } from './store.ts'

/** One thing that was done and not sent: where, what, in which words, and when. */
type LeftLine = { id: string; at_ms: number; about: string; what: string; detail: string }

type Act = Pick<
  Waiting,
  'client_id' | 'kind' | 'pressed_ms' | 'label' | 'text' | 'applied' | 'extra'
>
type Photo = Pick<WaitingPhoto, 'client_id' | 'about' | 'purpose' | 'made_ms'>

/** What waits on this phone, as its person reads it to the office: oldest first. */
export const linesOf = (
  acts: readonly Act[],
  photos: readonly Photo[],
  words: LeftWords,
): LeftLine[] =>
  [
    ...acts.map((act) => ({
      id: act.client_id,
      at_ms: timeOf(act.pressed_ms),
      about: act.label ?? '',
      what: words.did(act.kind),
      detail: detailOf(act),
    })),
    ...photos.map(({ client_id, about, purpose, made_ms }) => ({
      id: client_id,
      at_ms: timeOf(made_ms),
      about,
      what: purpose === 'signature' ? words.signature : words.photo,
      detail: '',
    })),
  ].toSorted((a, b) => a.at_ms - b.at_ms)

const detailOf = ({ text, applied, extra }: Act): string =>
  [applied && `${applied.product_name}, ${amountText(applied)}`, extra && extraText(extra), text]
    .filter(Boolean)
    .join('. ')

/** Whether something was made by this person, for whichever business. */
export const isBy = (person_id: string | null, { worker }: { worker: string }): boolean =>
  person_id !== null && worker.startsWith(`${person_id}.`)
