import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { roles, type Role } from '../../src/domain/base/roles.ts'
import { remindVisits } from '../../src/server/flows/visit-reminders/remind.ts'
import { signInAsEach } from '../as-roles.ts'
import { numberFieldsOf, sampleOf } from '../sample.ts'
import { letIn, situations, takesEffect, type Situation } from '../situations.ts'
import { openWorld, type Caller, type OpenWorld, type Reply } from '../world.ts'

// Reads the declarations and tries every call as every role. Other tests check what calls do; this one checks who may make them.
type Named = { key: string; path: string; call: CallDeclaration; names: string[] }
const all: Named[] = Object.entries(calls as Record<string, CallDeclaration>).flatMap(
  ([key, call]) => [
    named(key, call),
    ...(call.aliases ?? []).map((alias) =>
      typeof alias === 'string' ? named(alias, call) : named(alias.call, call),
    ),
  ],
)
function named(key: string, call: CallDeclaration): Named {
  const path = key.slice(key.indexOf(' ') + 1)
  return { key, path, call, names: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!) }
}
const never = '0190aaaa-0000-7000-8000-000000000000'
const streams = (call: CallDeclaration) => call.raw === 'text/event-stream'

let open: OpenWorld
let callers: Record<Role, Caller>
beforeAll(async () => {
  open = await openWorld()
  callers = await signInAsEach(open)
})
afterAll(() => open?.close())

const admits = (call: CallDeclaration, role: Role): boolean =>
  typeof call.roles === 'string' || call.roles[role] !== undefined
const withParams = (one: Named, value: string) =>
  Object.fromEntries(one.names.map((name) => [name, value]))

describe('the access table', () => {
  it('matches test/access.txt; UPDATE_ACCESS=1 rewrites it', async () => {
    const open_to = await letIn(all)
    const tried = ({ key, call }: Named, situation: Situation) =>
      call.roles === 'public' ? 'public' : open_to[situation].has(key) ? 'open' : '·'
    const width = Math.max(...all.map((one) => one.key.length))
    const mark = (call: CallDeclaration, role: Role) =>
      typeof call.roles === 'string'
        ? call.roles === 'public'
          ? 'public'
          : 'signed'
        : { all: 'all', own: 'own', none: '·' }[call.roles[role] ?? 'none']
    const lines = [
      ['CALL'.padEnd(width), ...[...roles, ...situations].map((name) => name.padEnd(12))].join(' '),
      ...all
        .toSorted((a, b) => (a.path + a.key < b.path + b.key ? -1 : 1))
        .map((one) =>
          [
            one.key.padEnd(width),
            ...[
              ...roles.map((role) => mark(one.call, role)),
              ...situations.map((situation) => tried(one, situation)),
            ].map((text) => text.padEnd(12)),
          ].join(' '),
        ),
    ]
    const text = `${lines.map((line) => line.trimEnd()).join('\n')}\n`
    const file = new URL('../access.txt', import.meta.url)
    if (process.env['UPDATE_ACCESS']) writeFileSync(file, text)
    expect(text).toBe(readFileSync(file, 'utf8'))
  }, 120_000)
})

describe('without a token', () => {
  it.each(all.filter((one) => one.call.roles !== 'public' && !streams(one.call)))(
    '401 $key',
    async (one) => {
      const reply = await open.anonymous.raw(one.key, {
        params: withParams(one, never),
        ...(one.key.startsWith('GET') ? {} : { body: {} }),
      })
      expect(reply).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    },
  )
})

describe('as every role', () => {
  it.each(all.filter((one) => !streams(one.call)))('$key', async (one) => {
    for (const role of roles) {
      // With an id that doesn't exist, allowed roles get 404 and others 403. What takes effect at once is left out.
      if (admits(one.call, role) && takesEffect(one)) continue
      const reply = await callers[role].raw(one.key, {
        params: withParams(one, never),
        ...(one.key.startsWith('GET') ? {} : { body: one.call.body ? {} : undefined }),
      })
      expect(reply.status, `${role}: ${JSON.stringify(reply.body).slice(0, 200)}`).toBeLessThan(500)
      if (!admits(one.call, role))
        expect([role, reply.status, reply.body.code]).toEqual([role, 403, 'forbidden'])
      else if (role !== 'admin') expect([401], `${role} on ${one.key}`).not.toContain(reply.status)
    }
  })
})

describe('bad input', () => {
  const bodied = all.filter((one) => one.call.body && !one.call.raw_body)
  const insider = (one: Named): Caller =>
    callers[roles.find((role) => admits(one.call, role) && role !== 'admin') ?? 'admin']
  it.each(bodied)('400 or 422 with a field list: $key', async (one) => {
    for (const body of ['{"broken', '[]', '"text"', '{"no_such_field":1}', '{"name":"\\u0000"}']) {
      const reply = await insider(one).raw(one.key, { params: withParams(one, never), body })
      expect([400, 404, 422], `${body}: ${JSON.stringify(reply.body)}`).toContain(reply.status)
      if (reply.status !== 404) expect(reply.body.fields, body).toBeTypeOf('object')
    }
  })
  it.each(all.filter((one) => one.names.length))('404 for an unknown id: $key', async (one) => {
    if (streams(one.call)) return
    const body = one.call.body ? sampleOf(one.call.body, never) : undefined
    const reply = await insider(one).raw(one.key, {
      params: withParams(one, 'not-an-id'),
      ...(one.key.startsWith('GET') || body === undefined ? {} : { body }),
    })
    expect([404, 409, 422], JSON.stringify(reply.body)).toContain(reply.status)
  })
})

