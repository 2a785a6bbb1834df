// PaymentIntents: one payment from first attempt to money, by card or bank.
import { schedule, laterSeconds, type Call, type Route } from './call.ts'
import { requireCharging } from './accounts.ts'
import { failCharge, makeCharge, succeedCharge } from './charges.ts'
import { ApiError, invalid, required } from './errors.ts'
import { emit } from './events.ts'
import {
  allowedTypes,
  askDeposits,
  challenge,
  browserView,
  checkDeposits,
  checkMethod,
  findIntent,
  intentShape,
  mandateFor,
  methodFor,
} from './intents.ts'
import { settleInvoice } from './invoices.ts'
import { amountShape, blankIntent, changedFields, paymentConfirm } from './payment-intent-fields.ts'
import { attachTo } from './payment-methods.ts'
import type { Row } from './store.ts'
import type { BankOutcome, Behavior } from './test-cards.ts'
import { createdPage, expandOnly, listPage, now, type Fields } from './wire.ts'

export const paymentIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    params: {
      ...expandOnly,
      ...intentShape,
      ...paymentConfirm,
      ...amountShape,
      confirm: 'boolean',
      confirmation_method: ['automatic'],
      automatic_payment_methods: {
        fields: { enabled: 'boolean', allow_redirects: ['always', 'never'] },
      },
    },
    run: (call) => {
      const { params } = call
      if (params.amount === undefined) throw required('amount')
      if (!params.currency) throw required('currency')
      if (params.off_session && !params.confirm) {
        throw invalid(
          'You can only use `off_session` when `confirm` is true.',
          'parameter_invalid_empty',
          'off_session',
        )
      }
      requireCharging(call)
      const intent = blankIntent(call)
      Object.assign(intent, changedFields(call, intent))
      const method = methodFor(call, intent)
      if (method)
        Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
      call.tx.put(call.account, intent)
      emit(call, 'payment_intent.created', intent)
      return params.confirm ? confirmPayment(call, intent) : intent
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/{id}',
    params: { ...expandOnly, client_secret: 'string' },
    browser: true,
    run: (call, id) => {
      const intent = findIntent(call, 'payment_intent', id)
      return call.isBrowser ? browserView(intent) : intent
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{id}',
    params: { ...expandOnly, ...intentShape, ...amountShape },
    run: (call, id) => {
      const intent = findIntent(call, 'payment_intent', id)
      const onlyNotes = Object.keys(call.params).every((name) =>
        ['description', 'metadata', 'receipt_email', 'expand'].includes(name),
      )
      if (!onlyNotes && ['processing', 'succeeded', 'canceled'].includes(intent.status))
        throw unexpected(intent, 'update')
      const changes = changedFields(call, intent)
      if (call.params.allowed_payment_method_types) Object.assign(changes, allowedTypes(call))
      const method = methodFor(call, { ...intent, ...changes })
      if (method) Object.assign(changes, { payment_method: method.id })
      // A pending challenge for the old amount or card is void.
      if (!onlyNotes && (method || intent.status === 'requires_action')) {
        Object.assign(changes, {
          status:
            method || intent.payment_method ? 'requires_confirmation' : 'requires_payment_method',
          next_action: null,
        })
      }
      return call.tx.change(call.account, intent, changes)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{id}/confirm',
    params: { ...expandOnly, ...intentShape, ...paymentConfirm },
    browser: true,
    run: (call, id) => {
      const intent = findIntent(call, 'payment_intent', id)
      if (call.isBrowser && call.params.off_session)
        throw invalid('off_session needs a secret key.', 'secret_key_required', 'off_session')
      const confirmed = confirmPayment(call, intent)
      return call.isBrowser ? browserView(confirmed) : confirmed
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{id}/cancel',
    params: {
      ...expandOnly,
      cancellation_reason: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
    },
    run: (call, id) => {
      const intent = findIntent(call, 'payment_intent', id)
      if (['processing', 'succeeded', 'canceled'].includes(intent.status))
        throw unexpected(intent, 'cancel')
      const canceled = call.tx.change(call.account, intent, {
        status: 'canceled',
        canceled_at: now(),
        cancellation_reason: call.params.cancellation_reason ?? null,
        next_action: null,
      })
      emit(call, 'payment_intent.canceled', canceled)
      return canceled
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{id}/verify_microdeposits',
    browser: true,
    params: {
      ...expandOnly,
      amounts: { list: 'integer' },
      descriptor_code: 'string',
      client_secret: 'string',
    },
    run: (call, id) => {
      const intent = findIntent(call, 'payment_intent', id)
      checkDeposits(call.params, 'PaymentIntent')
      return verifyPayment(call, intent)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    params: { ...createdPage, customer: 'string' },
    run: (call) =>
      listPage(
        '/v1/payment_intents',
        call.tx
          .list(call.account, 'payment_intent')
          .filter(
            (row) => call.params.customer === undefined || row.customer === call.params.customer,
          ),
        call.params,
      ),
  },
]

export function confirmPayment(call: Call, stored: Row): Row {
  if (['processing', 'succeeded', 'canceled'].includes(stored.status))
    throw unexpected(stored, 'confirm')
  requireCharging(call)
  const { params } = call
  let intent = stored
  for (const name of ['receipt_email', 'setup_future_usage', 'shipping']) {
    if (params[name] !== undefined)
      intent = call.tx.change(call.account, intent, { [name]: params[name] || null })
  }
  const method =
    methodFor(call, intent) ??
    (intent.payment_method &&
      checkMethod(intent, call.tx.object(call.account, intent.payment_method)!))
  if (!method) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a " +
        'payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      'payment_intent_unexpected_state',
      undefined,
      { payment_intent: intent },
    )
  }
  intent = call.tx.change(call.account, intent, {
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  })
  if (method.type === 'us_bank_account') {
    mandateFor(call, method, Boolean(intent.setup_future_usage), {
      amount: intent.amount,
      currency: intent.currency,
    })
    if (params.payment_method_options?.us_bank_account?.verification_method === 'microdeposits') {
      return requireAction(call, intent, askDeposits(call, intent))
    }
    return debitBank(call, intent, method)
  }
  const behavior = method._behaviour as Behavior
  const needsChallenge =
    behavior.authentication === 'always' ||
    (behavior.authentication === 'once' && !method._isAuthenticated) ||
    ['any', 'challenge'].includes(params.payment_method_options?.card?.request_three_d_secure)
  if (needsChallenge) {
    const isOffSession = params.off_session !== undefined && params.off_session !== 'false'
    if (isOffSession || params.error_on_requires_action) {
      return refusePayment(call, intent, method, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      })
    }
    return requireAction(call, intent, challenge(call, intent))
  }
  return chargeCard(call, intent, method, behavior.declines ?? behavior.declinesCharges)
}

/** The cardholder answered the challenge. Throws the decline, as confirming would. */
export function answerPayment(call: Call, intent: Row, isAuthenticated: boolean): Row {
  if (intent.status !== 'requires_action' || !intent.payment_method)
    throw unexpected(intent, 'authenticate')
  const method = call.tx.object(call.account, intent.payment_method)!
  const behavior = method._behaviour as Behavior
  if (!isAuthenticated) {
    const failed = call.tx.change(call.account, intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        doc_url: 'https://docs.stripe.com/error-codes/payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_method: method,
      },
    })
    emit(call, 'payment_intent.payment_failed', failed)
    return failed
  }
  return chargeCard(
    call,
    intent,
    method,
    behavior.declinesAfterAuthentication ?? behavior.declines ?? behavior.declinesCharges,
  )
}

