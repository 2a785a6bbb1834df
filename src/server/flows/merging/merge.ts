import { sql } from 'kysely'
import type { customers, Merged } from '../../../api/customers.ts'
import {
  mergeConflicts,
  mergeEffects,
  mergeRule,
  methodsUsable,
} from '../../../domain/flows/merging.ts'
import type { CallOf } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit, rightsChanged } from '../../base/events.ts'
import { dropHold } from '../../money/bill-reminders/write-holds.ts'
import { useCredits } from '../../money/invoices/credit.ts'
import { checkNoIntent } from '../../money/invoices/live-intent.ts'
import { stopAutomaticCharges } from '../../money/invoices/write-charging.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { notifyAutopayMerged } from '../../messages/notify-autopay.ts'
import { releaseIntent, withoutIntent } from '../../money/payments/intents.ts'
import { cancelPlannedIntents } from '../../money/payments/write-intents.ts'
import { detachMethods } from '../../money/payments/write-methods.ts'
import { enforce, found, refused } from '../../base/kit/refusals.ts'
import { readPair, type MergePair } from '../../customers/read-merge.ts'
import { readCustomer } from '../../customers/read.ts'
import { keepBothIds, mergeInto } from '../../customers/write-merge.ts'

type Outcome = Pick<Merged, 'moves' | 'effects'>

/**
 * Merges customer `from` into the one in the path: everything moves in one transaction, and the old
 * id resolves to the kept customer. A repeat returns the first result.
 */
export async function merge(
  call: CallOf<
    'POST /api/owner/customers/{id}/merge',
    (typeof customers)['POST /api/owner/customers/{id}/merge']
  >,
): Promise<Merged> {
  const { app, actor, inOrg, inOrgAll, params, body } = call
  if (body.dry_run) return inOrg((tx) => preview(tx, params.id, body.from))
  // Check the rules before canceling anything at the provider, and again under lock.
  const begun = await inOrgAll(async (tx) => {
    const pair = await readPair(tx, params.id, body.from, false)
    if (!pair) {
      found(await answerAgain(tx, params.id, body.from, false))
      return []
    }
    enforce(mergeRule(pair))
    return pair.begun
  })
  for (const invoice_id of begun) await releaseIntent(app, actor.organization_id, invoice_id)
  return withoutIntent(app, actor.organization_id, () =>
    inOrg(async (tx) => {
      const pair = await readPair(tx, params.id, body.from, true)
      if (!pair) return found(await answerAgain(tx, params.id, body.from, false))
      enforce(mergeRule(pair))
      for (const invoice_id of pair.begun) await checkNoIntent(tx, invoice_id)
      const outcome: Outcome = { moves: pair.moves, effects: mergeEffects(pair) }
      await settleMoney(tx, pair)
      await mergeInto(tx, pair)
      await useCredits(tx, pair.keep.id)
      if (pair.from.autopay_enabled && !pair.keep.autopay_enabled)
        await notifyAutopayMerged(tx, pair.keep.id, pair.from.id)
      await keepBothIds(tx, pair, outcome)
      await emitMerged(tx, pair)
      return {
        ok: true,
        dry_run: false,
        ...outcome,
        conflicts: [],
        customer: await readCustomer(tx, pair.keep.id),
      }
    }),
  )
}

/** Ends what is under way with the money of `from`, and what cannot go on under the other name. */
async function settleMoney(tx: OrgTx, pair: MergePair): Promise<void> {
  const { keep, from } = pair
  await dropHold(tx, from.id)
  await moveMethods(tx, pair)
  if (keep.autopay_enabled)
    // Issued for the other account, without consent to charge them here. The office collects them
    // or sends the link.
    await stopAutomaticCharges(tx, from.id)
}

/**
 * A card belongs to one customer at the provider. If the kept customer is a different one there,
 * the card can never be charged and is detached.
 */
async function moveMethods(tx: OrgTx, { keep, from }: MergePair): Promise<void> {
  if (methodsUsable(keep, from)) return
  for (const id of await detachMethods(tx, from.id))
    await enqueue(
      tx,
      'method.detach',
      { organization_id: tx.org, payment_method_id: id },
      { key: id },
    )
  await cancelPlannedIntents(tx, from.id)
}

async function preview(tx: OrgTx, id: string, from: string): Promise<Merged> {
  const pair = await readPair(tx, id, from, false)
  if (!pair) return found(await answerAgain(tx, id, from, true))
  return {
    ok: true,
    dry_run: true,
    moves: pair.moves,
    effects: mergeEffects(pair),
    conflicts: mergeConflicts(pair),
    customer: await readCustomer(tx, pair.keep.id),
  }
}

/**
 * The result of an earlier merge of these two. 409 merged_elsewhere if `from` was merged into
 * another customer.
 */
async function answerAgain(
  tx: OrgTx,
  id: string,
  from: string,
  dry_run: boolean,
): Promise<Merged | null> {
  const row = await tx
    .selectFrom('merged_customers')
    .select(['into_id', 'outcome'])
    .where('id', '=', from)
    .executeTakeFirst()
  if (!row) return null
  if (row.into_id !== id)
    throw refused(
      'merged_elsewhere',
      'This customer was merged with another customer in the meantime.',
    )
  const earlier = row.outcome as Outcome
  return {
    ok: true,
    dry_run,
    ...earlier,
    // One of before credits were counted does not have them.
    moves: { ...earlier.moves, credit_cents: earlier.moves.credit_cents ?? 0 },
    conflicts: [],
    customer: await readCustomer(tx, id),
  }
}

/**
 * Screens that show either customer reload, and the permissions of people who sign in as either are
 * read again.
 */
async function emitMerged(
  tx: OrgTx,
  { keep, from, keepRow, fromRow, moves }: MergePair,
): Promise<void> {
  const { rows } = await sql<{
    team_id: string
  }>`select distinct team_id from rules where customer_id = ${keep.id}::uuid
    and removed_at is null and team_id is not null order by team_id`.execute(tx)
  const team_ids = [keepRow.team_id, fromRow.team_id, ...rows.map(({ team_id }) => team_id)]
  const people = await tx
    .selectFrom('memberships')
    .select('person_id')
    .where('customer_id', '=', keep.id)
    .execute()
  await rightsChanged(
    tx,
    people.map(({ person_id }) => person_id),
  )
  await emit(
    tx,
    'customer.changed',
    { customer_id: from.id, merged_into: keep.id },
    { customer_id: from.id, team_ids },
  )
  await emit(tx, 'customer.changed', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
  if (moves.series + moves.visits)
    await emit(tx, 'rule.changed', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
  if (moves.invoices)
    await emit(tx, 'invoice.updated', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
  if (moves.requests)
    await emit(tx, 'request.resolved', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
}
