import { switches, type Switched } from '../../../domain/messages/message-kinds.ts'
import type { Brand } from '../../../domain/base/brand.ts'
import type { NotificationPrefs } from '../../../domain/base/person.ts'
import type { App, CallContext } from '../../base/call.ts'
import { unseal } from '../../base/kit/codes.ts'
import { nowCalled } from '../../customers/merged.ts'
import { lockCustomer } from '../../customers/write-row.ts'
import { switchMessages } from '../../customers/write.ts'
import {
  inOrgAll,
  onPlatform,
  readOrgAll,
  readPlatform,
  system,
  type Tx,
} from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { wordsOf, type Switching } from '../../messages/links.ts'
import { readOffice, readPeople, readReach, type Reached } from '../../messages/recipient.ts'
import { markSwitchedOff } from '../../messages/write-switched.ts'
import { setNotice } from '../../people/write.ts'
import { found, notFound } from '../../base/kit/refusals.ts'
import { escapeHtml } from '../../messages/letter.ts'

type Turning = Switching & { token: string }

/** What a link is for; 404 for one that we did not make. */
export function readSwitch({ secret }: Pick<App, 'secret'>, token: string): Turning {
  const [of = '', ...rest] = partsOf(secret, token)
  // Links in letters of before named the customer only, and ended offers.
  const [as, id = '', name] = rest.length === 1 ? ['customer', rest[0], 'offers'] : rest
  const off = switches.find((one) => one === name)
  if (!off || (as !== 'customer' && as !== 'person')) throw notFound(wordsOf('en').lost)
  return { organization_id: of === 'platform' ? null : of, as, id, switch: off, token }
}

function partsOf(secret: Buffer, token: string): string[] {
  try {
    return unseal(secret, token).split(' ')
  } catch {
    throw notFound(wordsOf('en').lost)
  }
}

/** The page behind the link: what goes off, or how to get it back. */
export function showSwitch({ store }: App, turning: Turning): Promise<string> {
  const { organization_id } = turning
  const show = async (tx: Tx) => {
    const to = await readReader(tx, turning)
    const page = isOff(to, turning.switch) ? donePage : askPage
    return page(await factsOf(tx, to, turning))
  }
  return organization_id
    ? readOrgAll(store, organization_id, system, show)
    : readPlatform(store, system, show)
}

/** Turns exactly the switch of the link. Repeating changes nothing. */
export function turnSwitch(
  { app, cause }: Pick<CallContext, 'app' | 'cause'>,
  turning: Turning,
  is_on: boolean,
): Promise<string> {
  const { organization_id, as, id, switch: name } = turning
  // The person with the link may be signed in as someone else.
  const by = { ...cause, person_id: as === 'person' ? id : null }
  const work = async (tx: Tx) => {
    const to = await readReader(tx, turning)
    if (isOff(to, name) === is_on) await turn(tx, to, name, is_on)
    const page = is_on ? resumedPage : donePage
    return page(await factsOf(tx, to, turning))
  }
  return organization_id
    ? inOrgAll(app.store, organization_id, by, work)
    : onPlatform(app.store, by, work)
}

async function turn(tx: Tx, to: Reached, name: Switched, is_on: boolean): Promise<void> {
  if (tx.org !== null && to.customer_id)
    await switchMessages(tx, await lockCustomer(tx, to.customer_id), name, is_on)
  else await setNotice(tx, to.person_id!, name as keyof NotificationPrefs, is_on)
  if (tx.org === null) await markSwitchedOff(tx, to.person_id!, !is_on)
  await audit(tx, {
    action: is_on ? 'messages.switched_on' : 'messages.switched_off',
    entity: to.customer_id ? 'customer' : 'person',
    entity_id: to.customer_id ?? to.person_id!,
    after: { switch: name },
  })
}

async function readReader(tx: Tx, { as, id }: Turning): Promise<Reached> {
  if (tx.org === null) return found((await readPeople(tx, [id])).get(id))
  if (as === 'person')
    return found((await readOffice(tx)).find(({ person_id }) => person_id === id))
  const customer_id = await nowCalled(tx, id)
  return found((await readReach(tx, [customer_id])).get(customer_id))
}

function isOff({ recipient, customer_id }: Reached, name: Switched): boolean {
  if (customer_id && name === 'offers') return recipient.offers_off
  if (customer_id && name === 'reminders') return !recipient.reminders
  if (customer_id && name === 'invoice_email') return !recipient.invoice_email
  if (name === 'product_updates') return recipient.prefs?.product_updates !== true
  return recipient.prefs?.[name as keyof NotificationPrefs] === false
}

async function factsOf(tx: Tx, { locale }: Reached, { token, switch: off }: Turning) {
  if (tx.org === null) return { switch: off, business: 'Fieldhive', logo: null, locale, token }
  const { name: business, logo } = await tx
    .selectFrom('organizations')
    .select(['name', 'logo'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return { switch: off, business, logo: logo as Brand['logo'], locale, token }
}

type Page = {
  switch: Switched
  business: string
  logo: Brand['logo']
  locale: string
  token: string
}

/** Asks first: mail programs open links to scan them. */
function askPage(facts: Page): string {
  const { switch: off, business, locale, token } = facts
  const words = wordsOf(locale)
  return page(facts, words.title, words.ask(off, business), [words.stop, pathOf(token)])
}

/** What is off now, and the way back. */
function donePage(facts: Page): string {
  const { switch: off, business, locale, token } = facts
  const words = wordsOf(locale)
  const text = `${words.off(off, business)} ${words.back}`
  return page(facts, words.done, text, [words.resume, `${pathOf(token)}/undo`])
}

/** What is on again. */
function resumedPage(facts: Page): string {
  const { switch: off, business, locale } = facts
  const words = wordsOf(locale)
  return page(facts, words.resumed, words.on(off, business))
}

/** Whose page it is. */
const headOf = (business: string, logo: Brand['logo']): string =>
  `<p><strong>${logo ? `<img src="${escapeHtml(logo.path)}" width="${logo.width}" height="${logo.height}" alt=""><br>` : ''}${escapeHtml(business)}</strong></p>`

const pathOf = (token: string): string => `/api/public/unsubscribe/${token}`

const page = (
  { locale, business, logo }: Page,
  title: string,
  text: string,
  button?: [label: string, action: string],
): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 20px}button{font:inherit;min-height:48px;padding:12px 24px;border:0;border-radius:10px;background:#1d6b4b;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid currentColor;outline-offset:3px}</style>
</head><body><main>${headOf(business, logo)}<h1>${title}</h1><p>${escapeHtml(text)}</p>${button ? `<form method="post" action="${escapeHtml(button[1])}"><button type="submit">${button[0]}</button></form>` : ''}</main></body></html>`
