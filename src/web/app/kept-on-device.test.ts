// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesUnder, isTest, read } from '../../../test/source.ts'

// What a phone that several people use keeps, and for whom.

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const now = Date.parse('2031-03-04T15:00:00Z')
const visit = 'visit-1'
const act = (worker: string, more: object = {}) => ({
  client_id: crypto.randomUUID(),
  kind: 'finish' as const,
  worker,
  pressed_ms: Date.now(),
  is_tried: false,
  ...more,
})
const picture = new Uint8Array([1, 2, 3]).buffer

/** The modules of a page that was just opened on this phone: what is stored is all they know. */
async function openPage() {
  vi.resetModules()
  const [answers, gate, pictures, outbox, keys, here, recent, cache] = await Promise.all([
    import('./kept-answers.ts'),
    import('./kept-gate-codes.ts'),
    import('./seen-pictures.ts'),
    import('../shared/outbox/store.ts'),
    import('./sending-keys.ts'),
    import('./person-here.ts'),
    import('./command/recent.ts'),
    import('./query-client.ts'),
  ])
  return { answers, gate, pictures, outbox, keys, here, recent, ...cache }
}
type Page = Awaited<ReturnType<typeof openPage>>

/** Lets the database of the tests answer; it counts in turns, not in time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((done) => setImmediate(done))
}

const seen = ['GET /api/crew/customers']
async function keepDay(page: Page, whose: string): Promise<void> {
  page.queryClient.setQueryData(seen, [{ name: 'Casey Walker' }])
  page.answers.keepAnswers(whose)
  vi.advanceTimersByTime(1000)
  await settle()
}
async function openDay(whose: string | null): Promise<unknown> {
  const page = await openPage()
  const restoring = page.answers.restoreAnswers(whose)
  await settle()
  await restoring
  return page.queryClient.getQueryData(seen)
}

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('indexedDB', new IDBFactory())
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const storages = { localStorage, sessionStorage }
/** From now on, nothing more fits into the browser's storage. */
function fillDisk(): void {
  for (const [name, storage] of Object.entries(storages))
    vi.stubGlobal(
      name,
      new Proxy(storage, {
        get(of, key) {
          const value: unknown = Reflect.get(of, key)
          if (key !== 'setItem') return typeof value === 'function' ? value.bind(of) : value
          return () => {
            throw new DOMException('full', 'QuotaExceededError')
          }
        },
      }),
    )
}
function emptyDisk(): void {
  for (const [name, storage] of Object.entries(storages)) vi.stubGlobal(name, storage)
}

