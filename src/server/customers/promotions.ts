import { offerSkip, type CustomerStatus, type OfferSkip } from '../../domain/customer.ts'
import type { App } from '../call.ts'
import { seal, unseal } from '../codes.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { escapeHtml } from '../messages/letter.ts'
import { readReach } from '../messages/reach.ts'
import { isGoingOut, tell } from '../messages/tell.ts'
import { found, notFound, refused } from '../refusals.ts'
import { nowCalled } from './merged.ts'
import { lockCustomer } from './write-row.ts'
import { stopOffers } from './write.ts'

type Skipped = { id: string; reason: OfferSkip }

/**
 * Sends an offer by e-mail; lists the customers it skipped because they have no address, are
 * archived or opted out.
 */
export async function sendPromotion(
  tx: OrgTx,
  app: App,
  customer_id: string,
  message: string,
): Promise<{ ok: true; queued: number; skipped: Skipped[] }> {
  const customer = await lockCustomer(tx, customer_id)
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number', 'street', 'city', 'state', 'zip'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const { street, city, state, zip } = organization
  if (!street || !city || !state || !zip)
    throw refused(
      'no_postal_address',
      'Offers must name your postal address. Enter it in Settings first.',
    )
  const reason = offerSkip({
    status: customer.status as CustomerStatus,
    email: customer.email,
    promotions_off: customer.promotions_off_at !== null,
  })
  if (reason) return { ok: true, queued: 0, skipped: [{ id: customer_id, reason }] }
  const reached = found((await readReach(tx, [customer_id])).get(customer_id))
  const sendings = await tell(tx, reached, {
    kind: 'promotion',
    data: {
      organization: { ...organization, postal_address: `${street}, ${city}, ${state} ${zip}` },
      name: customer.name,
      message,
      unsubscribe_url: `${app.config.PUBLIC_URL}/api/public/unsubscribe/${seal(app.secret, `${tx.org} ${customer_id}`)}`,
    },
  })
  return isGoingOut(sendings)
    ? { ok: true, queued: 1, skipped: [] }
    : { ok: true, queued: 0, skipped: [{ id: customer_id, reason: 'refused' }] }
}

async function customerOf(
  app: App,
  token: string,
): Promise<{ organization_id: string; customer_id: string }> {
  try {
    const [organization_id = '', customer_id = ''] = unseal(app.secret, token).split(' ')
    return { organization_id, customer_id }
  } catch {
    throw notFound('This link is no longer valid.')
  }
}

/**
 * Unsubscribes a customer from offers; the token in the e-mail's link identifies them. Repeating
 * changes nothing.
 */
export async function unsubscribe(app: App, token: string): Promise<string> {
  const { organization_id, customer_id: written } = await customerOf(app, token)
  return inOrgAll(app.store, organization_id, { person_id: null }, async (tx) => {
    const customer_id = await nowCalled(tx, written)
    const row = await lockCustomer(tx, customer_id)
    const { name } = await tx
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
    await stopOffers(tx, row)
    return page(
      'You are unsubscribed',
      `<p>${escapeHtml(name)} sends you no more offers. Messages about your visits and invoices go on.</p>`,
    )
  })
}

/**
 * The page behind the unsubscribe link. It asks for confirmation, because mail programs open links
 * to scan them.
 */
export async function unsubscribePage(app: App, token: string): Promise<string> {
  const { organization_id, customer_id } = await customerOf(app, token)
  const name = await inOrgAll(app.store, organization_id, { person_id: null }, async (tx) => {
    const id = await nowCalled(tx, customer_id)
    found(await tx.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst())
    return (
      await tx
        .selectFrom('organizations')
        .select('name')
        .where('id', '=', tx.org)
        .executeTakeFirstOrThrow()
    ).name
  })
  return page(
    'Unsubscribe',
    `<p>Receive no more offers from ${escapeHtml(name)}?</p><form method="post" enctype="text/plain"><button type="submit">Unsubscribe</button></form>`,
  )
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 20px}button{font:inherit;padding:12px 24px;border:0;border-radius:10px;background:#1d6b4b;color:#fff;cursor:pointer}</style>
</head><body><main><h1>${title}</h1>${body}</main></body></html>`
