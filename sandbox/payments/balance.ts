// Each account's money: every movement is a balance transaction, and the balance is their sum.
import { find } from './call.ts'
import type { Call, Route } from './call.ts'
import { invalid, missing, required } from './errors.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now } from './wire.ts'
import type { Fields } from './wire.ts'

const daysUntilAvailable = 2

type Movement = {
  type: string
  amount: number
  currency: string
  description: string | null
  source: string
  fees: Fields[]
  isAvailable?: boolean
  reporting?: string
}

export function bookTransaction(call: Call, movement: Movement): Row {
  const fee = movement.fees.reduce((sum, part) => sum + part.amount, 0)
  const isAvailable = movement.isAvailable ?? movement.amount <= 0
  return call.tx.put(call.account, {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount: movement.amount,
    available_on: isAvailable ? now() : nextMidnight(daysUntilAvailable),
    balance_type: 'payments',
    created: now(),
    currency: movement.currency,
    description: movement.description,
    exchange_rate: null,
    fee,
    fee_details: movement.fees,
    net: movement.amount - fee,
    reporting_category: movement.reporting ?? movement.type,
    source: movement.source,
    status: isAvailable ? 'available' : 'pending',
    type: movement.type,
  })
}

const nextMidnight = (days: number, from = now()): number =>
  (Math.floor(from / 86_400) + days + 1) * 86_400

/** Funds become available over time; the stored row keeps its original status. */
const current = (transaction: Row): Row =>
  transaction.status === 'pending' && transaction.available_on <= now()
    ? { ...transaction, status: 'available' }
    : transaction

/** Makes all pending funds available now, as if the days had passed. */
export function releaseFunds(call: Call): void {
  const pending = call.tx
    .list(call.account, 'balance_transaction')
    .filter((row) => row.status === 'pending' && row.available_on > now())
  for (const row of pending)
    call.tx.change(call.account, row, { status: 'available', available_on: now() })
  if (pending.length > 0) emit(call, 'balance.available', balanceOf(call))
}

export function balanceOf(call: Call): Fields {
  const rows = call.tx.list(call.account, 'balance_transaction').map(current)
  const currencies = [...new Set(['usd', ...rows.map((row) => row.currency)])]
  const sum = (status: string) =>
    currencies.map((currency) => {
      const amount = rows
        .filter((row) => row.status === status && row.currency === currency)
        .reduce((total, row) => total + row.net, 0)
      return { amount, currency, source_types: { card: amount } }
    })
  return {
    object: 'balance',
    available: sum('available'),
    livemode: false,
    pending: sum('pending'),
  }
}

/** Pays out the given amount, or everything available, to the account's bank. */
export function payOut(call: Call, amount: number | undefined, made_at = now()): Row {
  const available = balanceOf(call).available[0].amount as number
  const wanted = amount ?? available
  if (wanted <= 0 || wanted > available) {
    throw invalid(
      'You have insufficient funds in your Stripe account for this payout.',
      'balance_insufficient',
      'amount',
    )
  }
  const payout: Row = {
    id: newId('po_'),
    object: 'payout',
    amount: wanted,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nextMidnight(1, made_at),
    automatic: amount === undefined,
    balance_transaction: null,
    created: made_at,
    currency: 'usd',
    description: call.params.description || (amount === undefined ? 'STRIPE PAYOUT' : null),
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: mergeMetadata({}, call.params.metadata),
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: amount === undefined ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: call.params.statement_descriptor || null,
    status: 'paid',
    trace_id: { status: 'unsupported', value: null },
    type: 'bank_account',
  }
  payout.balance_transaction = bookTransaction(call, {
    type: 'payout',
    amount: -wanted,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    source: payout.id,
    fees: [],
  }).id
  call.tx.put(call.account, payout)
  if (payout.automatic)
    call.tx.put(call.account, {
      id: `${contentsPrefix}${payout.id}`,
      object: 'payout_contents',
      transactions: [
        ...unpaid(call).filter((id) => id !== payout.balance_transaction),
        payout.balance_transaction,
      ],
    })
  emit(call, 'payout.created', { ...payout, status: 'pending' })
  emit(call, 'payout.paid', payout)
  if (payout.automatic) emit(call, 'payout.reconciliation_completed', payout)
  return payout
}

