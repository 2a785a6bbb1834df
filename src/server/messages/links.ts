import { kindOf, type Switched, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { businessIn, withBusiness } from '../../domain/customers/business-link.ts'
import { seal } from '../base/kit/codes.ts'
import { unsubscribe as en } from '../../words/en/unsubscribe.ts'
import { unsubscribe as es } from '../../words/es/unsubscribe.ts'

let home = 'http://localhost:3000'
let inbound: string | null = null
let secret: Buffer | null = null

type Home = { public_url: string; inbound_domain: string | null; secret: Buffer }

/** Set once at start: where links in messages lead, where answers to mail arrive, and what seals a link; also for code that holds a transaction and nothing else. */
export function setHome(given: Home): void {
  home = given.public_url
  inbound = given.inbound_domain
  secret = given.secret
}

/** The address of a page of ours, for a message. */
export const homeUrl = (path: string): string => `${home}${path}`

/**
 * A link to our pages with the business whose message it is in, for a reader who may be a customer of
 * several. Other links stay as they are.
 */
export const inBusiness = (url: string, organization_id: string): string =>
  url.startsWith(homeUrl('/app')) && !businessIn(url) ? withBusiness(url, organization_id) : url

/** Where the answer to a mail goes, naming the mail; null if answers go to the business itself. */
export const answerAddress = (message_id: string): string | null =>
  inbound ? `r+${message_id}@${inbound}` : null

/** Whose messages a link switches off: a customer's of a business, those of somebody who works there, or, without a business, ours to a person. */
export type Switching = {
  organization_id: string | null
  as: 'customer' | 'person'
  id: string
  switch: Switched
}

/** The page on which one sort of messages is switched off, for one reader; null before the start. */
export const unsubscribeUrl = ({
  organization_id,
  as,
  id,
  switch: off,
}: Switching): string | null =>
  secret &&
  homeUrl(
    `/api/public/unsubscribe/${seal(secret, [organization_id ?? 'platform', as, id, off].join(' '))}`,
  )

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
