// Shared by SetupIntents and PaymentIntents: allowed types, the client secret, authentication,
// mandates.
import { offeredTypes } from './accounts.ts'
import type { Call } from './call.ts'
import { ApiError, invalid, missing } from './errors.ts'
import { emit } from './events.ts'
import { makeMethod, refuseSpent, takePaymentMethod, methodData } from './payment-methods.ts'
import type { Row } from './store.ts'
import { newId, now } from './wire.ts'
import type { Fields, Shape } from './wire.ts'

/** Parameters of create, update and confirm. */
export const intentShape: Shape = {
  allowed_payment_method_types: { list: 'string' },
  excluded_payment_method_types: { list: 'string' },
  payment_method: 'string',
  payment_method_data: { fields: methodData },
  payment_method_options: {
    fields: {
      card: {
        fields: {
          request_three_d_secure: ['any', 'automatic', 'challenge'],
          setup_future_usage: 'string',
        },
      },
      us_bank_account: {
        fields: {
          verification_method: ['automatic', 'instant', 'microdeposits', 'skip'],
          financial_connections: 'any',
          setup_future_usage: 'string',
          preferred_settlement_speed: 'string',
        },
      },
    },
  },
}

export const confirmShape: Shape = {
  mandate_data: {
    fields: {
      customer_acceptance: {
        fields: {
          type: ['online', 'offline'],
          accepted_at: 'integer',
          online: {
            fields: { ip_address: 'string', user_agent: 'string', infer_from_client: 'boolean' },
          },
          offline: 'any',
        },
      },
    },
  },
  return_url: 'string',
  use_stripe_sdk: 'boolean',
  // Only the browser sends these two, along with a publishable key.
  client_secret: 'string',
  expected_payment_method_type: 'string',
}

/** Drops unknown types silently, as Stripe does; check `payment_method_types` in the response. */
export function allowedTypes(call: Call): Fields {
  const {
    allowed_payment_method_types: allowed,
    excluded_payment_method_types: excluded,
    automatic_payment_methods: automatic,
  } = call.params
  if (allowed && (automatic || excluded)) {
    throw invalid(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods, excluded_payment_method_types.',
      'parameters_exclusive',
      'allowed_payment_method_types',
    )
  }
  const types = offeredTypes(call).filter(
    (type) => (!allowed || allowed.includes(type)) && !excluded?.includes(type),
  )
  if (types.length === 0)
    throw invalid(
      'No valid payment method types for this intent.',
      'payment_method_not_available',
      'allowed_payment_method_types',
    )
  return {
    allowed_payment_method_types: allowed || null,
    excluded_payment_method_types: excluded || null,
    automatic_payment_methods: allowed
      ? null
      : { allow_redirects: automatic?.allow_redirects ?? 'always', enabled: true },
    payment_method_types: types,
  }
}

/** The parameter most tutorials use; this API version rejects it. */
export function refuseRetiredTypes(given: Fields): void {
  if ('payment_method_types' in given) {
    throw invalid(
      'payment_method_types can no longer be sent. Use allowed_payment_method_types instead.',
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    )
  }
}

/** Finds an intent by id. A publishable key needs the intent's secret. */
export function findIntent(call: Call, kind: 'setup_intent' | 'payment_intent', id: string): Row {
  const intent = call.tx.object(call.account, id)
  if (intent?.object !== kind) throw missing(kind, id, 'intent')
  const secret = call.params.client_secret
  if (call.isBrowser && !secret)
    throw new ApiError(401, {
      message: 'A publishable key must send the client_secret.',
      param: 'client_secret',
    })
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalid(
      `The client_secret provided does not match any associated ${kind} on this account.`,
      `${kind}_invalid_parameter`,
      'client_secret',
    )
  }
  return intent
}

/** The payment method the parameters name or describe, checked against the intent; null if none. */
export function methodFor(call: Call, intent: Row): Row | null {
  const { payment_method: id, payment_method_data: data } = call.params
  if (id && data)
    throw invalid(
      'You may only specify one of these parameters: payment_method, payment_method_data.',
      'parameters_exclusive',
    )
  const method = data ? makeMethod(call, data) : id ? takePaymentMethod(call, id) : null
  if (!method) return null
  return checkMethod(intent, method)
}

