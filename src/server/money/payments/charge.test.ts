import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { onServer } from '../../../../test/scratch.ts'
import { planCharge, runAttempt } from './charge.ts'
import { reconcile } from './reconcile.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.ask('DELETE', 'faults')
  await till.checkBooks()
})

const chargesOf = async (invoice: string) => {
  const { accounts } = await till.atProvider()
  return accounts[till.account]!.charges.filter(
    (charge) => charge.metadata.invoice_id === invoice && charge.status !== 'failed',
  )
}
/** Moves time forward for the reconciler, so that it checks everything now. */
const later = async () => {
  await till.rows(
    "update charge_attempts set next_check_at = now() - interval '1 second' where next_check_at is not null",
  )
  await till.rows("update refunds set updated_at = updated_at - interval '2 hours'")
  await reconcile(till.app)
}

describe('a charge', () => {
  it('pays the invoice, records it in the ledger, sends one receipt', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const attempt = await till.charge(invoice)
    await runAttempt(till.app, till.org, attempt)
    const { invoice: row, attempts, payments, messages } = await till.state(invoice)
    expect(row).toMatchObject({
      doc: 'open',
      money: 'paid',
      paid_cents: 4500,
      payment_method_kind: 'card',
    })
    expect(attempts).toMatchObject([{ state: 'succeeded', via: 'staff' }])
    expect(payments).toMatchObject([
      {
        status: 'succeeded',
        amount_cents: 4500,
        fee_cents: 161,
        net_cents: 4339,
        card_brand: 'visa',
        last4: '4242',
      },
    ])
    expect(messages).toEqual(['receipt'])
    expect(await chargesOf(invoice)).toHaveLength(1)
  })

  it.each([
    [
      'org_not_charge_ready',
      async () => void (await till.rows('update organizations set stripe_charges_enabled = false')),
      async () => void (await till.rows('update organizations set stripe_charges_enabled = true')),
    ],
    [
      'no_payment_method',
      async (invoice: string) =>
        void (await till.rows(
          'update customers set default_payment_method_id = null where id = (select customer_id from invoices where id = $1)',
          [invoice],
        )),
      async () => {},
    ],
    ['already_paid', async (invoice: string) => void (await till.charge(invoice)), async () => {}],
    [
      'payment_in_progress',
      async (invoice: string) =>
        void (await till.inOrg((tx) => planCharge(tx, { invoice_id: invoice, via: 'staff' }))),
      async () => {},
    ],
    [
      'invoice_closed',
      async (invoice: string) =>
        void (await till.rows("update invoices set doc = 'void' where id = $1", [invoice])),
      async () => {},
    ],
  ])('409 %s', async (code, arrange, undo) => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await arrange(invoice)
    await expect(
      till.inOrg((tx) => planCharge(tx, { invoice_id: invoice, via: 'staff' })),
    ).rejects.toMatchObject({ status: 409, code })
    await undo()
  })
  it('409 invoice_draft', async () => {
    const draft = await till.invoice(await till.customer('pm_card_visa'), 4500, { open: false })
    await expect(till.charge(draft)).rejects.toMatchObject({ code: 'invoice_draft' })
  })

  it.each([
    ['without consent', { consent: false }, 'consent_missing'],
    ['a cent above the cap', { cap_cents: 4499 }, 'consent_cap_exceeded'],
    ['without a cap', { cap_cents: null }, 'consent_cap_exceeded'],
    ['with consent taken back', { revoked: true }, 'consent_missing'],
  ])('409 %s, by the office and by autopay, until they agree by phone', async (_, given, code) => {
    const { revoked = false, ...options } = given as { revoked?: boolean }
    const customer = await till.customer('pm_card_visa', { autopay: true, ...options })
    if (revoked)
      await till.rows('update consents set revoked_at = now() where customer_id = $1', [customer])
    const invoice = await till.invoice(customer)
    for (const via of ['autopay', 'staff'] as const)
      await expect(till.charge(invoice, via)).rejects.toMatchObject({ status: 409, code })
    expect((await till.state(invoice)).invoice.money).toBe('none')

    const approval = { name: 'Casey Walker', words: 'Yes, take it' }
    await till.inOrg((tx) => planCharge(tx, { invoice_id: invoice, via: 'staff', approval }))
    const [attempt] = (await till.state(invoice)).attempts
    expect(attempt).toMatchObject({ consent_id: null, approval_id: expect.any(String) })
    const [kept] = await till.rows('select * from charge_approvals where id = $1', [
      attempt.approval_id,
    ])
    expect(kept).toMatchObject({ ...approval, invoice_id: invoice, created_at: expect.anything() })
    expect(Number(kept.amount_cents)).toBe(4500)
    await runAttempt(till.app, till.org, attempt.id)
    const other = await till.invoice(customer)
    await expect(till.charge(other, 'staff')).rejects.toMatchObject({ code })
  })

  it('names the consent it rests on', async () => {
    const customer = await till.customer('pm_card_visa', { cap_cents: 4500 })
    const invoice = await till.invoice(customer)
    await till.charge(invoice, 'staff')
    const [consent] = await till.rows(
      "select id from consents where customer_id = $1 and kind = 'autopay'",
      [customer],
    )
    expect((await till.state(invoice)).attempts).toMatchObject([
      { consent_id: consent.id, approval_id: null },
    ])
  })

  it('many simultaneous callers: one succeeds, the others get the reason', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const callers = onServer ? 64 : 8
    const ends = await Promise.allSettled(
      Array.from({ length: callers }, () =>
        till.inOrg((tx) => planCharge(tx, { invoice_id: invoice, via: 'staff' })),
      ),
    )
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
    expect(refusals).toEqual(Array.from({ length: callers - 1 }, () => 'payment_in_progress'))
    const { attempts } = await till.state(invoice)
    await Promise.all(
      Array.from({ length: 4 }, () =>
        runAttempt(till.app, till.org, attempts[0].id).catch(() => {}),
      ),
    )
    await later()
    expect(await chargesOf(invoice)).toHaveLength(1)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'paid' },
      attempts: [{ state: 'succeeded' }],
      messages: ['receipt'],
    })
  })

  it.each([
    ['pm_card_chargeCustomerFail', 'failed', 'card_declined', true],
    ['pm_card_authenticationRequired', 'requires_action', 'requires_action', false],
  ])(
    'a decline of %s ends as %s and is retried only if that may help',
    async (method, state, code, retried) => {
      const invoice = await till.invoice(await till.customer(method, { autopay: true }))
      await till.charge(invoice, 'autopay')
      const seen = await till.state(invoice)
      expect(seen.attempts).toMatchObject([{ state }])
      expect(seen.invoice).toMatchObject({
        money: 'failed',
        paid_cents: 0,
        ...(code === 'requires_action'
          ? { failure_code: code, failure_sentence: 'Auth required — send pay link' }
          : {}),
      })
      expect(seen.invoice.next_retry_at !== null).toBe(retried)
      expect(seen.messages).toEqual(['payment_failed'])
      await till.deliver()
      expect((await till.state(invoice)).messages).toEqual(['payment_failed'])
    },
  )
})

