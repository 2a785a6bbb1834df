// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  begun_ms,
  canWake,
  freshPhone,
  goOnline,
  look,
  mayPersist,
  openCrewPage,
  othersSend,
  pass,
  person,
  putAway,
  settle,
  worker,
  type CrewPage,
  type Reached,
  type Server,
} from '../../../../test/phone.tsx'

// What a crew did on the road reaches the server once, in order, or waits where its person can see it.

const commands = 'POST /api/crew/commands'
const day_ms = 86_400_000
let page: CrewPage
const open = async (server: Server, me?: object) => (page = await openCrewPage(server, me))
beforeEach(freshPhone)
afterEach(() => {
  page?.end()
  putAway()
})

const finish = (visit: string, more: object = {}) =>
  page.outbox.addAct({ kind: 'finish', worker, visit, ...more })
/** Acts that were written down before the page was opened. */
async function leave(count: number, from = 0): Promise<void> {
  const { appendActs } = await import('./store.ts')
  await appendActs(
    Array.from({ length: count }, (_, index) => ({
      client_id: `act-${from + index}`,
      kind: 'finish',
      worker,
      visit: `visit-${from + index}`,
      pressed_ms: Date.now() - 60_000,
      is_tried: false,
    })),
  )
}
/** A server that takes everything. */
const taking: Server = ({ body }) => ({
  body: {
    ok: true,
    answers: body.commands.map(({ client_id }: { client_id: string }) => ({
      client_id,
      result: 'done',
      reason: null,
      message: null,
    })),
  },
})
const visitsOf = ({ body }: Reached) => body.commands.map((one) => one.visit ?? one.kind)
const waiting = async () => (await page.store.readActs()).map(({ visit }) => visit)

