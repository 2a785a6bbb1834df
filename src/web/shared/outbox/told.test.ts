// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshPhone,
  goOnline,
  openCrewPage,
  pass,
  putAway,
  settle,
  worker,
  type CrewPage,
  type Server,
} from '../../../../test/phone.tsx'
import type { CommandKind } from '../../../domain/flows/crew-command.ts'
import type { CrewReportReason } from '../../../domain/flows/crew-report.ts'
import { testVisit } from '../visits/test-visit.ts'

// What a crew reads once the server has answered: each act by its kind and its answer, and nothing said twice.

type Given = { result: string; reason?: CrewReportReason | null; message?: string | null }
/** A server that answers every act alike, or each by its kind. */
const answering =
  (answers: Record<string, Given>): Server =>
  ({ body }) => ({
    body: {
      ok: true,
      answers: body.commands.map(({ client_id, kind }) => ({
        client_id,
        reason: null,
        message: null,
        ...(answers[kind] ?? answers['any'] ?? { result: 'done' }),
      })),
    },
  })

let page: CrewPage | null
let said: string[]
let undo: (() => void) | null
let stays_ms: number | undefined
let asked: string[]
beforeEach(freshPhone)
afterEach(async () => {
  await settle()
  page?.end()
  page = null
  putAway()
})

/** The crew's page with what it does at a stop; keeps what it says in `said`. Without a server nothing is sent. */
async function open(server: Server | null) {
  if (server) page = await openCrewPage(server)
  said = []
  undo = null
  asked = []
  const [acts, { toast }, { queryClient }] = await Promise.all([
    import('./acts.ts'),
    import('../../ui/toast.tsx'),
    import('../../app/query-client.ts'),
  ])
  vi.spyOn(toast, 'done').mockImplementation((text) => void said.push(`done: ${text}`))
  vi.spyOn(toast, 'note').mockImplementation((text) => void said.push(`note: ${text}`))
  vi.spyOn(toast, 'problem').mockImplementation((text) => void said.push(`problem: ${text}`))
  vi.spyOn(toast, 'undoable').mockImplementation((text, back, more) => {
    said.push(`undo: ${text}`)
    undo = back
    stays_ms = more?.stays
  })
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filter) => {
    asked.push(JSON.stringify(filter?.queryKey))
  })
  return { ...acts, addAct: (await import('./outbox.ts')).addAct }
}
const visit = { ...testVisit('one'), is_waiting: false }
const label = 'Customer of visit-one, Mowing'

type Case = { kind: CommandKind; by?: Given; says: string[] }
const done: Case[] = [
  { kind: 'clock_in', says: ['done: Clocked in'] },
  { kind: 'clock_out', says: ['done: Clocked out'] },
  { kind: 'break_start', says: ['done: Break started'] },
  { kind: 'break_end', says: ['done: Break ended'] },
  { kind: 'not_done', says: ['done: The office finds another day'] },
  { kind: 'note', says: ['done: Note saved'] },
  { kind: 'apply_product', says: ['done: Recorded'] },
  { kind: 'extra_work', says: ['done: Added. The office gives it a price.'] },
  { kind: 'undo_extra', says: ['done: Taken back'] },
  { kind: 'undo', says: ['done: Visit is open again'] },
  { kind: 'undo_not_done', says: ['done: Visit is open again'] },
  {
    kind: 'finish',
    by: { result: 'done', message: 'Completed. The invoice is sent.' },
    says: ['undo: At the stop: Completed. The invoice is sent.'],
  },
  { kind: 'start', says: [] },
  { kind: 'tick', says: [] },
  { kind: 'en_route', says: [] },
  { kind: 'undo_en_route', says: [] },
]
const kept = 'This visit belongs to another team now. Your work is saved, and the office knows.'
const others: Case[] = [
  { kind: 'finish', by: { result: 'already' }, says: [] },
  { kind: 'clock_in', by: { result: 'already' }, says: [] },
  {
    kind: 'note',
    by: { result: 'kept', reason: 'not_theirs' },
    says: [`note: At the stop: ${kept}`],
  },
  {
    kind: 'note',
    by: { result: 'kept', reason: null },
    says: [
      'note: At the stop: It could not be recorded. Your work is saved, and the office knows.',
    ],
  },
  {
    kind: 'clock_in',
    by: { result: 'kept', reason: 'too_old' },
    says: [
      'problem: Failed to clock in or clock out: It was sent more than three days later. Your work is saved, and the office knows.',
    ],
  },
  {
    kind: 'break_end',
    by: { result: 'kept', reason: 'not_theirs' },
    says: [`note: At the stop: ${kept}`],
  },
  {
    kind: 'undo_en_route',
    by: { result: 'noted' },
    says: [
      'problem: At the stop: the customer already knows that you are on the way. Call them if you are not.',
    ],
  },
  { kind: 'finish', by: { result: 'noted' }, says: [] },
]

