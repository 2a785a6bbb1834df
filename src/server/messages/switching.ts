import { kindOf, type MessageKind } from '../../domain/message-kinds.ts'
import { unsubscribe as en } from '../../words/en/unsubscribe.ts'
import { unsubscribe as es } from '../../words/es/unsubscribe.ts'
import type { Switching } from './home.ts'

const words = { en, es }
/** What letters and pages say about switching off. */
export const wordsOf = (locale: string) => words[locale === 'es' ? 'es' : 'en']

type Sent = {
  template: string
  organization_id: string | null
  customer_id: string | null
  person_id: string | null
}

/** What the reader of a message may switch off by its link; null if it must be sent, or its reader has no switches. */
export function switchingOf({
  template,
  organization_id,
  customer_id,
  person_id,
}: Sent): Switching | null {
  const what = kindOf(template as MessageKind)
  if (what.switch === 'always') return null
  if (what.switch === 'product_updates')
    return person_id
      ? { organization_id: null, as: 'person', id: person_id, switch: what.switch }
      : null
  if (!organization_id) return null
  if (what.to === 'staff')
    return person_id ? { organization_id, as: 'person', id: person_id, switch: what.switch } : null
  return customer_id
    ? { organization_id, as: 'customer', id: customer_id, switch: what.switch }
    : null
}
