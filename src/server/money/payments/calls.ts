import type { payments } from '../../../api/payments.ts'
import { Readable } from 'node:stream'
import { csvPieces } from '../../base/kit/csv.ts'
import type { App, Handlers } from '../../base/call.ts'
import { onPlatform, type OrgTx, system } from '../../base/db/door.ts'
import { lockWithInvoices } from '../invoices/credit.ts'
import { invoiceFacts } from '../invoices/row.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { refreshAccount, startVerification } from './accounts.ts'
import {
  exportPayments,
  paymentColumns,
  readEarnings,
  readPayments,
  readDisputes,
  readFailedRefunds,
} from './read.ts'
import { insertEvent, platformAccount } from './write-events.ts'
import { readWalletState } from './wallets.ts'
import { enforce, invalid, Refused, refused } from '../../base/kit/refusals.ts'
import { askProvider, Unknown } from '../../base/outside/payment-faults.ts'
import { balanceOf, invoiceRules } from '../../../domain/money/invoice.ts'
import { isOnboarded } from '../../../domain/money/platform.ts'
import { checkNoIntent } from '../invoices/live-intent.ts'
import { notifyPaid } from '../../messages/notify-money.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { payByHand, takeBack } from './by-hand.ts'
import { planCharge } from './charge.ts'
import { giveBack, askForRefund } from './give-back.ts'
import { settleFailed } from './settle-refund.ts'
import { readDetail } from '../invoices/read.ts'
import { setSendAt } from '../invoices/write.ts'
import { openInvoice } from '../invoices/write-issue.ts'
import { voidByHand } from '../invoices/void-by-hand.ts'
import { withoutIntent } from './intents.ts'
import type { disputes } from '../../../api/disputes.ts'
import { keepEvidence, sendEvidence, settleLost } from './answer-dispute.ts'
import type { refunds } from '../../../api/refunds.ts'

const accountOf = (tx: OrgTx) =>
  tx
    .selectFrom('organizations')
    .select([
      'stripe_account_id',
      'stripe_charges_enabled',
      'stripe_payouts_enabled',
      'stripe_details_submitted',
      'stripe_requirements_due',
      'stripe_disabled_reason',
      'stripe_checked_at',
    ])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()

export const paymentHandlers: Handlers<typeof payments> = {
  'POST /api/invoices/{id}/pay': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const { attempt_id } = await planCharge(tx, {
        invoice_id: params.id,
        via: 'staff',
        actor_id: actor.person_id,
        approval: body?.approval,
      })
      return {
        ok: true as const,
        invoice_id: params.id,
        attempt_id,
        status: 'processing' as const,
        collect_enqueued: true as const,
        via: 'card_on_file' as const,
      }
    }),

  'POST /api/invoices/{id}/mark-paid': ({ inOrg, app, actor, params, body, idempotency_key }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const [locked] = await Promise.all([
          lockWithInvoices(tx, params.id),
          checkNoIntent(tx, params.id),
        ])
        enforce(invoiceRules.markPaid(invoiceFacts(locked)))
        const row = await openInvoice(tx, locked)
        const amount_cents = body?.amount_cents ?? balanceOf(row)
        if (amount_cents === 0) throw refused('credit_covers_it', creditCovers)
        if (amount_cents > balanceOf(row) && !body?.keep_rest)
          throw invalid({ amount_cents: 'This is more than the balance due.' })
        if (amount_cents < balanceOf(row) && idempotency_key === null)
          throw new Refused(400, 'idempotency_key_required', keySentence)
        const { invoice, payment } = await payByHand(tx, row, {
          amount_cents,
          kind: body?.kind ?? 'cash',
          note: body?.note ?? null,
        })
        if (row.send_at && balanceOf(invoice) === 0) setSendAt(tx, row.id, null)
        if (body?.send_receipt ?? true)
          await notifyPaid(tx, invoice, payment, await payUrl(tx, app, invoice))
        return readDetail(tx, row.id, actor)
      }),
    ),

  'POST /api/invoices/{id}/void': ({ inOrg, app, actor, params, body }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const [row] = await Promise.all([
          lockWithInvoices(tx, params.id),
          checkNoIntent(tx, params.id),
        ])
        enforce(invoiceRules.voidIt({ ...row, ...invoiceFacts(row) }))
        await voidByHand(tx, row, body?.reason)
        return readDetail(tx, row.id, actor)
      }),
    ),

  'GET /api/owner/stripe/payments': async ({ readOrg, query, reply }) => {
    const { format, cursor, ...asked } = query
    const filter = cursor ? { ...asked, starting_after: cursor } : asked
    if (format === 'csv') {
      const file = csvPieces(paymentColumns, exportPayments(readOrg, filter))
      await reply
        .header('content-disposition', 'attachment; filename="payments.csv"')
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(file))
      return undefined as never
    }
    return readOrg(async (tx) => {
      const account = await accountOf(tx)
      const { items, has_more } = await readPayments(tx, filter)
      return {
        ok: true as const,
        hasAccount: account.stripe_account_id !== null,
        accountId: account.stripe_account_id,
        items,
        has_more,
        next_cursor: has_more ? items.at(-1)!.id : null,
        error: null,
      }
    })
  },

  'POST /api/payments/{id}/reversal': ({ inOrg, app, actor, params, body }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const { invoice_id } = await takeBack(tx, params.id, body.reason)
        return { ok: true as const, invoice_id }
      }),
    ),

  'POST /api/owner/stripe/refund': (call) => giveBack(call, call.body),

  'GET /api/owner/stripe/balance': async ({ readOrg, app }) => {
    const { stripe_account_id: accountId } = await readOrg(accountOf)
    if (!accountId)
      return { ok: true, hasAccount: false, accountId: null, available: [], pending: [] }
    const { available, pending } = await askProvider(() =>
      app.payments.on(accountId, 'screen').readBalance(),
    )
    const amounts = (rows: { amount: number; currency: string }[]) =>
      rows.map(({ amount, currency }) => ({ amount, currency }))
    return {
      ok: true,
      hasAccount: true,
      accountId,
      available: amounts(available),
      pending: amounts(pending),
    }
  },

  'GET /api/owner/stripe/earnings': ({ readOrg, query }) =>
    readOrg(async (tx) => ({ ok: true as const, buckets: await readEarnings(tx, query.months) })),

  'POST /api/owner/stripe/start-onboarding': async ({ inOrg, app, actor, body }) => {
    await inOrg(accountOf)
    const back = `${app.config.PUBLIC_URL}${body?.return_path ?? '/app/settings?tab=organization&section=payments&payments=returned'}`
    return {
      ok: true,
      url: await askProvider(() => startVerification(app, actor.organization_id, back)),
    }
  },

  'POST /api/owner/stripe/refresh': async ({ readOrg, app, actor }) => {
    // Looking is no act, so nothing is added to the history: the settings page asks whenever it opens.
    await readOrg(accountOf)
    await askProvider(() => refreshAccount(app, actor.organization_id))
    const [row, wallets] = await readOrg((tx) =>
      Promise.all([accountOf(tx), readWalletState(tx, app)]),
    )
    const flags = {
      charges_enabled: row.stripe_charges_enabled,
      payouts_enabled: row.stripe_payouts_enabled,
      details_submitted: row.stripe_details_submitted,
      requirements_currently_due_len: row.stripe_requirements_due,
    }
    return {
      ok: true,
      hasAccount: row.stripe_account_id !== null,
      accountId: row.stripe_account_id,
      ...flags,
      onboarded: isOnboarded(flags),
      disabled_reason: row.stripe_disabled_reason,
      checked_at: row.stripe_checked_at,
      wallets,
    }
  },

  'POST /api/owner/platform-billing/dashboard-link': async ({ inOrg, app }) => {
    const { stripe_account_id } = await inOrg(accountOf)
    if (!stripe_account_id) throw refused('no_account', 'Could not open Stripe Dashboard')
    return {
      ok: true,
      url: new URL(app.payments.dashboardUrl(stripe_account_id), app.config.PUBLIC_URL).href,
    }
  },

  'POST /api/webhooks/stripe': async ({ app, query, raw_body, headers }) => {
    const event = raw_body
      ? app.payments.verifyWebhook(
          query.kind,
          raw_body,
          headers['stripe-signature'] as string | undefined,
        )
      : null
    if (!event) throw new Refused(400, 'bad_signature', 'The signature does not match.')
    await keepEvent(app, query.kind, event)
    return { received: true as const }
  },
}

