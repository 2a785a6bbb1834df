import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { firstOf, openAsker, refusalIn, type Asker } from '../accepted.ts'
import type { Ask } from '../costs/samples.ts'
import { placesIn, replaced } from '../nonsense.ts'
import { callsOfWeb } from '../web-calls.ts'
import { openWorld, type OpenWorld, type Reply } from '../world.ts'
import { noteWrites, type Change, type Writes } from '../writes.ts'

// Each call that takes an Idempotency-Key, twice with one key: one effect and one answer; with anything else, refused.

const idempotent = Object.entries(calls as Record<string, CallDeclaration>).flatMap(
  ([key, { idempotent: takesKey }]) => (takesKey ? [key] : []),
)
/** One key for everything: it belongs to one person and one call. */
const key = 'the same key for every call'

/** Calls that nothing in the demo world lets us make, and why. */
const untried: Record<string, string> = {
  'POST /api/owner/billing/charge-missed': 'no charge was missed there',
  'POST /api/disputes/{id}/evidence': 'the provider has no dispute of the demo world',
}

let open: OpenWorld
let asker: Asker
let writes: Writes
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
  asker = await openAsker(open)
  writes = await noteWrites(open)
})
afterAll(() => open?.close())

/** Notes that a call was made, which are no effect of their own. */
const notes = new Set(['audit', 'idempotency_keys'])
const hasEffect = (changes: readonly Change[]): boolean =>
  changes.some(({ table }) => !notes.has(table))

it.each(idempotent.filter((call) => !untried[call]))('%s', async (call) => {
  const kinds = await firstOf(asker.attemptsFor(call), writes.undone, (ask) => tried(call, ask))
  expect(kinds, 'nothing that was tried is accepted and does something').not.toBeNull()
  if (call.includes('{')) expect(kinds).toContain('path')
})

/** What an answer says of things that go on outside while it is kept. */
const passing: Record<string, string> = { 'POST /api/owner/stripe/refund': 'state' }

const lasting = (call: string, { body }: Reply): unknown =>
  passing[call] ? { ...body, [passing[call]]: 'passing' } : body

/** How the same key was sent again; null if the call is refused or does nothing. */
async function tried(call: string, ask: Ask): Promise<string[] | null> {
  const earlier = await writes.changes()
  const first = await asker.send(call, ask, { key })
  const done = await writes.changes()
  const did = done.filter(
    (one) => !earlier.some((was) => JSON.stringify(was) === JSON.stringify(one)),
  )
  if (refusalIn(first) !== null || !hasEffect(did)) return null
  const repeated = await asker.send(call, ask, { key })
  expect([repeated.status, lasting(call, repeated)]).toEqual([first.status, lasting(call, first)])
  expect(await writes.changes(), 'a repeat changes nothing').toEqual(done)

  const others = [
    { kind: 'body', ask: otherBody(call, ask) },
    { kind: 'path', ask: otherPath(call, ask) },
  ].filter((one): one is { kind: string; ask: Ask } => one.ask !== null)
  for (const other of others) {
    const { status, body } = await asker.send(call, other.ask, { key })
    expect([other.kind, status, body.code]).toEqual([other.kind, 422, 'idempotency_conflict'])
    expect(await writes.changes(), `another ${other.kind} changes nothing`).toEqual(done)
  }
  if (!asker.declared[call]!.roles['manager' as never]) return others.map(({ kind }) => kind)
  // Somebody else's key is their own, whatever they are answered.
  const { headers } = await asker.send(call, { ...ask, role: 'manager' }, { key })
  expect(headers.get('idempotency-replayed'), 'a colleague gets another’s answer').toBeNull()
  return [...others.map(({ kind }) => kind), 'person']
}

const otherPath = (call: string, ask: Ask): Ask | null => {
  const params = asker.othersInPath(call, ask.params ?? {})
  return params && { ...ask, params }
}

/** The same with one value another, still well formed; null if there is no such value. */
function otherBody(call: string, ask: Ask): Ask | null {
  const schema = asker.declared[call]!.body
  if (!schema || ask.body === undefined) return null
  for (const path of placesIn(ask.body)) {
    const value = path.reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      ask.body,
    )
    const other =
      typeof value === 'string'
        ? `${value} 2`
        : typeof value === 'number'
          ? value + 1
          : typeof value === 'boolean'
            ? !value
            : undefined
    if (other === undefined) continue
    const body = replaced(ask.body, path, other)
    if (schema.safeParse(body).success) return { ...ask, body }
  }
  return null
}

/** Where the web sends no key with a call that takes one, and why. */
const keyless: Record<string, string> = {
  'src/web/office/customers/HeldForPayment.tsx POST /api/owner/customers/{id}/hold-release':
    'refused once they are released',
  'src/web/shared/invoices/Receivables.tsx POST /api/owner/receivables/statements':
    'nobody gets two a day',
  'src/web/shared/invoices/SendManyDialog.tsx POST /api/invoices/send-many':
    'the dry run that says how many go out',
  'src/web/office/products/ProductList.tsx POST /api/owner/products':
    'refused once the name is taken',
}

it('the web sends a key wherever a call takes one', () => {
  const found = callsOfWeb()
    .filter(({ call, sends }) => idempotent.includes(call) && !sends.has('idempotency_key'))
    .map(({ file, call }) => `${file} ${call}`)
  expect(found.toSorted()).toEqual(Object.keys(keyless).toSorted())
  console.log(`${idempotent.length - Object.keys(untried).length} calls with one key`)
})
