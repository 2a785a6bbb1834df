import { sql } from 'kysely'
import type { Role } from '../domain/roles.ts'
import type { CallContext } from './call.ts'
import type { PlatformTx } from './db/door.ts'
import { emit, emitIn, rightsChanged } from './events.ts'
import { textsOnceReachable } from './messages/text-consent.ts'
import { found, refused } from './refusals.ts'

/** The person with this address, made when there is none. Knows nothing of who may sign in as them. */
export async function personOfEmail(
  tx: PlatformTx,
  { email, name = null }: { email: string; name?: string | null },
): Promise<{ id: string; created: boolean }> {
  const made = await sql<{ id: string }>`insert into people (email, name, status) values (${email.trim()}, ${name}, 'invited')
    on conflict ((lower(email))) do nothing returning id`.execute(tx)
  if (made.rows[0]) return { id: made.rows[0].id, created: true }
  const known = await sql<{ id: string }>`select id from people where lower(email) = lower(${email.trim()})`.execute(tx)
  return { id: found(known.rows[0]).id, created: false }
}

/** Adds a staff person to the caller's organization as invited, in a team or in none. 409 `already_member`. */
export async function addStaffPerson(call: CallContext, person: { email: string; name: string | null; role: Role; team_id: string | null }): Promise<string> {
  const { id } = await call.onPlatform((tx) => personOfEmail(tx, person))
  await call.inOrg(async (tx) => {
    if (person.team_id)
      found(
        await tx
          .selectFrom('teams')
          .select('id')
          .where('organization_id', '=', tx.org)
          .where('id', '=', person.team_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
      )
    const made = await tx
      .insertInto('memberships')
      .values({ organization_id: tx.org, person_id: id, role: person.role, team_id: person.team_id, status: 'invited' })
      .onConflict((on) => on.columns(['organization_id', 'person_id', 'is_customer']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refused('already_member', 'This person already belongs to your organization.')
    await rightsChanged(tx, [id])
    await emit(tx, 'team.changed', { team_id: person.team_id, person_id: id }, { team_ids: [person.team_id] })
  })
  return id
}

/** Tells every organization of a person that their name, phone or status is another: screens that show it follow. */
export async function personChanged(tx: PlatformTx, person_id: string): Promise<void> {
  const { rows } = await sql<{ organization_id: string; team_ids: string[] }>`
    select m.organization_id, array_remove(array_agg(distinct m.team_id) || array_agg(distinct l.team_id), null) as team_ids
    from memberships m left join led_teams l on l.organization_id = m.organization_id and l.membership_id = m.id
    where m.person_id = ${person_id} and m.status <> 'inactive' group by m.organization_id order by m.organization_id`.execute(tx)
  for (const { organization_id, team_ids } of rows) await emitIn(tx, organization_id, 'person.changed', { person_id }, { team_ids })
}

/** Keeps how a person is reached on the customer records that are theirs, and tells the organizations. */
export async function reachCustomersAt(
  tx: PlatformTx,
  person_id: string,
  contact: { email: string } | { phone_number: string | null; phone_display: string | null },
): Promise<void> {
  const rows = await tx
    .updateTable('customers')
    .set({ ...contact, version: sql`version + 1`, updated_at: sql`now()` })
    .where('person_id', '=', person_id)
    .returning(['organization_id', 'id', 'team_id'])
    .execute()
  for (const { organization_id, id, team_id } of rows.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
    await textsOnceReachable(tx, organization_id, id)
    await emitIn(tx, organization_id, 'customer.changed', { customer_id: id }, { customer_id: id, team_ids: [team_id] })
  }
}
