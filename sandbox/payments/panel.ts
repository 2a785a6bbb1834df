// The control panel: what is in the sandbox, and buttons for what the outside world would do.
import { balanceOf } from './balance.ts'
import { control } from './control.ts'
import type { Engine } from './engine.ts'
import { dollars, escape, page } from './pages.ts'
import type { Row } from './store.ts'

const shownPerTable = 50

export function panelLogin(isWrong: boolean): string {
  return page(
    'Payment sandbox',
    `
<p>Open the link that was printed when the sandbox started, or enter its panel key or secret key.</p>
<form method="post" action="panel">
${isWrong ? '<p class="bad" role="alert">That is not the key of this sandbox.</p>' : ''}
<label for="key">Key</label><input id="key" name="key" type="password" autocomplete="off" required>
<div class="buttons"><button>Open</button></div>
</form>`,
  )
}

export async function panelPage(engine: Engine, notice: string): Promise<string> {
  const accounts = engine.accounts()
  const parts: string[] = []
  for (const account of accounts) parts.push(await accountPart(engine, account))
  const waiting = [...engine.store.entries('jobs')].length
  return page(
    'Payment sandbox',
    `
${notice ? `<p role="status"><strong>${escape(notice)}</strong></p>` : ''}
<p>Nothing here touches a bank. ${waiting} ${waiting === 1 ? 'job is' : 'jobs are'} waiting (webhooks, bank debits, disputes).</p>
<p>
${actionButton('advance', 'Run everything that is waiting')}
${actionButton('faults', 'Fail the next webhook', { fail_next_webhook: '1' }, true)}
${actionButton('faults', 'Lose the next answer, before it runs', { drop_next_response: 'before' }, true)}
${actionButton('faults', 'Lose the next answer, after it ran', { drop_next_response: 'after' }, true)}
</p>
${Object.keys(engine.faults).length > 0 ? `<p>Faults set: <code>${escape(JSON.stringify(engine.faults))}</code></p>` : ''}
${parts.join('\n')}`,
    true,
  )
}

/** Turns a pressed button into the path and fields of a control request. */
export async function panelAction(engine: Engine, form: Record<string, unknown>): Promise<string> {
  const { action, ...fields } = form
  const path = String(action)
  if (!/^[a-z]+(\/[\w]+){0,2}$/.test(path)) return 'Unknown action.'
  try {
    await control(engine, 'POST', `/_sandbox/${path}`, fields)
    return 'Done.'
  } catch (error) {
    return (error as Error).message
  }
}

function actionButton(
  action: string,
  label: string,
  fields: Record<string, string> = {},
  isSecond = false,
): string {
  const hidden = Object.entries({ action, ...fields }).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return `<form method="post" action="panel" class="inline">${hidden.join('')}<button${isSecond ? ' class="second"' : ''}>${escape(label)}</button></form>`
}

/** Shown without a key to the account. */
export const closedDashboard = (account: Row): string => `
<p><strong>${escape(account.display_name ?? account.id)}</strong> · onboarding: ${escape(String(account._standing).replace('_', ' '))}</p>
<p>In real life you sign in to Stripe here. In the sandbox, the browser that set the account up sees its payments; others use the
<a href="../panel">control panel</a>, which only the person running this server can open.</p>`

const payoutTable = (payouts: Row[], button: typeof actionButton): string =>
  table(
    'Payouts',
    ['Payout', 'Amount', 'State', ''],
    payouts.map((payout) => [
      code(payout.id),
      dollars(payout.amount),
      escape(String(payout.status)),
      payout.status === 'failed' ? '' : button(`payout/${payout.id}/fail`, 'Fail', {}, true),
    ]),
  )

