import { sql } from 'kysely'
import type { crew, CrewCustomer, CrewTeam } from '../api/crew.ts'
import { toE164 } from '../domain/contact.ts'
import type { Actor, Handlers } from './call.ts'
import type { OrgTx } from './db/door.ts'
import { emit } from './events.ts'
import { found, invalid, Refused } from './refusals.ts'
import { readFrame } from './schedule/frame.ts'
import { clockIn, clockOut, readShift } from './shifts.ts'

const noTeam = () => new Refused(404, 'no_team', 'You are not assigned to a team yet')

export const crewHandlers: Handlers<typeof crew> = {
  'POST /api/crew/shifts/clock-in': ({ inOrg, actor, body }) => inOrg((tx) => clockIn(tx, actor, body ?? {})),
  'POST /api/crew/shifts/clock-out': ({ inOrg, actor, body }) => inOrg((tx) => clockOut(tx, actor, body ?? {})),
  'GET /api/crew/shifts/current': ({ inOrg, actor }) => inOrg((tx) => readShift(tx, actor.person_id)),

  'GET /api/crew/team': ({ inOrg, actor }) => inOrg((tx) => readTeam(tx, actor)),

  'GET /api/crew/customers': ({ inOrg, actor }) =>
    inOrg(async (tx) => {
      if (!actor.team_ids.length) throw noTeam()
      return { customers: await readCustomers(tx, actor) }
    }),

  'PUT /api/crew/customers/{id}': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const customer = found((await readCustomers(tx, actor, params.id))[0])
      const { phone_number, ...contact } = body
      await tx
        .updateTable('customers')
        .set({
          ...contact,
          ...(phone_number === undefined ? {} : { phone_number: phone_number && toE164(phone_number), phone_display: phone_number }),
          version: sql<number>`version + 1`,
          updated_at: sql<string>`now()`,
        })
        .where('organization_id', '=', tx.org)
        .where('id', '=', customer.id)
        .execute()
        .catch((fault: { code?: string; constraint?: string }) => {
          throw fault.code === '23505' ? invalid({ email: 'Another customer has this e-mail.' }) : fault
        })
      await emit(tx, 'customer.changed', { customer_id: customer.id, team_id: customer.team_id }, { customer_id: customer.id, team_ids: actor.team_ids })
      return found((await readCustomers(tx, actor, params.id))[0])
    }),
}

async function readTeam(tx: OrgTx, actor: Actor): Promise<CrewTeam> {
  const team_id = actor.team_id
  const team = team_id
    ? await tx
        .selectFrom('teams')
        .select(['id', 'name', 'color'])
        .where('organization_id', '=', tx.org)
        .where('id', '=', team_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!team) throw noTeam()
  const people = await tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.phone_number', 'm.role'])
    .where('m.organization_id', '=', tx.org)
    .where('m.team_id', '=', team.id)
    .where('m.status', '<>', 'inactive')
    .where('m.role', 'in', ['crew_owner', 'crew_leader', 'crew_member'])
    .orderBy(sql`m.role = 'crew_member'`)
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute()
  return {
    team,
    members: people.map((person) => ({
      ...person,
      role: person.role as CrewTeam['members'][number]['role'],
      is_leader: person.role !== 'crew_member',
      is_you: person.id === actor.person_id,
    })),
  }
}

/** Active customers the caller's teams work for: theirs by assignment, or by work on the schedule. */
async function readCustomers(tx: OrgTx, actor: Actor, id?: string): Promise<CrewCustomer[]> {
  const { today } = await readFrame(tx)
  const teams = sql`any (${`{${actor.team_ids.join(',')}}`}::text::uuid[])`
  const { rows } = await sql<CrewCustomer>`
    select c.id, c.name, c.email, coalesce(c.phone_display, c.phone_number) as phone_number, c.street, c.city, c.state, c.zip, c.team_id from customers c
    where c.organization_id = ${tx.org}::uuid and c.status = 'active' and (${id ?? null}::uuid is null or c.id = ${id ?? null}::uuid)
      and (c.team_id = ${teams}
        or exists (select 1 from rules r where r.organization_id = c.organization_id and r.customer_id = c.id and r.team_id = ${teams} and r.removed_at is null
          and (r.end_date is null or r.end_date >= ${today}::date))
        or exists (select 1 from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and v.team_id = ${teams} and v.date >= ${today}::date))
    order by lower(coalesce(c.name, c.email, '')), c.id limit 1000`.execute(tx)
  return rows
}
