import { onPlatform, system } from '../../base/db/door.ts'
import { Rejected } from '../../base/outside/payment-faults.ts'
import { organizationOf, refreshAccount } from './accounts.ts'
import { applyPaymentIntent } from './apply.ts'
import { applyDispute } from './dispute.ts'
import { idOf } from '../../base/outside/id-of.ts'
import type { MoneyApp } from './facts.ts'
import { applySetup } from './replace-card.ts'
import { refreshMethod } from './methods.ts'
import { applyRefund } from './refund.ts'
import { applyPlatformEvent } from '../platform/subscription.ts'
import { syncPayout } from './sync-payouts.ts'
import { platformAccount, recordTry } from './write-events.ts'

/** Applies one stored event. The event only identifies an object, which is read again. */
export async function handleProviderEvent(
  app: MoneyApp,
  { account, event_id }: { account: string; event_id: string },
): Promise<void> {
  const event = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('provider_events')
      .select(['type', 'object_id', 'processed_at'])
      .where('account', '=', account)
      .where('event_id', '=', event_id)
      .executeTakeFirst(),
  )
  if (!event || event.processed_at) return
  const record = (result: { processed: boolean; error: string | null }) =>
    onPlatform(app.store, system, (tx) => recordTry(tx, { account, event_id }, result))
  try {
    await applyEvent(app, account, event.type, event.object_id)
    await record({ processed: true, error: null })
  } catch (fault) {
    const gone = fault instanceof Rejected && fault.code === 'resource_missing'
    await record({ processed: gone, error: (fault as Error).message.slice(0, 500) })
    if (!gone) throw fault
  }
}

async function applyEvent(
  app: MoneyApp,
  account: string,
  type: string,
  object_id: string | null,
): Promise<void> {
  if (
    type.startsWith('v2.core.account') ||
    type === 'account.updated' ||
    type === 'account.application.deauthorized'
  ) {
    const organization_id = await organizationOf(
      app,
      account === platformAccount ? (object_id ?? '') : account,
    )
    if (organization_id) await refreshAccount(app, organization_id)
    return
  }
  if (account === platformAccount) return applyPlatformEvent(app, type, object_id)
  if (!object_id) return
  if (type.startsWith('payment_intent.')) return readAndApply(app, account, object_id)
  if (type.startsWith('charge.dispute.')) {
    const dispute = await app.payments.on(account).readDispute(object_id)
    await readAndApply(app, account, idOf(dispute.payment_intent))
    return applyDispute(app, account, dispute)
  }
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    const refund = await app.payments.on(account).readRefund(object_id)
    await readAndApply(app, account, idOf(refund.payment_intent))
    return applyRefund(app, account, refund)
  }
  if (type.startsWith('payout.')) return syncPayout(app, account, object_id)
  if (type.startsWith('charge.')) return applyCharge(app, account, object_id, type)
  if (type.startsWith('setup_intent.'))
    return applySetup(app, account, await app.payments.on(account).readSetup(object_id))
  if (/^payment_method\.(detached|updated|automatically_updated)$/.test(type))
    await refreshMethod(app, account, object_id)
}

async function readAndApply(
  app: MoneyApp,
  account: string,
  intent_id: string | null,
): Promise<void> {
  if (intent_id)
    await applyPaymentIntent(app, account, await app.payments.on(account).readIntent(intent_id))
}

async function applyCharge(
  app: MoneyApp,
  account: string,
  id: string,
  type: string,
): Promise<void> {
  const provider = app.payments.on(account)
  const intent_id = idOf((await provider.readCharge(id)).payment_intent)
  await readAndApply(app, account, intent_id)
  if (type !== 'charge.refunded' || !intent_id) return
  for (const refund of await provider.listRefunds(intent_id))
    await applyRefund(app, account, await provider.readRefund(refund.id))
}