type Store = {
  /** Keeps something as Ann. */
  keep: (page: Page) => unknown
  /** What a page opened by this person can show or send of it; empty if nothing. */
  shows: (page: Page, whose: 'ann' | 'bob') => unknown
}
/** Every module that stores what belongs to one person. */
const ofOnePerson: Record<string, Store> = {
  'src/web/app/kept-answers.ts': {
    keep: (page) => keepDay(page, 'ann'),
    shows: (_, whose) => openDay(whose),
  },
  'src/web/app/kept-gate-codes.ts': {
    keep: ({ gate }) =>
      gate.keepGateCodes('ann', {
        day: '2031-03-04',
        ends_at: new Date(now + 9 * hour_ms).toISOString(),
        codes: [{ visit, gate_code: '4711' }],
      }),
    shows: ({ gate }, whose) => gate.keptGateCode(whose, visit),
  },
  'src/web/shared/outbox/store.ts': {
    keep: ({ outbox }) => outbox.appendActs([act('ann.org')]),
    shows: async ({ outbox }, whose) =>
      (await outbox.readActs()).filter((one) => outbox.isBy(whose, one)),
  },
  'src/web/shared/outbox/store.ts: photos': {
    keep: ({ outbox }) =>
      outbox.writePhoto(
        {
          client_id: 'photo-1',
          worker: 'ann.org',
          visit,
          about: 'Casey Walker, Mowing',
          purpose: 'after',
          label: null,
          made_ms: now,
          is_tried: false,
          is_removed: false,
          refusal: null,
        },
        picture,
      ),
    shows: async ({ outbox }, whose) =>
      (await outbox.readPhotos()).filter((one) => outbox.isBy(whose, one)),
  },
  'src/web/app/sending-keys.ts': {
    keep: ({ keys }) =>
      keys.writeKey({ worker: 'ann.org', key: 'secret', expires_ms: now + day_ms }),
    shows: async ({ keys, outbox }, whose) =>
      (await keys.readKeys()).filter((one) => outbox.isBy(whose, one)),
  },
  'src/web/app/person-here.ts': {
    keep({ here }) {
      here.keepPersonHere('ann', 'account-ann')
      here.forgetPersonHere()
    },
    shows: ({ here }, whose) => here.personHere(`account-${whose}`),
  },
  'src/web/app/command/recent.ts': {
    keep: ({ recent }) => recent.remember('ann', 'customer:1'),
    shows: ({ recent }, whose) => recent.recentOf(whose),
  },
  // Ids of pictures come with the answers of who may see them; another person's answers delete them all.
  'src/web/app/seen-pictures.ts': {
    async keep(page) {
      await page.pictures.keepPicture('picture-1', picture, 'image/jpeg')
      await keepDay(page, 'ann')
    },
    async shows(_, whose) {
      await openDay(whose)
      return [...(await (await openPage()).pictures.keptPictures())]
    },
  },
}
const perTab = 'ends with the tab'
const noPerson = 'names nobody'
/** The others, and why the next person may find them. */
const ofAnyone: Record<string, string> = {
  'src/web/app/app-worker.ts': noPerson,
  'src/web/app/auth.ts': 'the sign-in itself, which a sign-out ends; the rest names nobody',
  'src/web/app/kept-flag.ts': noPerson,
  'src/web/landing.ts': perTab,
  'src/web/app/locale-here.ts': 'the language of this device, as on a shared computer',
  'src/web/main.tsx': noPerson,
  'src/web/app/sign-in-journey.ts': 'which way someone signs in; names nobody',
  'src/web/app/start-sign-in.ts': 'a sign-in under way, for a quarter of an hour',
  'src/web/app/stored-session.ts': 'only reads the sign-in itself',
  'src/web/office/messages/chosen-customers.ts': `${perTab}; holds ids only`,
  'src/web/office/needs/first-steps.ts': perTab,
  'src/web/office/needs/FirstSteps.tsx': perTab,
  'src/web/office/needs/queries.ts': perTab,
  'src/web/shared/outbox/outbox.ts': 'only reads what an earlier version kept, and moves it',
  'src/web/app/push-here.ts': 'ended by a sign-out',
  'src/web/crew/stop-form.ts': `${perTab}, and is found by its worker only`,
  'src/web/app/home/Home.tsx': 'which kind of page opens first',
  'src/web/app/server-time.ts': noPerson,
  'src/web/ui/shell-key.ts': noPerson,
  'src/web/shared/wizard/draft.ts': perTab,
  'src/web/shared/wizard/finish-later.ts': 'a code that the owner got by mail, used once',
  'src/web/shared/wizard/finished.ts': perTab,
  'src/web/shared/wizard/place.ts': 'the sign-up of a household, opened by its own link',
  'src/web/shared/wizard/trial.ts': perTab,
}

