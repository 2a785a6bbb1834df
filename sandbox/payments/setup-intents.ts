// SetupIntents: saving a payment method for later, with authentication or bank verification.
import type { Call, Route } from './call.ts'
import { ApiError, invalid, missing } from './errors.ts'
import { emit } from './events.ts'
import {
  allowedTypes,
  askDeposits,
  challenge,
  browserView,
  checkDeposits,
  checkMethod,
  clientSecret,
  confirmShape,
  findIntent,
  intentShape,
  mandateFor,
  methodFor,
} from './intents.ts'
import { attachTo } from './payment-methods.ts'
import type { Row } from './store.ts'
import type { Behavior, Decline } from './test-cards.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now } from './wire.ts'
import type { Fields } from './wire.ts'

const automatic = { fields: { enabled: 'boolean', allow_redirects: ['always', 'never'] } } as const

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    params: {
      ...expandOnly,
      ...intentShape,
      ...confirmShape,
      automatic_payment_methods: automatic,
      confirm: 'boolean',
      customer: 'string',
      description: 'string',
      metadata: 'metadata',
      usage: ['off_session', 'on_session'],
    },
    run: (call) => {
      const { params } = call
      if (params.customer && call.tx.object(call.account, params.customer)?.object !== 'customer') {
        throw missing('customer', params.customer, 'customer', 400)
      }
      const id = newId('seti_')
      const intent: Row = {
        id,
        object: 'setup_intent',
        ...allowedTypes(call),
        application: null,
        cancellation_reason: null,
        client_secret: clientSecret(id),
        created: now(),
        customer: params.customer || null,
        customer_account: null,
        description: params.description || null,
        flow_directions: null,
        last_setup_error: null,
        latest_attempt: null,
        livemode: false,
        managed_payments: { enabled: false },
        mandate: null,
        metadata: mergeMetadata({}, params.metadata),
        next_action: null,
        on_behalf_of: null,
        payment_method: null,
        payment_method_configuration_details: null,
        payment_method_options: options(params.payment_method_options),
        single_use_mandate: null,
        status: 'requires_payment_method',
        usage: params.usage ?? 'off_session',
      }
      const method = methodFor(call, intent)
      if (method)
        Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
      call.tx.put(call.account, intent)
      emit(call, 'setup_intent.created', intent)
      return params.confirm ? confirmSetup(call, intent) : intent
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/{id}',
    params: { ...expandOnly, client_secret: 'string' },
    browser: true,
    run: (call, id) => {
      const intent = findIntent(call, 'setup_intent', id)
      return call.isBrowser ? browserView(intent) : intent
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/{id}',
    params: {
      ...expandOnly,
      ...intentShape,
      customer: 'string',
      description: 'string',
      metadata: 'metadata',
    },
    run: (call, id) => {
      const intent = findIntent(call, 'setup_intent', id)
      const { params } = call
      const onlyNotes = Object.keys(params).every((name) =>
        ['description', 'metadata', 'expand'].includes(name),
      )
      if (!onlyNotes && ['succeeded', 'canceled'].includes(intent.status))
        throw unexpected(intent, 'update')
      if (params.customer && call.tx.object(call.account, params.customer)?.object !== 'customer') {
        throw missing('customer', params.customer, 'customer', 400)
      }
      const changes: Fields = {
        ...(params.customer ? { customer: params.customer } : {}),
        ...(params.description !== undefined ? { description: params.description || null } : {}),
        ...(params.metadata !== undefined
          ? { metadata: mergeMetadata(intent.metadata, params.metadata) }
          : {}),
        ...(params.allowed_payment_method_types ? allowedTypes(call) : {}),
        ...(params.payment_method_options
          ? { payment_method_options: options(params.payment_method_options) }
          : {}),
      }
      const method = methodFor(call, { ...intent, ...changes })
      if (method)
        Object.assign(changes, { payment_method: method.id, status: 'requires_confirmation' })
      return call.tx.change(call.account, intent, changes)
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/{id}/confirm',
    params: { ...expandOnly, ...intentShape, ...confirmShape },
    browser: true,
    run: (call, id) => {
      const confirmed = confirmSetup(call, findIntent(call, 'setup_intent', id))
      return call.isBrowser ? browserView(confirmed) : confirmed
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/{id}/cancel',
    params: {
      ...expandOnly,
      cancellation_reason: ['abandoned', 'duplicate', 'requested_by_customer'],
    },
    run: (call, id) => {
      const intent = findIntent(call, 'setup_intent', id)
      if (['succeeded', 'canceled'].includes(intent.status)) throw unexpected(intent, 'cancel')
      const canceled = call.tx.change(call.account, intent, {
        status: 'canceled',
        next_action: null,
        cancellation_reason: call.params.cancellation_reason ?? null,
      })
      emit(call, 'setup_intent.canceled', canceled)
      return canceled
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/{id}/verify_microdeposits',
    browser: true,
    params: {
      ...expandOnly,
      amounts: { list: 'integer' },
      descriptor_code: 'string',
      client_secret: 'string',
    },
    run: (call, id) => {
      const intent = findIntent(call, 'setup_intent', id)
      checkDeposits(call.params, 'SetupIntent')
      return verifySetup(call, intent)
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    params: { ...createdPage, customer: 'string', payment_method: 'string' },
    run: (call) =>
      listPage(
        '/v1/setup_intents',
        call.tx
          .list(call.account, 'setup_intent')
          .filter(
            (row) =>
              (call.params.customer === undefined || row.customer === call.params.customer) &&
              (call.params.payment_method === undefined ||
                row.payment_method === call.params.payment_method),
          ),
        call.params,
      ),
  },
  {
    method: 'GET',
    path: '/v1/mandates/{id}',
    params: expandOnly,
    run: (call, id) => {
      const mandate = call.tx.object(call.account, id)
      if (mandate?.object !== 'mandate') throw missing('mandate', id)
      return mandate
    },
  },
]

/** The cardholder answered the challenge; true if authenticated. */
export function answerSetup(call: Call, intent: Row, isAuthenticated: boolean): Row {
  if (intent.status !== 'requires_action' || !intent.payment_method)
    throw unexpected(intent, 'authenticate')
  const method = call.tx.object(call.account, intent.payment_method)!
  if (!isAuthenticated) {
    return failSetup(call, intent, method, {
      code: 'setup_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
  }
  return finishSetup(call, intent, method, { _isAuthenticated: true })
}

/** The small deposits were confirmed. */
export function verifySetup(call: Call, intent: Row): Row {
  if (intent.next_action?.type !== 'verify_with_microdeposits') throw unexpected(intent, 'verify')
  return finishSetup(call, intent, call.tx.object(call.account, intent.payment_method)!)
}

function confirmSetup(call: Call, intent: Row): Row {
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpected(intent, 'confirm')
  const { params } = call
  const settled = params.payment_method_options
    ? { ...intent, payment_method_options: options(params.payment_method_options) }
    : intent
  const method =
    methodFor(call, settled) ??
    (intent.payment_method &&
      checkMethod(intent, call.tx.object(call.account, intent.payment_method)!))
  if (!method) {
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment " +
        'method and then confirm it again, or confirm it again directly with a payment method.',
      'setup_intent_unexpected_state',
      undefined,
      { setup_intent: intent },
    )
  }
  const behavior = method._behaviour as Behavior
  const ready = call.tx.change(call.account, settled, {
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  })
  if (behavior.declines) {
    const failed = failSetup(call, ready, method, behavior.declines)
    throw new ApiError(402, { ...failed.last_setup_error, setup_intent: failed }, true)
  }
  if (method.type === 'us_bank_account') {
    const mandate = mandateFor(call, method, true)
    const withMandate = call.tx.change(call.account, ready, { mandate: mandate.id })
    if (settled.payment_method_options?.us_bank_account?.verification_method !== 'microdeposits')
      return finishSetup(call, withMandate, method)
    // The account is already saved; the intent succeeds when the deposits are confirmed days later.
    if (intent.customer) attachTo(call, method, intent.customer)
    return requireAction(call, withMandate, askDeposits(call, intent))
  }
  const asks =
    params.payment_method_options?.card?.request_three_d_secure === 'any' ||
    params.payment_method_options?.card?.request_three_d_secure === 'challenge'
  if (behavior.authentication || asks) return requireAction(call, ready, challenge(call, intent))
  return finishSetup(call, ready, method)
}

function requireAction(call: Call, intent: Row, nextAction: Fields): Row {
  const asked = call.tx.change(call.account, intent, {
    status: 'requires_action',
    next_action: nextAction,
  })
  emit(call, 'setup_intent.requires_action', asked)
  return asked
}

function finishSetup(call: Call, intent: Row, method: Row, marks: Fields = {}): Row {
  const saved = intent.customer ? attachTo(call, method, intent.customer) : method
  call.tx.change(call.account, saved, marks)
  const done = call.tx.change(call.account, intent, {
    status: 'succeeded',
    next_action: null,
    latest_attempt: attempt(call, intent, 'succeeded'),
  })
  emit(call, 'setup_intent.succeeded', done)
  return done
}

function failSetup(
  call: Call,
  intent: Row,
  method: Row,
  reason: Omit<Decline, 'decline_code'> & { decline_code?: string },
): Row {
  const failed = call.tx.change(call.account, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: reason.decline_code ? 'card_error' : 'invalid_request_error',
      ...reason,
      doc_url: `https://docs.stripe.com/error-codes/${reason.code}`,
      payment_method: method,
    },
    latest_attempt: attempt(call, intent, 'failed'),
  })
  emit(call, 'setup_intent.setup_failed', failed)
  return failed
}

function attempt(call: Call, intent: Row, status: string): string {
  const row: Row = {
    id: newId('setatt_'),
    object: 'setup_attempt',
    created: now(),
    customer: intent.customer,
    livemode: false,
    payment_method: intent.payment_method,
    setup_intent: intent.id,
    status,
    usage: intent.usage,
    setup_error: null,
  }
  return call.tx.put(call.account, row).id
}

function options(given: Fields | undefined): Fields | null {
  if (!given) return null
  return {
    ...(given.card
      ? { card: { request_three_d_secure: given.card.request_three_d_secure ?? 'automatic' } }
      : {}),
    ...(given.us_bank_account
      ? {
          us_bank_account: {
            verification_method: given.us_bank_account.verification_method ?? 'automatic',
          },
        }
      : {}),
  }
}

function unexpected(intent: Row, verb: string): ApiError {
  return invalid(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    'setup_intent_unexpected_state',
    undefined,
    {
      setup_intent: intent,
    },
  )
}