/** The small deposits were confirmed; debits the bank. */
export function verifyPayment(call: Call, intent: Row): Row {
  if (intent.next_action?.type !== 'verify_with_microdeposits') throw unexpected(intent, 'verify')
  return debitBank(call, intent, call.tx.object(call.account, intent.payment_method)!)
}

function chargeCard(call: Call, intent: Row, method: Row, decline: Behavior['declines']): Row {
  if (decline) return refusePayment(call, intent, method, decline)
  const saved =
    intent.customer && intent.setup_future_usage ? attachTo(call, method, intent.customer) : method
  if (!saved.customer) call.tx.change(call.account, saved, { _spent: true })
  const charge = succeedCharge(call, makeCharge(call, intent, method), method)
  return finishPayment(call, intent, charge)
}

function finishPayment(call: Call, intent: Row, charge: Row): Row {
  const done = call.tx.change(call.account, intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    last_payment_error: null,
  })
  emit(call, 'payment_intent.succeeded', done)
  if (intent._invoice) settleInvoice(call, intent._invoice, intent.amount, done.payment_method)
  return done
}

/** A decline is stored: a failed charge, an event, and an error replayed for the same key. */
function refusePayment(
  call: Call,
  intent: Row,
  method: Row,
  decline: NonNullable<Behavior['declines']>,
): never {
  const failed = failPayment(
    call,
    intent,
    failCharge(call, makeCharge(call, intent, method), decline),
    method,
    { type: 'card_error', ...decline },
  )
  throw new ApiError(402, { ...failed.last_payment_error, payment_intent: failed }, true)
}

