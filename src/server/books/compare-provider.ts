import { sql } from 'kysely'
import type { BookDifference } from '../../domain/books.ts'
import type { OrgTx } from '../db/door.ts'
import type { MoneyApp } from '../payments/facts.ts'
import { factsOf } from '../ledger/facts-of.ts'

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