describe('a crew reads', () => {
  it.each([...done, ...others])('$kind, answered $by.result: $says', async ({ kind, by, says }) => {
    await open(answering({ any: by ?? { result: 'done' } }))
    await page!.outbox.addAct({
      worker,
      kind,
      visit: /^(clock|break)_/.test(kind) ? null : visit.id,
      label: 'At the stop',
    })
    await settle(400)
    expect(said).toEqual(says)
  })

  it('of a clock pressed 15 seconds ago nothing, but of what the office keeps', async () => {
    await open(
      answering({ clock_in: { result: 'done' }, note: { result: 'kept', reason: 'paused' } }),
    )
    goOnline(false)
    await page!.outbox.addAct({ worker, kind: 'clock_in' })
    await page!.outbox.addAct({ worker, kind: 'note', visit: visit.id, label: 'At the stop' })
    await pass(15_000)
    said = []
    goOnline(true)
    await settle(400)
    expect(said).toEqual([
      'note: At the stop: This work was paused in the meantime. Your work is saved, and the office knows.',
    ])
  })

  it('nothing of what a later act took back', async () => {
    let isReached = false
    const server = answering({})
    await open((reached) => (isReached ? server(reached) : null))
    await page!.outbox.addAct({ worker, kind: 'finish', visit: visit.id })
    await page!.outbox.addAct({ worker, kind: 'undo', visit: visit.id })
    await page!.outbox.addAct({ worker, kind: 'not_done', visit: 'another' })
    await settle()
    isReached = true
    goOnline(true)
    await settle(400)
    expect(said).toEqual(['done: Visit is open again', 'done: The office finds another day'])
  })
})

describe('a finished stop', () => {
  it('can be opened again from what is said, as long as the agreed charge waits', async () => {
    await open(answering({}))
    await page!.outbox.addAct({ worker, kind: 'finish', visit: visit.id, label })
    await settle(400)
    expect(stays_ms).toBe(60_000)
    undo!()
    await settle(400)
    const sent = page!.sent('POST /api/crew/commands').flatMap(({ body }) => body.commands)
    expect(sent.map((one) => [one.kind, one.visit])).toEqual([
      ['finish', visit.id],
      ['undo', visit.id],
    ])
  })

  it.each([
    { kind: 'clock_in', asks: ['shift'] },
    { kind: 'clock_out', asks: ['shift'] },
    { kind: 'break_start', asks: ['shift'] },
    { kind: 'start', asks: ['shift', 'stops'] },
    { kind: 'finish', asks: ['shift', 'stops'] },
    { kind: 'note', asks: ['stops'] },
    { kind: 'tick', asks: ['stops'] },
  ] as { kind: CommandKind; asks: string[] }[])(
    '$kind: the phone reads again $asks',
    async ({ kind, asks }) => {
      await open(answering({}))
      await page!.outbox.addAct({
        worker,
        kind,
        ...(asks.includes('stops') ? { visit: visit.id } : {}),
      })
      await settle(400)
      const reads = [
        asked.some((key) => key.includes('crew/shifts/current')) && 'shift',
        asked.some((key) => key.includes('schedule')) && 'stops',
      ].filter(Boolean)
      expect(reads).toEqual(asks)
    },
  )
})

describe('a tap', () => {
  it('on a step a second time is the same tap; a note is written twice', async () => {
    const { doAt } = await open(null)
    expect(await doAt(visit, worker, 'finish')).toBe(true)
    expect(await doAt(visit, worker, 'finish')).toBe(true)
    expect(await doAt(visit, worker, 'extra_work', { text: 'Leaves' })).toBe(true)
    expect(await doAt(visit, worker, 'extra_work', { text: 'Leaves' })).toBe(true)
    expect(await doAt(visit, worker, 'extra_work', { text: 'Beds' })).toBe(true)
    await doAt(visit, worker, 'note', { text: 'Dog' })
    await doAt(visit, worker, 'note', { text: 'Dog' })
    const acts = await (await import('./store.ts')).readActs()
    expect(acts.map(({ kind, text }) => [kind, text ?? null])).toEqual([
      ['finish', null],
      ['extra_work', 'Leaves'],
      ['extra_work', 'Beds'],
      ['note', 'Dog'],
      ['note', 'Dog'],
    ])
  })

  it('without a connection says that it is kept here, but for a tick', async () => {
    const { doAt, clock } = await open(null)
    goOnline(false)
    await doAt(visit, worker, 'tick', { item: 'a', is_done: true })
    expect(said).toEqual([])
    await doAt(visit, worker, 'note', { text: 'Dog' })
    await clock({ kind: 'clock_in', at: Date.now() }, worker)
    const here = 'note: Saved on this phone. It is sent when you are online again.'
    expect(said).toEqual([here, here])
  })

  it('that this phone cannot keep is a problem, of the clock in its own words', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('No room', 'QuotaExceededError')
      },
    })
    const { doAt, clock } = await open(null)
    expect(await doAt(visit, worker, 'note', { text: 'Dog' })).toBe(false)
    expect(await clock({ kind: 'clock_out', at: Date.now() }, worker)).toBe(false)
    expect(said).toEqual([
      expect.stringMatching(/^problem: Not saved: this phone has no room/),
      expect.stringMatching(/^problem: Failed to clock in or clock out\. Not saved: /),
    ])
  })

  it.each([
    { undo: 'undo', first: 'finish' },
    { undo: 'undo_not_done', first: 'not_done' },
    { undo: 'undo_en_route', first: 'en_route' },
  ] as const)('$undo drops a $first that never left, of this stop and person', async (one) => {
    const { takeBack, addAct } = await open(null)
    goOnline(false)
    await addAct({ worker, kind: one.first, visit: 'another' })
    await addAct({ worker: 'someone-else', kind: one.first, visit: visit.id })
    await addAct({ worker, kind: 'note', visit: visit.id })
    await addAct({ worker, kind: one.first, visit: visit.id })
    await takeBack(visit, worker, one.undo)
    const left = async () =>
      (await (await import('./store.ts')).readActs()).map(
        (act) => `${act.kind} ${act.worker === worker} ${act.visit}`,
      )
    const rest = [
      `${one.first} true another`,
      `${one.first} false ${visit.id}`,
      `note true ${visit.id}`,
    ]
    expect(await left()).toEqual(rest)
    await takeBack(visit, worker, one.undo)
    expect(await left()).toEqual([...rest, `${one.undo} true ${visit.id}`])
  })
})