const contentsPrefix = 'contents_'

/** Available transactions that are in no automatic payout yet. */
function unpaid(call: Call): string[] {
  const paid = new Set(
    call.tx.list(call.account, 'payout_contents').flatMap((row) => row.transactions as string[]),
  )
  return call.tx
    .list(call.account, 'balance_transaction')
    .map(current)
    .filter((row) => row.status === 'available' && !paid.has(row.id))
    .map((row) => row.id)
}

/** The bank refuses a payout that was on its way or had arrived: the money is back on the balance. */
export function failPayout(call: Call, payout: Row): Row {
  if (payout.status === 'failed') throw invalid('This payout has failed already.')
  const failed = call.tx.change(call.account, payout, {
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: bookTransaction(call, {
      type: 'payout_failure',
      amount: payout.amount,
      currency: payout.currency,
      description: 'REFUND FOR FAILED PAYOUT',
      source: payout.id,
      fees: [],
      isAvailable: true,
    }).id,
  })
  emit(call, 'payout.failed', failed)
  return failed
}

/** The transactions of an automatic payout, its own last. */
function contentsOf(call: Call, id: string): ReadonlySet<string> {
  const payout = call.tx.object(call.account, id)
  if (payout?.object !== 'payout') throw missing('payout', id)
  if (!payout.automatic)
    throw invalid(
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
      undefined,
      'payout',
    )
  const contents = call.tx.object(call.account, `${contentsPrefix}${id}`)
  return new Set((contents?.transactions as string[] | undefined) ?? [])
}

export const balanceRoutes: Route[] = [
  { method: 'GET', path: '/v1/balance', params: expandOnly, run: balanceOf },
  {
    method: 'GET',
    path: '/v1/balance_transactions/{id}',
    params: expandOnly,
    run: (call, id) => current(find(call, 'balance_transaction', id)),
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    params: {
      ...createdPage,
      currency: 'string',
      payout: 'string',
      source: 'string',
      type: 'string',
    },
    run: (call) => {
      const { currency, type, source, payout } = call.params
      const within = payout === undefined ? null : contentsOf(call, payout)
      const rows = call.tx
        .list(call.account, 'balance_transaction')
        .map(current)
        .filter(
          (row) =>
            (within === null || within.has(row.id)) &&
            (currency === undefined || row.currency === currency) &&
            (type === undefined || row.type === type) &&
            (source === undefined || row.source === source),
        )
      return listPage('/v1/balance_transactions', rows, call.params)
    },
  },
  {
    method: 'POST',
    path: '/v1/payouts',
    params: {
      ...expandOnly,
      amount: 'integer',
      currency: 'string',
      description: 'string',
      metadata: 'metadata',
      statement_descriptor: 'string',
    },
    run: (call) => {
      if (call.params.amount === undefined) throw required('amount')
      if (call.params.currency !== 'usd')
        throw invalid('Invalid currency for a payout.', undefined, 'currency')
      return payOut(call, call.params.amount)
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts/{id}',
    params: expandOnly,
    run: (call, id) => {
      const payout = call.tx.object(call.account, id)
      if (payout?.object !== 'payout') throw missing('payout', id)
      return payout
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts',
    params: { ...createdPage, status: 'string', arrival_date: 'any', destination: 'string' },
    run: (call) =>
      listPage(
        '/v1/payouts',
        call.tx
          .list(call.account, 'payout')
          .filter((row) => call.params.status === undefined || row.status === call.params.status),
        call.params,
      ),
  },
]