describe('a number below zero', () => {
  const takesBelowZero = all.flatMap(({ key, call }) =>
    [call.body, call.query].flatMap((schema) =>
      schema
        ? numberFieldsOf(schema)
            .filter(({ minimum }) => minimum < 0)
            .map(({ path }) => `${key} ${path.join('.')}`)
        : [],
    ),
  )
  it('is taken where it means something: nowhere else, and never as an amount', () => {
    expect(takesBelowZero).toEqual([
      // Brought into 1 to 28.
      'PATCH /api/users/billing-settings preferred_charge_day',
      'PATCH /api/user/billing-settings preferred_charge_day',
      // West and south.
      'POST /api/crew/shifts/clock-in lat',
      'POST /api/crew/shifts/clock-in lng',
      'POST /api/crew/shifts/clock-out lat',
      'POST /api/crew/shifts/clock-out lng',
      'POST /api/crew/commands commands.0.lat',
      'POST /api/crew/commands commands.0.lng',
      'POST /api/crew/commands commands.0.applied.temperature_f',
      // Days before a due date.
      'POST /api/owner/organization/update schedule_settings.bill_reminder_steps.0',
      'PATCH /api/owner/schedule-settings bill_reminder_steps.0',
      // A list of choices.
      'POST /api/owner/price-campaigns/preview raise.round_to',
      'POST /api/owner/price-campaigns raise.round_to',
      // The last week of a month is -1.
      'POST /api/schedule month_week',
      'PATCH /api/schedule/{rule_id} month_week',
    ])
  })
  const numbered = all
    .filter((one) => one.call.body && !one.call.raw_body)
    .flatMap((one) => numberFieldsOf(one.call.body!).map((field) => ({ one, ...field })))
  it.each(numbered.map((each) => ({ ...each, name: `${each.one.key} ${each.path.join('.')}` })))(
    '422 with its field, or taken: $name',
    async ({ one, path, minimum }) => {
      const role = roles.find((any) => admits(one.call, any) && any !== 'admin') ?? 'admin'
      const reply = await callers[role].raw(one.key, {
        params: withParams(one, never),
        body: withValue(sampleOf(one.call.body!, never), path, -1),
      })
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
      if (minimum < 0) return
      // 400 where several shapes are taken and none fits.
      expect([400, 422]).toContain(reply.status)
      expect(Object.keys(reply.body.fields!).join(' ')).toContain(path[0])
    },
  )
})

/** A copy of a sample with one field set. */
function withValue(body: unknown, [field, ...rest]: string[], value: unknown): unknown {
  if (field === undefined) return value
  if (Array.isArray(body)) return [withValue(body[0], rest, value)]
  const known = (body ?? {}) as Record<string, unknown>
  return { ...known, [field]: withValue(known[field] ?? (rest[0] === '0' ? [] : {}), rest, value) }
}

describe('another organization', () => {
  it('every id of Bright Side is unknown to everyone at Green Acres, and none of its data changes', async () => {
    const { bright } = open.world
    const customer = Object.values(bright.customers)[0]!
    const [visit] = await open.rows<{ id: string }>(
      "select series_id || ':' || original_date as id from visits where organization_id = $1 limit 1",
      [bright.id],
    )
    const [invitation] = await open.rows<{ id: string }>(
      "select id from invitations where organization_id = $1 and kind = 'customer' limit 1",
      [bright.id],
    )
    const foreign = {
      customer: customer.id,
      rule: customer.rules[0]!.id,
      visit: visit!.id,
      team: Object.values(bright.teams)[0]!,
      service: Object.values(bright.services)[0]!,
      invoice: Object.values(bright.invoices)[0]!,
      person: bright.people['leader']!.id,
      invitation: invitation!.id,
    }
    // Scheduled messages for this hour are sent on their own.
    await remindVisits(open.app)
    await open.until(
      async () =>
        !(await open.rows("select 1 from messages where status in ('queued', 'sending') limit 1"))
          .length,
      'sent messages',
    )
    const before = await fingerprint(bright.id)
    const leaks: string[] = []
    for (const one of all) {
      if (
        typeof one.call.roles === 'string' ||
        streams(one.call) ||
        (one.names.length === 0 && !one.call.body)
      )
        continue
      for (const role of ['owner', 'crew_leader', 'user'] as const) {
        if (!admits(one.call, role)) continue
        for (const [kind, id] of Object.entries(foreign)) {
          const ask = {
            params: withParams(one, id),
            ...(one.call.body ? { body: sampleOf(one.call.body, id.slice(0, 36)) } : {}),
            ...(one.call.query
              ? {
                  query: sampleOf(one.call.query, id.slice(0, 36), false) as Record<
                    string,
                    unknown
                  >,
                }
              : {}),
          }
          const reply: Reply = await callers[role].raw(one.key, ask)
          if (one.names.length && reply.status < 300)
            leaks.push(`${role} ${one.key} with a foreign ${kind}: ${reply.status}`)
          if (reply.status >= 500)
            leaks.push(
              `${role} ${one.key} with a foreign ${kind}: ${reply.status} ${JSON.stringify(reply.body)}`,
            )
          if (/bright-side|Bright Side/.test(JSON.stringify(reply.body)))
            leaks.push(`${role} ${one.key} shows the other organization`)
        }
      }
    }
    expect(leaks).toEqual([])
    expect(await fingerprint(bright.id)).toEqual(before)
  }, 120_000)
})

/** A hash per table over all rows of an organization. */
async function fingerprint(organization_id: string): Promise<Record<string, string>> {
  const tables = await open.rows<{ name: string }>(
    "select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name) where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'",
  )
  const entries = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (
        await open.rows<{ hash: string }>(
          `select md5(coalesce(string_agg(x::text, '' order by x::text), '')) as hash from "${name}" x where organization_id = $1`,
          [organization_id],
        )
      )[0]!.hash,
    ]),
  )
  return Object.fromEntries(entries)
}
