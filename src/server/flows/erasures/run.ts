import { sql } from 'kysely'
import type { App } from '../../base/call.ts'
import { dropGivenCredits } from '../../money/credits/write.ts'
import { emptyCustomer, eraseHistory, readCustomersOf } from '../../customers/erase.ts'
import { changeStatus } from '../../customers/write-status.ts'
import { inOrgAll, onPlatform, type PlatformTx, readPlatform, system } from '../../base/db/door.ts'
import { rightsChanged } from '../../base/events.ts'
import { erasePhotos } from '../files/erase.ts'
import { deleteAccounts } from '../../people/identity/accounts.ts'
import { endSessions } from '../../people/identity/sessions.ts'
import { emptyPerson, endWork, unlinkIdentities } from '../../people/erase.ts'
import { factsAbout } from './read.ts'
import { tellErasure } from './tell.ts'
import { markDone, markTold } from './write.ts'

type Due = { id: string; person_id: string; told_at: string | null }

/**
 * Deletes the data of those whose grace period is over. First they are told, since afterward nobody
 * knows their address; an hour later it is done. Who has come to owe something in the meantime waits, and hears so.
 */
export async function runErasures(app: App): Promise<void> {
  const due = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('erasures')
      .select(['id', 'person_id', 'told_at'])
      .where('cancelled_at', 'is', null)
      .where('done_at', 'is', null)
      .where('due_at', '<=', sql<string>`now()`)
      .where((eb) =>
        eb.or([
          eb('told_at', 'is', null),
          eb('told_at', '<', sql<string>`now() - interval '1 hour'`),
        ]),
      )
      .execute(),
  )
  for (const one of due) await runOne(app, one)
}

async function runOne(app: App, { id, person_id, told_at }: Due): Promise<void> {
  const { store } = app
  const facts = await readPlatform(store, system, (tx) => factsAbout(tx, person_id))
  if (facts.owns || facts.platform) return
  if (facts.open_bills > 0)
    return onPlatform(store, system, (tx) =>
      tellErasure(tx, app, person_id, { state: 'waits', id }),
    )
  if (!told_at)
    return onPlatform(store, system, async (tx) => {
      await tellErasure(tx, app, person_id, { state: 'done' })
      await markTold(tx, id)
    })
  const customers = await readPlatform(store, system, (tx) => readCustomersOf(tx, person_id))
  for (const { organization_id, id: customer_id, status } of customers)
    await inOrgAll(store, organization_id, system, async (tx) => {
      if (status !== 'archived') await changeStatus(tx, customer_id, 'archived')
      await dropGivenCredits(tx, customer_id)
    })
  // One transaction: a person is never half gone.
  await onPlatform(store, system, async (tx) => {
    await erase(tx, person_id)
    await markDone(tx, id)
  })
  app.security({ event: 'personal_data_erased', person_id }, {})
}

const shortest = 3

/** A text as it is, and as an address bar writes it. */
const inLinksToo = (text: string): string[] => [...new Set([text, encodeURIComponent(text)])]

async function erase(tx: PlatformTx, person_id: string): Promise<void> {
  const customers = await readCustomersOf(tx, person_id)
  const person = await tx
    .selectFrom('people')
    .select(['email', 'name', 'phone_number'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  const filled = (texts: readonly (string | null)[]) => [
    ...new Set(texts.filter((text): text is string => (text ?? '').trim().length >= shortest)),
  ]
  const marks = filled([
    person.email,
    person.phone_number,
    ...customers.flatMap((one) => [one.email, one.phone_number, one.phone_display]),
  ]).flatMap(inLinksToo)
  const names = filled([person.name, ...customers.flatMap((one) => [one.name, ...one.streets])])
  const instead = `deleted-${person_id.replaceAll('-', '').slice(-10)}`
  await endSessions(tx, [person_id])
  await endWork(tx, person_id)
  for (const one of customers) {
    await emptyCustomer(tx, one)
    await erasePhotos(tx, one)
  }
  await emptyPerson(tx, person_id)
  const organizations = new Map<string | null, string[]>([[null, [person_id]]])
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from memberships where person_id = ${person_id}::uuid`.execute(
    tx,
  )
  for (const { organization_id } of rows) organizations.set(organization_id, [person_id])
  for (const { organization_id, subjects } of customers)
    organizations.set(organization_id, [
      ...(organizations.get(organization_id) ?? [person_id]),
      ...subjects,
    ])
  for (const [organization_id, subjects] of organizations)
    await sql`select erase_marks(${organization_id}::uuid, ${`{${subjects.join(',')}}`}::text::uuid[],
      ${marks.length ? marks : [instead]}::text[], ${names}::text[], ${instead}::text)`.execute(tx)
  for (const one of customers) await eraseHistory(tx, one)
  await deleteAccounts(tx, await unlinkIdentities(tx, person_id))
  await rightsChanged(tx, [person_id])
}
