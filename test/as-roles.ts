import type { CallDeclaration } from '../src/api/kit.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { roles, type Role } from '../src/domain/base/roles.ts'
import { sampleOf } from './sample.ts'
import type { Ask, Caller, OpenWorld } from './world.ts'

/** Who of the demo world has each role. */
const emails: Record<Role, string> = {
  owner: 'owner@green-acres.example',
  manager: 'manager@green-acres.example',
  payee: 'payee@green-acres.example',
  crew_owner: 'south-leader@green-acres.example',
  crew_leader: 'leader@green-acres.example',
  crew_member: 'crew@green-acres.example',
  user: 'customer@green-acres.example',
  admin: 'admin@fieldhive.example',
  sales: 'sales@fieldhive.example',
}

/** Somebody of each role, signed in. */
export async function signInAsEach(open: OpenWorld): Promise<Record<Role, Caller>> {
  await open.app.identity!.createAccount({
    email: emails.crew_owner,
    name: 'Sofia Lind',
    password: 'fieldhive-demo',
    email_verified: true,
  })
  await open.rows("update memberships set role = 'crew_owner' where person_id = $1", [
    open.world.green.people['south-leader']!.id,
  ])
  const callers = {} as Record<Role, Caller>
  for (const role of roles) callers[role] = await open.as(emails[role])
  return callers
}

/** What the demo world has for each id, code and token in the path of a call, by table or by name. */
type Ids = { byTable: Map<string, string[]>; byName: Record<string, string[]>; today: string }

export async function idsOf(open: OpenWorld): Promise<Ids> {
  const { green } = open.world
  const tables = await open.rows<{ name: string; own: boolean }>(`
    select table_name as name, bool_or(column_name = 'organization_id') as own
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    group by 1 having bool_or(column_name = 'id' and data_type = 'uuid') order by 1`)
  const byTable = new Map<string, string[]>()
  for (const { name, own } of tables) {
    const rows = await open.rows<{ id: string }>(
      `select id from "${name}" where ${own ? 'organization_id = $1' : '$1::uuid is not null'} order by id limit 3`,
      [green.id],
    )
    byTable.set(
      name,
      rows.map(({ id }) => id),
    )
  }
  const visits = await open.rows<{ id: string }>(
    `select series_id || ':' || original_date as id from visits where organization_id = $1
      order by completed_at is null, id limit 2`,
    [green.id],
  )
  const letters = await open.rows<{ text: string }>(
    // The same letters first in every world: their tokens and ids give no order.
    `select text from messages where text like '%http%' and organization_id = $1
      order by regexp_replace(text, '[\\w-]{20,}', '', 'g') collate "C", text`,
    [green.id],
  )
  const sent = letters.map(({ text }) => text).join('\n')
  const tokens = (path: string) =>
    [...new Set(sent.match(new RegExp(`(?<=/${path}/)[\\w.-]+`, 'g')))].slice(0, 2)
  const rule = Object.values(green.customers)[0]!.rules[0]!
  return {
    byTable,
    today: green.today,
    byName: {
      rule_id: [...visits.map(({ id }) => id), rule.id],
      pay: tokens('pay'),
      unsubscribe: tokens('unsubscribe'),
      card: tokens('card'),
      consent: tokens('agree'),
      signup: [green.permanent_code],
      invitations: [green.permanent_code],
      zip: ['27601'],
      slug: [green.slug],
    },
  }
}

/** Requests that fit a call: each id its path may name, over a year, a month or a day around today. */
export function fitting(key: string, call: CallDeclaration, ids: Ids): Ask[] {
  const params = paramsFitting(key, ids)
  const [customer] = ids.byTable.get('customers') ?? []
  const queries = [150, 14, 0].map((days) => {
    if (!call.query) return {}
    const sample = sampleOf(call.query, customer!, false) as Record<string, unknown>
    const known: Record<string, unknown> = {
      from: addDays(ids.today, -days),
      to: addDays(ids.today, Math.min(days, 20)),
      date: ids.today,
      month: ids.today.slice(0, 7),
      q: 'a',
      team_id: ids.byTable.get('teams')?.[0],
      occurrence_id: ids.byName['rule_id']?.[0],
    }
    const isMonth = key.includes('tax-report')
    const named = Object.keys(call.query.shape)
      .filter((name) => name in known && (name in sample || ['from', 'to'].includes(name)))
      .map((name) => [name, isMonth ? String(known[name]).slice(0, 7) : known[name]])
    return { ...sample, ...Object.fromEntries(named) }
  })
  const distinct = [...new Map(queries.map((one) => [JSON.stringify(one), one])).values()]
  return params.flatMap((one) => distinct.map((query) => ({ params: one, query })))
}

function paramsFitting(key: string, { byTable, byName }: Ids): Record<string, string>[] {
  const path = key.slice(key.indexOf(' ') + 1)
  const segments = path.split('/')
  return segments.reduce<Record<string, string>[]>(
    (asks, segment, place) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (!name) return asks
      const noun = segments[place - 1]!
      const values = byName[name] ??
        byName[noun] ??
        byTable.get(noun.replaceAll('-', '_')) ?? [crypto.randomUUID()]
      return asks.flatMap((ask) =>
        (values.length ? values : [crypto.randomUUID()]).map((value) => ({
          ...ask,
          [name]: value,
        })),
      )
    },
    [{}],
  )
}
