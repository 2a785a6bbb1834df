import { sql, type RawBuilder } from 'kysely'
import type { BookDifference } from '../../../domain/money/books.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { MoneyApp } from '../payments/facts.ts'
import { factsOf } from '../ledger/write.ts'

type Transaction = {
  id: string
  type: string
  net: number
  /** Seconds since 1970. */
  created: number
  source: string | { id: string } | null
}

/** Facts younger than this may not have their transaction yet, nor transactions their event. */
const settles_minutes = 60
const settles = sql`make_interval(mins => ${settles_minutes})`

/** The provider's transactions of the last days; read outside any transaction of ours. */
export const readTransactions = (
  app: Pick<MoneyApp, 'payments'>,
  account: string,
  days: number,
): Promise<Transaction[]> =>
  app.payments.on(account).listTransactions(new Date(Date.now() - days * 86_400_000))

/**
 * Compares the provider's transactions, net of fees, with our ledger in both directions. Reports
 * differences, never corrects them.
 */
export async function compareProvider(
  tx: OrgTx,
  transactions: readonly Transaction[],
  days: number,
): Promise<BookDifference[]> {
  const asked = transactions.map((one) => ({ one, facts: factsOf(one) }))
  const ours = await readOurs(tx, days)
  const cents = new Map(ours.map(({ fact, cents }) => [fact, cents]))
  const missing = await readFacts(
    tx,
    asked.flatMap(({ facts }) => facts.filter((fact) => !cents.has(fact))),
  )
  for (const { fact, cents: old } of missing) cents.set(fact, old)
  const known = new Set(asked.flatMap(({ facts }) => facts))
  const theirs = asked
    .filter(
      ({ one, facts }) =>
        facts.length > 0 && !(isFresh(one) && !facts.some((fact) => cents.has(fact))),
    )
    .map(({ one, facts }) => ({
      ...noInvoice,
      check: 'provider' as const,
      reference: `${one.type} ${one.id}`,
      ours_cents: facts.reduce((sum, fact) => sum + (cents.get(fact) ?? 0), 0),
      theirs_cents: one.net,
    }))
    .filter(({ ours_cents, theirs_cents }) => ours_cents !== theirs_cents)
  const unknown = ours
    .filter(({ fact, is_settled }) => is_settled && !known.has(fact))
    .map(({ fact, cents: left }) => ({
      ...noInvoice,
      check: 'ledger' as const,
      reference: fact,
      ours_cents: left,
      theirs_cents: 0,
    }))
  return [...theirs, ...unknown]
}

const isFresh = ({ created }: Transaction): boolean =>
  Date.now() - created * 1000 < settles_minutes * 60_000

const noInvoice = { invoice_id: null, invoice_number: null, customer_name: null }

type Fact = { fact: string; cents: number; is_settled: boolean }

/** What our ledger says moved on the provider's balance, a day less than the provider was asked for. */
const readOurs = async (tx: OrgTx, days: number): Promise<Fact[]> =>
  (
    await sql<Fact>`
    select fact, sum(amount_cents)::bigint as cents, bool_and(at > now() - make_interval(days => ${days - 1}) and at < now() - ${settles}) as is_settled
    from ledger_entries where account = 'provider_balance' and at > now() - make_interval(days => ${days}) group by fact`.execute(
      tx,
    )
  ).rows

const readFacts = async (
  tx: OrgTx,
  facts: readonly string[],
): Promise<Pick<Fact, 'fact' | 'cents'>[]> =>
  facts.length === 0
    ? []
    : (
        await sql<Pick<Fact, 'fact' | 'cents'>>`
    select fact, sum(amount_cents)::bigint as cents from ledger_entries
    where account = 'provider_balance' and fact = any(${sql.val(facts)}::text[]) group by fact`.execute(
          tx,
        )
      ).rows

type Row = Omit<BookDifference, 'check'>

const ofInvoice = sql`i.id as invoice_id, i.number as invoice_number, i.customer_name, null as reference`