describe('a lost response', () => {
  it.each([
    ['before the intent is created', '/v1/payment_intents', 'before'],
    ['after the intent is created', '/v1/payment_intents', 'after'],
    ['before the charge', '/confirm', 'before'],
    ['after the charge', '/confirm', 'after'],
  ] as const)(
    '%s: unknown, then exactly one charge',
    async (_, path, when) => {
      const customer = await till.customer('pm_card_visa')
      const invoice = await till.invoice(customer)
      const { attempt_id } = await till.inOrg((tx) =>
        planCharge(tx, { invoice_id: invoice, via: 'staff' }),
      )
      // Three times, since the SDK itself retries with the same key.
      if (path === '/confirm')
        await till.ask('POST', 'faults', {
          drop_next_response: { when, path: '/v1/payment_intents/', count: 4 },
        })
      else await till.ask('POST', 'faults', { drop_next_response: { when, path, count: 4 } })
      await runAttempt(till.app, till.org, attempt_id).catch(() => {})
      const lost = await till.state(invoice)
      expect(lost.invoice.money).toBe('processing')
      expect(lost.attempts).toMatchObject([{ state: 'unknown' }])
      await till.ask('DELETE', 'faults')
      await later()
      const found = await till.state(invoice)
      expect(found.invoice).toMatchObject({ money: 'paid', paid_cents: 4500 })
      expect(found.attempts).toMatchObject([{ state: 'succeeded' }])
      expect(await chargesOf(invoice)).toHaveLength(1)
    },
    60_000,
  )

  it('a replayed 500 on creating the intent: another intent, one charge', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'staff' }),
    )
    await till.ask('POST', 'faults', {
      fail_next: { status: 500, path: '/v1/payment_intents', count: 1 },
    })
    await runAttempt(till.app, till.org, attempt_id)
    expect((await till.state(invoice)).invoice.money).toBe('paid')
    expect(await chargesOf(invoice)).toHaveLength(1)
  })

  it('a replayed 500 on confirming: not charged, and reported once that is certain', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa', { autopay: true }))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'autopay' }),
    )
    await runAttemptUpToConfirm(attempt_id)
    expect((await till.state(invoice)).attempts).toMatchObject([{ state: 'unknown' }])
    await till.rows(
      "update charge_attempts set created_at = created_at - interval '5 minutes' where id = $1",
      [attempt_id],
    )
    await later()
    const seen = await till.state(invoice)
    expect(seen.attempts).toMatchObject([{ state: 'failed', decline_code: 'processing_error' }])
    expect(seen.invoice.next_retry_at).not.toBeNull()
    expect(await chargesOf(invoice)).toHaveLength(0)
  })

  it('confirms nothing once the idempotency keys have expired', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'staff' }),
    )
    await till.rows(
      "update charge_attempts set created_at = created_at - interval '30 hours', state = 'unknown' where id = $1",
      [attempt_id],
    )
    await later()
    const seen = await till.state(invoice)
    expect(seen).toMatchObject({ invoice: { money: 'none' }, attempts: [{ state: 'abandoned' }] })
    await till.charge(invoice)
    expect((await till.state(invoice)).invoice.money).toBe('paid')
  })
})

/** The intent is created and stored; the confirming call gets a 500 that the provider replays. */
async function runAttemptUpToConfirm(attempt_id: string): Promise<void> {
  const { ensureIntent } = await import('./intents.ts')
  const [row] = await till.rows('select payment_intent_row from charge_attempts where id = $1', [
    attempt_id,
  ])
  const intent = await ensureIntent(till.app, till.org, row.payment_intent_row)
  await till.ask('POST', 'faults', {
    fail_next: { status: 500, path: `/v1/payment_intents/${intent.provider_id}/confirm`, count: 1 },
  })
  await runAttempt(till.app, till.org, attempt_id).catch(() => {})
}
