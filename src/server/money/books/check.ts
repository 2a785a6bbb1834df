import { sql } from 'kysely'
import type { BookDifference } from '../../../domain/money/books.ts'
import { disconnected } from '../../../domain/base/organization.ts'
import { inOrgAll, readPlatform, system } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import type { MoneyApp } from '../payments/facts.ts'
import { syncPayouts } from '../payments/sync-payouts.ts'
import { compareProvider, readTransactions, compareRows, countRows } from './compare.ts'
import { storeCheck } from './write.ts'

/** The check runs from four in the morning where the business is, or as soon as a worker is up. */
const from = sql`interval '4 hours'`
const days = 5

type Due = { id: string; account: string | null; on_day: string }

/** Checks the books of every organization that was not checked today. */
export async function checkBooks(app: MoneyApp): Promise<void> {
  const due = await readPlatform(app.store, system, async (tx) => {
    const { rows } = await sql<Due>`
      select o.id, case when o.stripe_disabled_reason is distinct from ${disconnected} then o.stripe_account_id end as account, d.on_day::text as on_day
      from organizations o cross join lateral (select (now() at time zone o.time_zone - ${from})::date as on_day) d
      where not exists (select 1 from book_checks b where b.organization_id = o.id and b.on_day >= d.on_day) order by o.id`.execute(
      tx,
    )
    return rows
  })
  for (const one of due)
    await checkOne(app, one).catch((fault: unknown) =>
      app.log.error({ err: fault, organization_id: one.id }, 'the books could not be checked'),
    )
}

/** Compares visits, lines, payments, claims and the ledger with each other, and the ledger with the provider. */
async function checkOne(app: MoneyApp, { id, account, on_day }: Due): Promise<void> {
  if (account !== null) await syncPayouts(app, id, account)
  const transactions = account === null ? null : await readTransactions(app, account, days)
  const differences = await inOrgAll(app.store, id, system, async (tx) => {
    const rows = await compareRows(tx)
    const money = transactions ? await compareProvider(tx, transactions, days) : []
    const found: BookDifference[] = [...rows, ...money]
    await storeCheck(tx, {
      on_day,
      ...(await countRows(tx)),
      differences: found.length,
      first: found[0] ?? null,
    })
    if (found.length)
      await audit(tx, {
        action: 'books.differ',
        entity: 'organization',
        entity_id: id,
        after: found.slice(0, 50),
      })
    return found
  })
  if (differences.length)
    app.log.error(
      { organization_id: id, differences: differences.slice(0, 50) },
      'the books do not tie',
    )
}