function failPayment(call: Call, intent: Row, charge: Row, method: Row, reason: Fields): Row {
  const failed = call.tx.change(call.account, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    processing: null,
    latest_charge: charge.id,
    last_payment_error: {
      ...reason,
      charge: charge.id,
      doc_url: `https://docs.stripe.com/error-codes/${reason.code}`,
      payment_method: method,
    },
  })
  emit(call, 'payment_intent.payment_failed', failed)
  return failed
}

function requireAction(call: Call, intent: Row, nextAction: Fields): Row {
  const asked = call.tx.change(call.account, intent, {
    status: 'requires_action',
    next_action: nextAction,
  })
  emit(call, 'payment_intent.requires_action', asked)
  return asked
}

function debitBank(call: Call, intent: Row, method: Row): Row {
  const saved =
    intent.customer && intent.setup_future_usage ? attachTo(call, method, intent.customer) : method
  if (!saved.customer) call.tx.change(call.account, saved, { _spent: true })
  const charge = makeCharge(call, intent, method)
  emit(call, 'charge.pending', charge)
  const pending = call.tx.change(call.account, intent, {
    status: 'processing',
    next_action: null,
    latest_charge: charge.id,
  })
  emit(call, 'payment_intent.processing', pending)
  if ((method._behaviour as Behavior).bank?.ends !== 'stays') {
    schedule(call, {
      kind: 'bank_debit',
      due: Date.now() + laterSeconds * 1000,
      subject: intent.id,
    })
  }
  return pending
}

/** The bank's answer: `settle` or `return` from the control panel, or by account number. */
export function endBankDebit(call: Call, intent: Row, asked?: 'settle' | 'return'): Row {
  if (intent.status !== 'processing') throw unexpected(intent, 'settle')
  const charge = call.tx.object(call.account, intent.latest_charge)!
  const method = call.tx.object(call.account, intent.payment_method)!
  const known = (method._behaviour as Behavior).bank!
  const outcome: BankOutcome =
    asked === 'settle'
      ? { ends: 'succeeds' }
      : asked === 'return' && known.ends !== 'fails'
        ? returned
        : known
  if (outcome.ends === 'fails') {
    const failed = failCharge(call, charge, {
      code: outcome.code,
      decline_code: outcome.code,
      message: outcome.message,
    })
    return failPayment(call, intent, failed, method, {
      type: 'invalid_request_error',
      code: outcome.code,
      message: outcome.message,
      network_decline_code: outcome.network,
    })
  }
  const settled = finishPayment(call, intent, succeedCharge(call, charge, method))
  if (outcome.ends === 'returned') {
    schedule(call, { kind: 'dispute', due: Date.now() + laterSeconds * 1000, subject: charge.id })
  }
  return settled
}

const returned: BankOutcome = {
  ends: 'fails',
  code: 'insufficient_funds',
  network: 'R01',
  message: 'The customer’s account has insufficient funds to cover this payment.',
}

function unexpected(intent: Row, verb: string): ApiError {
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`
  return invalid(
    `You cannot ${verb} this PaymentIntent because ${why}.`,
    'payment_intent_unexpected_state',
    undefined,
    { payment_intent: intent },
  )
}
