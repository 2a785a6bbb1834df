import type { Switched } from '../../domain/message-kinds.ts'
import { businessIn, withBusiness } from '../../domain/business-link.ts'
import { seal } from '../codes.ts'

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