/** One account's money, with buttons unless it is read only. */
export async function accountPart(
  engine: Engine,
  account: string,
  isReadOnly = false,
): Promise<string> {
  const button = isReadOnly ? () => '' : actionButton
  const rows = await engine.run(account, (call) => ({
    balance: balanceOf(call),
    intents: call.tx.list(account, 'payment_intent').slice(-shownPerTable).reverse(),
    charges: call.tx.list(account, 'charge').slice(-shownPerTable).reverse(),
    disputes: call.tx.list(account, 'dispute').slice(-shownPerTable).reverse(),
    payouts: call.tx.list(account, 'payout').slice(-shownPerTable).reverse(),
    refunds: call.tx.list(account, 'refund').slice(-shownPerTable).reverse(),
  }))
  if (account === engine.platform && rows.charges.length === 0) return ''
  const row = engine.store.object(engine.platform, account)
  const money = (list: { amount: number }[]) => dollars(list[0]?.amount ?? 0)
  const name = account === engine.platform ? 'The platform' : (row?.display_name ?? account)
  const standing = row ? ` · onboarding: ${escape(String(row._standing).replace('_', ' '))}` : ''
  return `
<h2>${escape(name)}</h2>
<p class="quiet"><code>${escape(account)}</code>${standing} · available ${money(rows.balance.available)}, pending ${money(rows.balance.pending)}
${rows.balance.available[0]?.amount > 0 ? button(`payout/${account}`, 'Pay out', {}, true) : ''}
${row && row._standing !== 'complete' ? button(`onboard/${account}`, 'Complete onboarding', { standing: 'complete' }, true) : ''}</p>
${table(
  'Bank debits on their way',
  ['Payment', 'Amount', ''],
  rows.intents
    .filter((intent) => intent.status === 'processing')
    .map((intent) => [
      code(intent.id),
      dollars(intent.amount),
      button(`ach/${intent.id}/settle`, 'Settle', {}, true) +
        ' ' +
        button(`ach/${intent.id}/return`, 'Return', {}, true),
    ]),
)}
${payoutTable(rows.payouts, button)}
${table(
  'Charges',
  ['Charge', 'Made', 'With', 'Amount', 'Refunded', 'Status', ''],
  rows.charges.map((charge) => [
    code(charge.id),
    when(charge),
    escape(methodName(charge)),
    dollars(charge.amount),
    charge.amount_refunded ? dollars(charge.amount_refunded) : '',
    escape(
      charge.disputed
        ? 'disputed'
        : charge.failure_code
          ? `${charge.status}: ${charge.failure_code}`
          : charge.status,
    ),
    charge.status === 'succeeded' && !charge.disputed
      ? button(`dispute/${charge.id}`, 'Dispute', {}, true)
      : '',
  ]),
)}
${table(
  'Disputes',
  ['Dispute', 'Amount', 'Reason', 'Status', ''],
  rows.disputes.map((dispute) => [
    code(dispute.id),
    dollars(dispute.amount),
    escape(dispute.reason),
    escape(dispute.status),
    dispute.status === 'needs_response'
      ? button(`dispute/${dispute.id}/won`, 'Won', {}, true) +
        ' ' +
        button(`dispute/${dispute.id}/lost`, 'Lost', {}, true)
      : '',
  ]),
)}
${table(
  'Refunds',
  ['Refund', 'Amount', 'Status'],
  rows.refunds.map((refund) => [code(refund.id), dollars(refund.amount), escape(refund.status)]),
)}`
}

const code = (id: string): string => `<code>${escape(id)}</code>`
const when = (row: Row): string =>
  escape(new Date(Number(row.created) * 1000).toISOString().slice(0, 16).replace('T', ' '))

function methodName(charge: Row): string {
  const details = charge.payment_method_details
  return details.type === 'card'
    ? `${details.card.brand} ${details.card.last4}`
    : `bank ${details.us_bank_account.last4}`
}

/** Cells are trusted HTML. */
function table(title: string, heads: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const cells = (row: string[]) =>
    row.map((cell) => `<td${/^-?\$/.test(cell) ? ' class="money"' : ''}>${cell}</td>`).join('')
  return `<h3>${escape(title)}</h3><div class="scroll" tabindex="0" role="group" aria-label="${escape(title)}"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${escape(head) || '<span class="hidden-text">Actions</span>'}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table></div>`
}
