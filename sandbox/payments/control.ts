// The tests' and the control panel's handle on the sandbox: faults, the passing of time, and a look inside. With the secret key:
//   POST /_sandbox/faults                   set faults (faults.ts); GET reads, DELETE clears them
//   POST /_sandbox/advance                  run all that waits, make pending funds available
//   GET  /_sandbox/state                    every account's objects and balance
//   POST /_sandbox/ach/{pi}/settle|return   end a bank debit; return also takes back a settled one
//   POST /_sandbox/dispute/{charge}         raise a dispute, { reason }; /_sandbox/dispute/{dispute}/won|lost ends it
//   POST /_sandbox/onboard/{account}        { standing: new | information_due | payouts_off | complete }
//   POST /_sandbox/deauthorize/{account}    the business leaves the platform
//   POST /_sandbox/payout/{account}         pay out what is available, as if at { made_at }; /_sandbox/payout/{payout}/fail lets the bank refuse one
//   POST /_sandbox/renew/{subscription}     begin the next period now
import { deauthorize, setStanding } from './accounts.ts'
import { balanceOf, failPayout, payOut } from './balance.ts'
import type { Call } from './call.ts'
import type { Engine } from './engine.ts'
import { ApiError, missing } from './errors.ts'
import { readFaults } from './faults.ts'
import { endBankDebit } from './payment-intents.ts'
import { closeDispute, raiseDispute } from './disputes.ts'
import type { Row } from './store.ts'
import { renewSubscription } from './subscription-billing.ts'
import { publicForm } from './wire.ts'
import type { Fields } from './wire.ts'

/** Handles `/_sandbox/…`; reachable only with the secret key or from the control panel. */
export async function control(
  engine: Engine,
  method: string,
  path: string,
  given: Fields,
): Promise<Fields> {
  const [, , noun, id = '', verb] = path.split('/')
  const route = `${method} ${noun}`
  if (route === 'POST faults') return (engine.faults = readFaults(given, engine.faults))
  if (route === 'GET faults') return engine.faults
  if (route === 'DELETE faults') return (engine.faults = {})
  if (route === 'POST advance') return engine.advance().then(() => ({ advanced: true }))
  if (route === 'GET state') return state(engine)
  if (route === 'POST ach' && (verb === 'settle' || verb === 'return')) {
    return within(engine, 'payment_intent', id, (call, intent) => {
      if (intent.status === 'succeeded' && verb === 'return')
        return raiseDispute(call, call.tx.object(call.account, intent.latest_charge)!)
      return endBankDebit(call, intent, verb)
    })
  }
  if (route === 'POST dispute' && (verb === 'won' || verb === 'lost')) {
    return within(engine, 'dispute', id, (call, dispute) =>
      closeDispute(call, dispute, verb === 'won'),
    )
  }
  if (route === 'POST dispute')
    return within(engine, 'charge', id, (call, charge) => raiseDispute(call, charge, given.reason))
  if (route === 'POST renew') {
    return within(engine, 'subscription', id, (call, subscription) => {
      renewSubscription(call, subscription)
      return call.tx.object(call.account, id)!
    })
  }
  if (route === 'POST onboard') {
    return engine.run(engine.platform, (call) => {
      const account = call.tx.object(call.platform, id)
      if (account?.object !== 'v2.core.account') throw missing('account', id)
      const standing = given.standing ?? 'complete'
      if (!['new', 'information_due', 'payouts_off', 'complete'].includes(standing))
        throw new ApiError(400, { message: `No such standing: ${standing}` })
      setStanding(call, account, standing)
      return { account: id, standing }
    })
  }
  if (route === 'POST deauthorize') {
    return engine.run(engine.platform, (call) => {
      const account = call.tx.object(call.platform, id)
      if (account?.object !== 'v2.core.account') throw missing('account', id)
      deauthorize(call, account)
      return { account: id, deauthorized: true }
    })
  }
  if (route === 'POST payout' && verb === 'fail') return within(engine, 'payout', id, failPayout)
  if (route === 'POST payout')
    return engine.run(id, (call) => payOut(call, undefined, momentOf(given.made_at)))
  throw new ApiError(404, { message: `The payment sandbox has no such switch: ${method} ${path}` })
}

/** Seconds since 1970. */
const momentOf = (text: unknown): number | undefined =>
  typeof text === 'string' ? Math.floor(Date.parse(text) / 1000) : undefined

/** Finds the object in whatever account has it. */
function within(
  engine: Engine,
  kind: string,
  id: string,
  work: (call: Call, row: Row) => Row,
): Promise<Fields> {
  const account = engine.accounts().find((name) => engine.store.object(name, id)?.object === kind)
  if (!account) throw missing(kind, id)
  return engine.run(
    account,
    (call) => publicForm(work(call, call.tx.object(account, id)!)) as Fields,
  )
}

/** Every account's money, for comparison with a ledger. */
async function state(engine: Engine): Promise<Fields> {
  const accounts: Fields = {}
  for (const account of engine.accounts()) {
    accounts[account] = await engine.run(account, (call) => ({
      is_platform: account === engine.platform,
      balance: balanceOf(call),
      ...Object.fromEntries(
        [
          'payment_intent',
          'charge',
          'refund',
          'dispute',
          'payout',
          'balance_transaction',
          'setup_intent',
          'payment_method',
          'customer',
          'subscription',
          'invoice',
          'event',
        ].map((kind) => [`${kind}s`, publicForm(call.tx.list(account, kind))]),
      ),
    }))
  }
  return {
    platform: engine.platform,
    accounts,
    jobs: [...engine.store.entries('jobs')].map(([, job]) => job),
  }
}
