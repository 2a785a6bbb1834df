import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { holdsData } from '../src/domain/base/data-file.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// Files of data leave a business only with its own people. Derived: each call that can answer a file, in each format it takes.

let open: OpenWorld
let admin: Caller
let cookie: string
beforeAll(async () => {
  open = await openWorld()
  admin = await open.as('admin@fieldhive.example')
  const body = { user_id: open.world.green.people['owner']!.id, reason: 'They asked' }
  const started = await admin('POST /api/admin/impersonate/start', { body })
  cookie = started.headers.getSetCookie()[0]!.split(';')[0]!
})
afterAll(() => open?.close())

type File = { key: string; call: CallDeclaration; query: Record<string, string> }
const all = Object.entries(calls as Record<string, CallDeclaration>)
const formatsOf = ({ query }: CallDeclaration): string[] => {
  const format = (
    query?.shape as Record<string, { safeParse(value: string): { success: boolean } }>
  )?.['format']
  return ['csv', 'xlsx', 'zip'].filter((one) => format?.safeParse(one).success)
}
const files: File[] = all.flatMap(([key, call]) => [
  ...(call.raw && holdsData(call.raw) ? [{ key, call, query: {} }] : []),
  ...formatsOf(call).map((format) => ({ key, call, query: { format } })),
])
const dates = { from: '2027-05-01', to: '2027-05-31' }
const months = { from: '2027-05', to: '2027-05' }
const never = '0190aaaa-0000-7000-8000-000000000000'
const ask = async ({ key, query, call }: File, headers: Record<string, string>, caller: Caller) => {
  const fits = [{ ...query }, { ...query, ...dates }, { ...query, ...months }].find(
    (one) => !call.query || call.query.safeParse(one).success,
  )
  expect(fits, `a query for ${key}`).toBeDefined()
  return caller.raw(key, { headers, ...(fits ? { query: fits } : {}), params: { id: never } })
}
/** An empty table to fill in, and what programs subscribe to with a link of their own. */
const free = ['GET /api/owner/imports/template', 'GET /api/public/calendar/{token}']

describe('files of data', () => {
  it('are those of the declarations', () => {
    expect(files.map(({ key, query }) => [key, ...Object.values(query)].join(' ')).toSorted())
      .toMatchInlineSnapshot(`
      [
        "GET /api/owner/applications/export",
        "GET /api/owner/audit/export",
        "GET /api/owner/customers/export",
        "GET /api/owner/exports/{id}/archive",
        "GET /api/owner/imports/template",
        "GET /api/owner/messages/export",
        "GET /api/owner/payouts/{id}/export",
        "GET /api/owner/stripe/payments csv",
        "GET /api/owner/tax-report csv",
        "GET /api/owner/timesheets/export",
        "GET /api/owner/timesheets/on-site/export",
        "GET /api/owner/tips csv",
        "GET /api/public/calendar/{token}",
      ]
    `)
  })
  it.each(files.filter(({ key }) => !free.includes(key)))(
    '403 impersonation_denied $key $query',
    async (file) => {
      const refused = await ask(file, { cookie }, admin)
      expect(refused).toMatchObject({ status: 403, body: { code: 'impersonation_denied' } })
      expect(refused.headers.get('content-disposition')).toBeNull()
      const own = await ask(file, {}, await open.as('owner@green-acres.example'))
      expect([200, 404]).toContain(own.status)
    },
  )
  it('leave no trace of a reading that was refused, and the template stays open', async () => {
    expect(
      await open.rows(
        "select 1 from security_events where detail ->> 'export' = 'true' and detail ? 'impersonation_id'",
      ),
    ).toEqual([])
    const template = await admin('GET /api/owner/imports/template', {
      headers: { cookie },
    })
    expect(template.status).toBe(200)
  })
})