describe('the stores of this device', () => {
  const stores =
    /\bkeepHere\(|\bkeepInTab\(|\bopenTables\(|\bindexedDB\.open\(|Storage\.(?:set|get)Item\(/
  const isHelper = (file: string) => /src\/web\/app\/(?:local|tables)\.ts$/.test(file)

  it('are all known here', () => {
    const found = filesUnder('src/web').filter(
      (file) => /\.tsx?$/.test(file) && !isTest(file) && !isHelper(file) && stores.test(read(file)),
    )
    const known = Object.keys({ ...ofOnePerson, ...ofAnyone }).map((name) => name.split(':')[0]!)
    expect([...new Set(known)].toSorted()).toEqual(
      found.filter((file) => file !== 'src/web/app/shell/UserMenu.tsx').toSorted(),
    )
  })

  it('are written by the helpers that bear a full disk', () => {
    const direct = filesUnder('src/web').filter(
      (file) =>
        !isTest(file) &&
        !['src/web/app/local.ts', 'src/web/landing.ts'].includes(file) &&
        /Storage\.setItem\(/.test(read(file)),
    )
    expect(direct).toEqual([])
  })
})

describe.each(Object.entries(ofOnePerson))('%s', (_, { keep, shows }) => {
  it('shows one person’s to them alone', async () => {
    await keep(await openPage())
    expect(await shows(await openPage(), 'ann')).toEqual(expect.anything())
    expect((await shows(await openPage(), 'ann')) as ArrayLike<unknown>).not.toHaveLength(0)
    expect((await shows(await openPage(), 'bob')) ?? []).toHaveLength(0)
  })

  it('bears a phone without room', async () => {
    fillDisk()
    const page = await openPage()
    // Acts, photos and keys say that they were not kept; their callers tell the person.
    const kept = await Promise.resolve(keep(page)).then(
      () => true,
      () => false,
    )
    expect(kept).toBe(true)
  })
})

describe('the day kept for a crew', () => {
  it('is deleted, not only hidden, once somebody else opens the phone', async () => {
    await keepDay(await openPage(), 'ann')
    expect(await openDay('bob')).toBeUndefined()
    expect(await openDay('ann')).toBeUndefined()
  })

  it('is deleted by a sign-out, with pictures, codes and the mark that something is kept', async () => {
    const page = await openPage()
    const { areAnswersKept } = await import('./kept-flag.ts')
    await ofOnePerson['src/web/app/kept-gate-codes.ts']!.keep(page)
    await page.pictures.keepPicture('picture-1', picture, 'image/jpeg')
    await keepDay(page, 'ann')
    expect(areAnswersKept()).toBe(true)
    const clearing = page.answers.clearAnswers()
    await settle()
    await clearing
    expect(areAnswersKept()).toBe(false)
    expect(await openDay('ann')).toBeUndefined()
    const next = await openPage()
    expect([...(await next.pictures.keptPictures())]).toEqual([])
    expect(next.gate.keptGateCode('ann', visit)).toBeNull()
  })

  it.each([
    ['after 72 hours', 72 * hour_ms, true],
    ['a minute before 14 days are over', 14 * day_ms - 60_000, true],
    ['after 14 days', 14 * day_ms + 2000, false],
  ])('%s', async (_, later_ms, isShown) => {
    await keepDay(await openPage(), 'ann')
    vi.setSystemTime(now + later_ms)
    expect((await openDay('ann')) !== undefined).toBe(isShown)
    // What is too old is gone for good.
    vi.setSystemTime(now + hour_ms)
    expect((await openDay('ann')) !== undefined).toBe(isShown)
  })

  it('is not written where nobody would delete it', async () => {
    fillDisk()
    await keepDay(await openPage(), 'ann')
    emptyDisk()
    expect(await openDay('ann')).toBeUndefined()
  })
})

describe('an act', () => {
  it('of an earlier version of the app joins the line', async () => {
    const old = [{ id: visit, date: '2031-03-04', label: 'Casey Walker', worker: 'ann.org' }]
    localStorage.setItem('fieldhive.waiting.unsent.ann.org', JSON.stringify(old))
    vi.resetModules()
    const { actLine } = await import('../shared/outbox/outbox.ts')
    await actLine.known
    expect(actLine.now()).toMatchObject([{ kind: 'finish', visit, worker: 'ann.org' }])
    expect(localStorage).toHaveLength(0)
  })

  it('that cannot be written is refused to who pressed, and nothing waits', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    vi.resetModules()
    const { addAct, countWaiting } = await import('../shared/outbox/outbox.ts')
    await expect(addAct({ kind: 'finish', worker: 'ann.org' })).rejects.toThrow('full')
    expect(countWaiting()).toBe(0)
  })
})

describe('gate codes', () => {
  it.each([
    ['a minute before the day ends', 9 * hour_ms - 60_000, '4711'],
    ['once the day has ended', 9 * hour_ms, null],
    ['with the clock set back', -2 * 60_000, null],
  ])('%s', async (_, later_ms, shown) => {
    await ofOnePerson['src/web/app/kept-gate-codes.ts']!.keep(await openPage())
    vi.setSystemTime(now + later_ms)
    expect((await openPage()).gate.keptGateCode('ann', visit)).toBe(shown)
  })

  it('go when there is no room for those that remain', async () => {
    const page = await openPage()
    await ofOnePerson['src/web/app/kept-gate-codes.ts']!.keep(page)
    fillDisk()
    page.gate.keepOnlyGateCodesOf([])
    emptyDisk()
    expect((await openPage()).gate.keptGateCode('ann', visit)).toBeNull()
  })
})

describe('what the service worker sends without a page', () => {
  type Sent = { url: string; key: string }
  /** Wakes it once, with this answer to everything; returns what it sent, and its failure. */
  async function wake(
    answer: (body: { commands: { client_id: string }[] } | null) => Response,
    visible = false,
  ): Promise<{ sent: Sent[]; failed: boolean }> {
    vi.resetModules()
    const sent: Sent[] = []
    let work: Promise<unknown> = Promise.resolve()
    const listen = vi.spyOn(globalThis, 'addEventListener')
    vi.stubGlobal('clients', {
      matchAll: async () => (visible ? [{ visibilityState: 'visible' }] : []),
    })
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { request: async (_: string, run: () => Promise<void>) => run() },
    })
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const { authorization = '' } = init.headers as Record<string, string>
      sent.push({ url: url.split('?')[0]!, key: authorization })
      return answer(typeof init.body === 'string' ? JSON.parse(init.body) : null)
    })
    await import('../shared/outbox/background.ts')
    const onSync = listen.mock.calls.findLast(([type]) => type === 'sync')![1] as (
      one: object,
    ) => void
    const { wakeTag } = await import('./sending-keys.ts')
    onSync({ tag: wakeTag, waitUntil: (given: Promise<unknown>) => (work = given) })
    const failed = await work.then(
      () => false,
      () => true,
    )
    return { sent, failed }
  }
  const results = (of: (at: number) => string) => (body: { commands: object[] } | null) =>
    Response.json({
      answers: (body?.commands ?? []).map((one, at) => ({ ...one, result: of(at) })),
    })
  const keepKeyOf = async (worker: string, expires_ms = now + day_ms) => {
    const { keys, outbox } = await openPage()
    await keys.writeKey({ worker, key: `key of ${worker}`, expires_ms })
    await outbox.appendActs([act(worker), act(worker)])
  }
  const waiting = async () => (await (await openPage()).outbox.readActs()).map((one) => one.worker)

  it('goes by the key of its own worker, and leaves the line once it is done', async () => {
    await keepKeyOf('ann.org')
    const { outbox } = await openPage()
    await outbox.appendActs([act('bob.org')])
    const { sent } = await wake(results(() => 'done'))
    expect(sent).toEqual([{ url: '/api/crew/commands', key: 'Bearer key of ann.org' }])
    expect(await waiting()).toEqual(['bob.org'])
  })

  it('stays if a person has to read what became of it', async () => {
    await keepKeyOf('ann.org')
    await wake(results((at) => (at === 0 ? 'kept' : 'done')))
    expect(await waiting()).toEqual(['ann.org'])
  })

  it.each([
    ['500', true, 1],
    ['429', true, 1],
    ['401', false, 0],
    ['403', false, 0],
    ['422', false, 1],
  ])('stays after a %s', async (status, failed, keysLeft) => {
    await keepKeyOf('ann.org')
    const answer = await wake(() => new Response(null, { status: Number(status) }))
    expect(answer.failed).toBe(failed)
    const page = await openPage()
    expect(await page.keys.readKeys()).toHaveLength(keysLeft)
    const left = await page.outbox.readActs()
    expect(left.map((one) => one.is_tried)).toEqual([true, true])
  })

  it('is left to a page in use, and to a key that is not over', async () => {
    await keepKeyOf('ann.org', now)
    expect((await wake(results(() => 'done'))).sent).toEqual([])
    await keepKeyOf('ann.org')
    expect(
      (
        await wake(
          results(() => 'done'),
          true,
        )
      ).sent,
    ).toEqual([])
    expect(await waiting()).toHaveLength(4)
  })

  it('has its photo sent once', async () => {
    const page = await openPage()
    await ofOnePerson['src/web/shared/outbox/store.ts: photos']!.keep(page)
    await page.keys.writeKey({ worker: 'ann.org', key: 'k', expires_ms: now + day_ms })
    const refused = await wake(() => new Response(null, { status: 503 }))
    expect(refused.failed).toBe(true)
    expect(await (await openPage()).outbox.readPhotos()).toMatchObject([{ is_tried: true }])
    const { sent } = await wake(() => new Response(null, { status: 200 }))
    expect(sent.map(({ url }) => url)).toEqual(['/api/photos/photo-1'])
    const next = await openPage()
    expect(await next.outbox.readPhotos()).toEqual([])
    expect(await next.outbox.readPhotoBytes('photo-1')).toBeUndefined()
  })
})