const creditCovers =
  'The customer’s credit covers this invoice. Finalize it, or enter an amount and keep it as their credit.'

/** The whole balance can be recorded once only; a part of it could be recorded again by a repeat. */
const keySentence =
  'Send an Idempotency-Key with a partial payment, so that a repeat is not recorded twice.'

/**
 * Stores an event for a job to apply. Ignores events of the other mode, or of accounts that are not
 * ours.
 */
async function keepEvent(
  app: App,
  kind: string,
  event: NonNullable<ReturnType<App['payments']['verifyWebhook']>>,
): Promise<void> {
  if (event.live !== app.payments.live) return
  await onPlatform(app.store, system, async (tx) => {
    const account = event.account ?? platformAccount
    if (
      account !== platformAccount &&
      !(await tx
        .selectFrom('organizations')
        .select('id')
        .where('stripe_account_id', '=', account)
        .executeTakeFirst())
    )
      return
    if (await insertEvent(tx, kind, event))
      await enqueue(
        tx,
        'provider.event',
        { account, event_id: event.id },
        { key: `${account}:${event.id}` },
      )
  })
}

export const disputeHandlers: Handlers<typeof disputes> = {
  'GET /api/owner/disputes': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readDisputes(tx) })),

  'POST /api/disputes/{id}/evidence': async ({ inOrg, app, actor, params, body }) => {
    const kept = await inOrg(async (tx) => {
      await keepEvidence(tx, params.id, body.text)
      return { ok: true as const, sent: true }
    })
    try {
      await sendEvidence(app, actor.organization_id, params.id)
      return kept
    } catch (fault) {
      if (!(fault instanceof Unknown)) throw fault
      // It is written down; the reconciler sends it.
      app.log.warn({ err: fault, dispute: params.id }, 'evidence awaits an answer')
      return { ...kept, sent: false }
    }
  },

  'POST /api/disputes/{id}/settlement': ({ inOrg, params, body }) =>
    inOrg(async (tx) => ({ ok: true as const, ...(await settleLost(tx, params.id, body.as)) })),
}

export const refundHandlers: Handlers<typeof refunds> = {
  'GET /api/owner/failed-refunds': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readFailedRefunds(tx) })),

  'POST /api/refunds/{id}/settlement': async (call) => {
    const { inOrg, app, params, body } = call
    let again: string | null = null
    const settled = await inOrg(async (tx) => {
      again = await settleFailed(tx, app, params.id, body.as)
      return { ok: true as const, state: again ? ('started' as const) : ('succeeded' as const) }
    })
    if (!again) return settled
    const state = await askForRefund(call, again, 'POST /api/refunds/{id}/settlement')
    return { ...settled, state }
  },
}