describe('acts', () => {
  it('go in order, twenty at once, and leave the line when they are answered', async () => {
    await leave(21)
    await open(taking)
    await settle()
    const sent = page.sent(commands)
    expect(sent.map((one) => visitsOf(one).length)).toEqual([20, 1])
    expect(sent.flatMap(visitsOf)).toEqual(Array.from({ length: 21 }, (_, n) => `visit-${n}`))
    expect(sent[0]!.body.worker).toBe(worker)
    expect(await waiting()).toEqual([])
    expect(page.seen).toEqual({ maySend: true, isUnderWay: true, isRefused: false })
  })

  it('say how long they waited, and nothing that is only of this phone', async () => {
    await leave(1)
    await open(taking)
    const [command] = page.sent(commands)[0]!.body.commands
    expect(command).toEqual({
      client_id: 'act-0',
      kind: 'finish',
      visit: 'visit-0',
      at: new Date(begun_ms - 60_000).toISOString(),
      waited_ms: 60_000,
    })
  })

  it('go as soon as they are pressed, and those of a colleague stay', async () => {
    await open(taking)
    await page.store.appendActs([
      {
        client_id: 'theirs',
        kind: 'finish',
        worker: 'bob.org',
        visit: 'theirs',
        pressed_ms: begun_ms,
        is_tried: false,
      },
    ])
    await finish('mine')
    await settle()
    expect(page.sent(commands).map(visitsOf)).toEqual([['mine']])
    expect(await waiting()).toEqual(['theirs'])
  })

  it('are not for the browser to delete, which is asked with each; it may refuse', async () => {
    const asked = mayPersist()
    await open(taking)
    expect(asked).toEqual([])
    await finish('one')
    await settle()
    expect(asked).toEqual(['persist'])
    expect(page.sent(commands)).toHaveLength(1)
  })

  it('are answered before they leave the line, so that a page shows what comes of them', async () => {
    await open(taking)
    const told: unknown[] = []
    const forget = page.sending.onAnswered(async (answered) => {
      told.push([answered.map(({ act, answer }) => [act.visit, answer.result]), await waiting()])
    })
    await finish('one')
    await settle()
    forget()
    await finish('two')
    await settle()
    expect(told).toEqual([[[['one', 'done']], ['one']]])
  })

  it('are marked before they are sent: the server may have one whose answer was lost', async () => {
    const marks: boolean[] = []
    await open(async () => {
      marks.push(...(await page.store.readActs()).map(({ is_tried }) => is_tried))
      return null
    })
    await finish('one')
    await settle()
    expect(marks).toEqual([true])
    expect(await waiting()).toEqual(['one'])
    expect(await page.outbox.dropAct(() => true)).toBe(false)
  })

  it('wait without a mark while there is no connection, and go once there is', async () => {
    await open(taking)
    goOnline(false)
    await finish('one')
    await settle()
    expect(page.sent(commands)).toEqual([])
    expect((await page.store.readActs()).map(({ is_tried }) => is_tried)).toEqual([false])
    expect(page.seen.isUnderWay).toBe(false)
    goOnline(true)
    await settle()
    expect(page.sent(commands).map(visitsOf)).toEqual([['one']])
    expect(page.seen.isUnderWay).toBe(true)
  })

  it('are tried after 1, 2, 4 … 30 seconds while the server does not answer', async () => {
    let isDown = true
    await open((reached) => (isDown ? { status: 503 } : taking(reached)))
    await finish('one')
    await pass(62_000)
    const at = page.sent(commands).map(({ at_ms }) => at_ms)
    const seconds = at.slice(1).map((ms, index) => Math.round((ms - at[index]!) / 1000))
    expect(seconds).toEqual([1, 2, 4, 8, 16, 30])
    expect(page.seen.isUnderWay).toBe(false)
    isDown = false
    await pass(30_000)
    expect(await waiting()).toEqual([])
    expect(page.seen.isUnderWay).toBe(true)
    // The next failure begins with one second again.
    isDown = true
    const before = page.sent(commands).length
    await finish('two')
    await settle()
    await pass(1000)
    expect(page.sent(commands)).toHaveLength(before + 2)
  })

  it.each([401, 403])(
    'are not tried again after %i, until their person acts or looks',
    async (status) => {
      let isIn = false
      await open((reached) => (isIn ? taking(reached) : { status }))
      const profiles = () => page.sent('GET /api/users/me').length
      const asked = profiles()
      await finish('one')
      await pass(120_000)
      // Signing in again is asked once more before it is believed.
      const tries = page.sent(commands).length
      expect(tries).toBeLessThanOrEqual(2)
      await pass(600_000)
      expect(page.sent(commands)).toHaveLength(tries)
      expect(page.seen.isRefused).toBe(true)
      expect(profiles()).toBeGreaterThan(asked)
      isIn = true
      look(false)
      await settle()
      expect(page.sent(commands)).toHaveLength(tries)
      look(true)
      await settle()
      expect(await waiting()).toEqual([])
      expect(page.seen.isRefused).toBe(false)
    },
  )

  it('are no longer said to be refused once the server takes some, while the rest goes', async () => {
    let isIn = false
    let takes: () => void = () => {}
    await leave(21)
    await open(async (reached) => {
      if (!isIn) return { status: 403 }
      if (reached.body.commands.length === 1) await new Promise<void>((done) => (takes = done))
      return taking(reached)
    })
    expect(page.seen.isRefused).toBe(true)
    isIn = true
    goOnline(true)
    await settle()
    expect(await waiting()).toEqual(['visit-20'])
    expect(page.seen.isRefused).toBe(false)
    takes()
    await settle()
    expect(await waiting()).toEqual([])
  })

  it.each([422, 413])(
    'go one by one after %i, and the one that cannot be read goes as text',
    async (status) => {
      await leave(3)
      await open((reached) =>
        visitsOf(reached).includes('visit-1') ? { status } : taking(reached),
      )
      expect(page.sent(commands).map(visitsOf)).toEqual([
        ['visit-0', 'visit-1', 'visit-2'],
        ['visit-0'],
        ['visit-1', 'visit-2'],
        ['visit-1'],
        ['unreadable'],
        ['visit-2'],
      ])
      const [unreadable] = page.sent(commands)[4]!.body.commands
      expect(unreadable).toMatchObject({ client_id: 'act-1', kind: 'unreadable' })
      expect(JSON.parse(unreadable!.text!)).toMatchObject({ visit: 'visit-1', kind: 'finish' })
      expect(await waiting()).toEqual([])
    },
  )

  it('stay where the server said nothing about them', async () => {
    await open(async (reached) => {
      const { body } = (await taking(reached)) as { body: { ok: boolean; answers: object[] } }
      return { body: { ...body, answers: body.answers.slice(0, 1) } }
    })
    goOnline(false)
    await finish('one')
    await finish('two')
    await settle()
    goOnline(true)
    await settle()
    expect(page.sent(commands).map(visitsOf)).toEqual([['one', 'two'], ['two']])
    expect(await waiting()).toEqual([])
  })

  it('count as not sent if no answer is about them', async () => {
    await open(() => ({ body: { ok: true, answers: [] } }))
    await finish('one')
    await settle()
    expect(page.sent(commands)).toHaveLength(1)
    expect(page.seen.isUnderWay).toBe(false)
    await pass(1000)
    expect(page.sent(commands)).toHaveLength(2)
  })

  it('are left to the other page that sends, and asked about 300 ms later', async () => {
    await open(taking)
    othersSend(true)
    await finish('one')
    await settle()
    expect(page.sent(commands)).toEqual([])
    expect(page.seen.isUnderWay).toBe(true)
    othersSend(false)
    await pass(299)
    expect(page.sent(commands)).toEqual([])
    await pass(1)
    expect(page.sent(commands)).toHaveLength(1)
  })

  it('stay on the phone while the business is deactivated', async () => {
    await open(taking, { organization: { status: 'inactive' } })
    expect(page.seen.maySend).toBe(false)
    await finish('one')
    goOnline(true)
    look(true)
    await pass(60_000)
    expect(page.sent(commands)).toEqual([])
    expect(await waiting()).toEqual(['one'])
  })

  it('are sent by nobody once the page is gone', async () => {
    let isDown = true
    await open((reached) => (isDown ? null : taking(reached)))
    await finish('one')
    await settle()
    const before = page.sent(commands).length
    page.end()
    isDown = false
    goOnline(true)
    look(true)
    await pass(60_000)
    expect(page.sent(commands)).toHaveLength(before)
  })

  it('wait since the page could send, if they were pressed on it before', async () => {
    await open(taking)
    const act = (pressed_ms: number) => ({ pressed_ms }) as never
    const { waitsSince } = page.sending
    expect(waitsSince(act(begun_ms - 50_000), begun_ms - 20_000)).toBe(begun_ms - 50_000)
    expect(waitsSince(act(begun_ms - 10_000), begun_ms - 20_000)).toBe(begun_ms)
    expect(waitsSince(act(begun_ms + 70_000), begun_ms - 20_000)).toBe(begun_ms + 70_000)
  })
})

