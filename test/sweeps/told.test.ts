import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../faults/asked-once.ts'
import { rounds } from '../rounds.ts'
import { openBed, reads, writes, type Bed } from '../told/bed.ts'
import { seedOf } from '../seed.ts'

// After each writing call, what changes on anybody's screen is asked for again because of an event that the person is sent.
// A few calls and screens, drawn by a seed; all of them with THOROUGH=1. TOLD_SEED=7 repeats a run, TOLD_ONLY='POST /api/…' tries one call, 'POST /api/… → GET /api/…' for one screen.
const [only, screen] = process.env['TOLD_ONLY']?.split(' → ') ?? []
const seed = seedOf('TOLD_SEED')
const random = seeded(seed)
const drawn = (keys: string[]) =>
  keys
    .map((key) => ({ key, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ key }) => key)
const acts = only ? [only] : drawn(writes)
const many = rounds(acts.length, 'TOLD_CALLS', 8)
const shown = only ? reads.length : rounds(reads.length, 'TOLD_SCREENS', 40)
const screens = screen ? [screen] : drawn(reads).slice(0, shown)

/** What may change on a screen in silence, by what is read, or by the call and what is read; and why. */
const silent: Record<string, string> = {
  'GET /api/owner/audit':
    'a log that moves under the eyes of its reader is worse than one of a minute ago',
  'GET /api/owner/messages': 'a log, too',
  'GET /api/owner/customers/{id}/gate-code-looks': 'a log, too',
  'GET /api/users/gate-code-looks': 'a log, too',
  'GET /api/schedule/route/suggestion': 'a proposal for what was known when somebody asked for it',
  'GET /api/owner/available-times': 'a proposal, too: saving checks it again',
  'GET /api/owner/messages/wordings':
    'the name of the business in examples beside a form that is being filled in',
  'GET /api/schedule/{rule_id}':
    'what a form is opened with; saving it refuses what has changed meanwhile',
  'POST /api/owner/platform-billing/set-payment-method → GET /api/owner/platform-billing/status':
    'the provider’s id of the business, which no screen shows',
  'POST /api/owner/threads/{id}/reads → GET /api/owner/threads':
    'only the person who read sees it, on the screen where they did',
  'POST /api/owner/threads/{id}/reads → GET /api/owner/threads/unread': 'the same',
  'POST /api/me/calendars → GET /api/me/calendars':
    'only the person who made the link sees it, on the screen that made it',
  'PUT /api/users/offer-texts → GET /api/users/offer-texts':
    'only the person who agreed sees it, on the screen where they did',
}

let bed: Bed
beforeAll(async () => {
  bed = await openBed(screens)
}, 120_000)
afterAll(() => bed?.close())

it('no open screen changes in silence', async () => {
  const faults: string[] = []
  const used = new Set<string>()
  const refused: string[] = []
  let tried = 0
  for (const key of acts) {
    if (tried >= many) break
    const told = await bed.tell(key).catch((fault: unknown) => {
      faults.push(`${key}: ${String(fault)}`)
      return []
    })
    if (!told) {
      refused.push(key)
      continue
    }
    tried += 1
    for (const { role, call, places } of told) {
      const excuse = [call, `${key} → ${call}`].find((one) => one in silent)
      if (excuse) used.add(excuse)
      else faults.push(`${key} → ${call} as ${role}: ${places.join(', ')}`)
    }
  }
  console.log(
    `seed ${seed}: ${tried} calls, ${bed.screens} answers on screens; no sample for ${refused.length}`,
  )
  expect(faults).toEqual([])
  if (!only && acts.length === tried + refused.length && screens.length === reads.length)
    expect(Object.keys(silent).filter((one) => !used.has(one))).toEqual([])
}, 900_000)