export function checkMethod(intent: Row, method: Row): Row {
  if (!intent.payment_method_types.includes(method.type)) {
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this intent. Allowed: ${intent.payment_method_types.join(', ')}.`,
      `${intent.object}_incompatible_payment_method`.replace(
        'setup_intent_incompatible',
        'setup_intent_invalid',
      ),
      'payment_method',
    )
  }
  if (method.customer && !intent.customer) {
    throw invalid(
      'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.',
      undefined,
      'payment_method',
    )
  }
  if (method.customer && method.customer !== intent.customer) {
    throw invalid(
      `The customer ${intent.customer} does not have a payment method with the ID ${method.id}.`,
      'resource_missing',
      'payment_method',
    )
  }
  refuseSpent(method)
  return method
}

export const clientSecret = (id: string): string => `${id}_secret_${newId('', 25)}`

/**
 * Where the cardholder is challenged: in the page by Stripe.js, or on the bank's page if there is a
 * return URL.
 */
export function challenge(call: Call, intent: Row): Fields {
  const page = `/authenticate/${call.account}/${intent.id}?secret=${intent.client_secret}`
  if (!call.isBrowser && call.params.return_url) {
    return {
      type: 'redirect_to_url',
      redirect_to_url: {
        return_url: call.params.return_url,
        url: call.pageUrl(page, call.params.return_url),
      },
    }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: call.pageUrl(page) },
  }
}

/** Two small deposits prove ownership of a bank account; in the sandbox always 32 and 45 cents. */
export const testDeposits = [32, 45]

export function askDeposits(call: Call, intent: Row): Fields {
  return {
    type: 'verify_with_microdeposits',
    verify_with_microdeposits: {
      arrival_date: now() + 86_400,
      hosted_verification_url: call.pageUrl(
        `/deposits/${call.account}/${intent.id}?secret=${intent.client_secret}`,
        call.params.return_url,
      ),
      microdeposit_type: 'amounts',
    },
  }
}

export function checkDeposits(params: Fields, kind: string): void {
  const { amounts, descriptor_code: code } = params
  if (
    code !== undefined
      ? code === 'SM11AA'
      : [...(amounts ?? [])]
          .map(Number)
          .sort((a, b) => a - b)
          .join() === testDeposits.join()
  )
    return
  throw new ApiError(400, {
    code:
      code !== undefined
        ? 'payment_method_microdeposit_verification_descriptor_code_mismatch'
        : 'payment_method_microdeposit_verification_amounts_mismatch',
    message: `The amounts provided do not match the amounts that were sent to the bank account for this ${kind}.`,
  })
}

/** A bank debit needs the account holder's consent: given now, or when the account was saved. */
export function mandateFor(
  call: Call,
  method: Row,
  isMultiUse: boolean,
  amount?: { amount: number; currency: string },
): Row {
  const named = call.params.mandate as string | undefined
  if (named) {
    const mandate = call.tx.object(call.account, named)
    if (mandate?.object !== 'mandate') throw missing('mandate', named, 'mandate', 400)
    if (mandate.status !== 'active' || mandate.payment_method !== method.id) {
      throw invalid(
        'The mandate is not active for this payment method.',
        'payment_intent_mandate_invalid',
        'mandate',
      )
    }
    return mandate
  }
  const acceptance = call.params.mandate_data?.customer_acceptance
  if (!acceptance && !call.isBrowser) {
    const kept = call.tx
      .list(call.account, 'mandate')
      .find(
        (mandate) =>
          mandate.payment_method === method.id &&
          mandate.status === 'active' &&
          mandate.type === 'multi_use',
      )
    if (kept) return kept
    throw invalid(
      'You must provide `mandate_data` or a `mandate` when using a `us_bank_account` payment method.',
      'payment_intent_mandate_invalid',
      'mandate_data',
    )
  }
  const mandate: Row = {
    id: newId('mandate_'),
    object: 'mandate',
    _created: now(),
    customer_acceptance: {
      accepted_at: acceptance?.accepted_at ?? now(),
      type: acceptance?.type ?? 'online',
      ...(acceptance?.type === 'offline'
        ? { offline: {} }
        : {
            online: {
              ip_address: acceptance?.online?.ip_address ?? null,
              user_agent: acceptance?.online?.user_agent ?? null,
            },
          }),
    },
    livemode: false,
    ...(isMultiUse ? { multi_use: {} } : { single_use: amount }),
    payment_method: method.id,
    payment_method_details: {
      type: 'us_bank_account',
      us_bank_account: { collection_method: 'paper' },
    },
    status: 'active',
    type: isMultiUse ? 'multi_use' : 'single_use',
  }
  call.tx.put(call.account, mandate)
  emit(call, 'mandate.updated', mandate)
  return mandate
}

/** The parts of an intent a publishable key may read. */
export function browserView(intent: Fields): Fields {
  const {
    customer: _customer,
    metadata: _metadata,
    application: _application,
    application_fee_amount: _fee,
    latest_charge: _charge,
    mandate: _mandate,
    ...rest
  } = intent
  return rest
}