describe('sending without a page', () => {
  const key = 'POST /api/crew/sending-key'
  const made: Server = () => ({
    body: { ok: true, key: 'k2', expires_at: new Date(begun_ms + 3 * day_ms).toISOString() },
  })
  const here = () => localStorage.setItem('fieldhive.kept-app', '1')

  it('is prepared three seconds after the page is there, where the browser can', async () => {
    here()
    canWake()
    await open(made)
    await pass(2999)
    expect(page.sent(key)).toEqual([])
    await pass(1)
    expect(page.sent(key)).toHaveLength(1)
    expect(await page.keys.readKeys()).toEqual([
      { worker, key: 'k2', expires_ms: begun_ms + 3 * day_ms },
    ])
  })

  it.each([
    ['the application is not kept', () => canWake()],
    ['the browser cannot be woken', here],
  ])('is not if %s', async (_, prepare) => {
    prepare()
    await open(made)
    await pass(5000)
    expect(page.sent(key)).toEqual([])
  })

  it.each([
    ['the key holds for more than two days', 2 * day_ms + 60_000, worker, 0],
    ['it ends within two days', 2 * day_ms - 60_000, worker, 1],
    ['the key is a colleague’s', 3 * day_ms, 'bob.org', 1],
  ])('takes a new key only when needed: %s', async (_, left_ms, whose, times) => {
    here()
    canWake()
    const { writeKey } = await import('../../app/sending-keys.ts')
    await writeKey({ worker: whose, key: 'k1', expires_ms: begun_ms + left_ms })
    await open(made)
    await pass(3000)
    expect(page.sent(key)).toHaveLength(times)
  })

  it('is asked of the browser with each act', async () => {
    const asked = canWake()
    await open(taking)
    expect(asked).toEqual([])
    await finish('one')
    await settle()
    expect(asked).toEqual(['fieldhive.outbox'])
  })
})

it('a person who works for two businesses sends only what is of this one', async () => {
  await open(taking, { organization_id: '0190aaaa-0000-7000-8000-000000000009' })
  await finish('of the other business')
  await settle()
  expect(page.sent(commands)).toEqual([])
  expect(worker.startsWith(person)).toBe(true)
})
