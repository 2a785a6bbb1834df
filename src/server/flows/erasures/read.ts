import { sql } from 'kysely'
import { owes } from '../../base/sums/owed.ts'
import { givenUnused, ownUnused, unusedCredits } from '../../base/sums/kept.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'

/** What keeps somebody's data from being deleted. A business that is closed needs no owner. */
export async function factsAbout(tx: PlatformTx, person_id: string) {
  const { rows } = await sql<{ owns: boolean; platform: boolean; open_bills: number }>`
    select exists (select 1 from memberships m join organizations o on o.id = m.organization_id
        where m.person_id = ${person_id}::uuid and m.role = 'owner' and o.status = 'active') as owns,
      (select platform_role is not null from people where id = ${person_id}::uuid) as platform,
      (select count(*)::int from customers c join invoices i on i.organization_id = c.organization_id and i.customer_id = c.id
        where c.person_id = ${person_id}::uuid and ${owes}) as open_bills`.execute(tx)
  return rows[0]!
}

/** When a person's data is deleted; null if they did not ask. */
export async function readDue(tx: PlatformTx, person_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('erasures')
    .select('due_at')
    .where('person_id', '=', person_id)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** The open requests of people who work for an organization or buy from it. */
export const readErasures = (tx: PlatformTx, person_ids: readonly string[]) =>
  tx
    .selectFrom('erasures')
    .select(['id', 'person_id', 'asked_at', 'due_at'])
    .where('person_id', 'in', [...person_ids])
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .orderBy('due_at')
    .execute()

type Unused = { dropped_cents: number; own_cents: number }
const unused = sql`${givenUnused} as dropped_cents, ${ownUnused} as own_cents`

/** The unused credit of a person, by business. */
export async function readCreditsOf(
  tx: PlatformTx,
  person_id: string,
): Promise<({ organization_name: string } & Unused)[]> {
  const { rows } = await sql<{ organization_name: string } & Unused>`
    select o.name as organization_name, ${unused}
    from customers k join ${unusedCredits} u on u.organization_id = k.organization_id and u.customer_id = k.id
      join organizations o on o.id = k.organization_id
    where k.person_id = ${person_id}::uuid group by o.id, o.name order by o.name, o.id`.execute(tx)
  return rows
}

type Member = Unused & { name: string; role: string; customer_id: string | null }

/** Everyone an organization knows as a person, with their unused credit. */
export async function readMembers(tx: OrgTx): Promise<Map<string, Member>> {
  const { rows } = await sql<Member & { person_id: string }>`
    select m.person_id, coalesce(p.name, p.email, '') as name, m.role, k.id as customer_id, c.dropped_cents, c.own_cents
    from memberships m join people p on p.id = m.person_id
      left join customers k on k.organization_id = m.organization_id and k.person_id = m.person_id
      cross join lateral (select ${unused} from ${unusedCredits} u where u.organization_id = k.organization_id and u.customer_id = k.id) c
    order by m.role = 'user'`.execute(tx)
  return new Map(rows.toReversed().map(({ person_id, ...row }) => [person_id, row]))
}