/** Each finds the rows that do not tie, in the order they were made. */
const queries = {
  lines: sql`select ${ofInvoice}, i.total_cents as ours_cents, l.cents as theirs_cents from invoices i
    cross join lateral (select coalesce(sum(total_cents), 0)::bigint as cents from invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id) l
    where i.total_cents <> l.cents`,
  tax: sql`select ${ofInvoice}, i.tax_cents as ours_cents, l.cents as theirs_cents from invoices i
    cross join lateral (select coalesce(sum(tax_cents), 0)::bigint as cents from invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id) l
    where i.tax_cents <> l.cents
    union all select ${ofInvoice}, i.tax_cents, b.cents from invoices i
    cross join lateral (select coalesce(-sum(e.amount_cents), 0)::bigint as cents from ledger_entries e
      where e.organization_id = i.organization_id and e.invoice_id = i.id and e.account = 'tax' and e.payment_id is null) b
    where i.number is not null and i.doc in ('open', 'scheduled') and i.tax_cents <> b.cents`,
  credits: sql`select ${ofInvoice}, i.credit_cents as ours_cents, u.cents as theirs_cents from invoices i
    cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from credit_uses u
      where u.organization_id = i.organization_id and u.invoice_id = i.id and u.returned_at is null) u
    where i.credit_cents <> u.cents
    union all select null, null, c.name, null, k.used_cents, u.cents from credits k join customers c on c.organization_id = k.organization_id and c.id = k.customer_id
    cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from credit_uses u
      where u.organization_id = k.organization_id and u.credit_id = k.id and u.returned_at is null) u
    where k.used_cents <> u.cents
    union all select null, null, null, null, k.cents, e.cents
    from (select coalesce(sum(amount_cents - used_cents), 0)::bigint as cents from credits where taken_back_at is null) k,
      (select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'customer_credit') e
    where k.cents <> e.cents`,
  tips: sql`select ${ofInvoice}, i.tip_cents as ours_cents, t.cents as theirs_cents from invoices i
    cross join lateral (select coalesce(-sum(e.amount_cents), 0)::bigint as cents from ledger_entries e
      where e.organization_id = i.organization_id and e.invoice_id = i.id and e.account = 'tips') t
    where i.tip_cents <> t.cents`,
  allocations: sql`select ${ofInvoice}, i.paid_cents as ours_cents, a.cents as theirs_cents from invoices i
    cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from allocations a where a.organization_id = i.organization_id and a.invoice_id = i.id) a
    where i.paid_cents <> a.cents`,
  // A void invoice claims nothing; one that was given up, what was paid on it.
  claim: sql`select ${ofInvoice}, d.cents as ours_cents, c.cents as theirs_cents from invoices i
    cross join lateral (select case i.doc when 'void' then 0 when 'uncollectible' then least(i.paid_cents, i.total_cents) else i.total_cents end as cents) d
    cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries e
      where e.organization_id = i.organization_id and e.invoice_id = i.id and e.account = 'receivable' and e.payment_id is null) c
    where i.number is not null and d.cents <> c.cents`,
  visit: sql`select null as invoice_id, null as invoice_number, c.name as customer_name, null as reference, v.price_cents as ours_cents, 0 as theirs_cents
    from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
      join customers c on c.organization_id = v.organization_id and c.id = v.customer_id
    where v.status = 'completed' and v.price_cents > 0 and r.billing_mode <> 'none' and v.completion is not null
      and not exists (select 1 from invoice_lines l where l.organization_id = v.organization_id and l.series_id = v.series_id and l.original_date = v.original_date)`,
  fact: sql`select null as invoice_id, null as invoice_number, null as customer_name, e.fact as reference, sum(e.amount_cents)::bigint as ours_cents, 0 as theirs_cents
    from ledger_entries e group by e.fact having sum(e.amount_cents) <> 0`,
  // Payments less refunds, disputes and fees, as our ledger has them; what it does not book counts as the provider says.
  payout: sql`select null as invoice_id, null as invoice_number, null as customer_name, p.arrival_date::text as reference, b.cents as ours_cents, p.amount_cents as theirs_cents
    from payouts p cross join lateral (select coalesce(sum(case when l.facts = '{}' then l.net_cents else coalesce(e.cents, 0) end), 0)::bigint as cents
      from payout_lines l left join lateral (select sum(amount_cents)::bigint as cents from ledger_entries e
        where e.organization_id = l.organization_id and e.account = 'provider_balance' and e.fact = any (l.facts)) e on true
      where l.organization_id = p.organization_id and l.payout_id = p.id) b
    where p.is_reconciled and p.amount_cents <> b.cents`,
} satisfies Partial<Record<BookDifference['check'], RawBuilder<unknown>>>

const names = Object.keys(queries) as (keyof typeof queries)[]
/** How many rows of a kind are looked at; the first is shown, and the number. */
const most = 500

/** Rows of our own that do not tie: visits, lines, payments, claims and the ledger's facts. */
export async function compareRows(tx: OrgTx): Promise<BookDifference[]> {
  const found: BookDifference[] = []
  for (const check of names) {
    const { rows } = await sql<Row>`${queries[check]} limit ${most}`.execute(tx)
    found.push(...rows.map((row) => ({ ...row, check })))
  }
  return found
}

/** How many rows the check looks at, and how many open invoices no customer has heard of. */
export async function countRows(tx: OrgTx): Promise<{ rows_checked: number; untold: number }> {
  const { rows } = await sql<{ rows_checked: number; untold: number }>`
    select ((select count(*) from invoices) + (select count(*) from payments) + (select count(*) from ledger_entries))::int as rows_checked,
      (select count(*)::int from invoices i where i.doc = 'open' and i.money in ('none', 'failed') and i.total_cents > i.paid_cents
        and i.sent_at is null and i.send_at is null and i.issued_at < now() - interval '1 day'
        and not exists (select 1 from messages m where m.organization_id = i.organization_id and m.invoice_id = i.id and m.status in ('queued', 'sending'))) as untold`.execute(
    tx,
  )
  return rows[0]!
}
