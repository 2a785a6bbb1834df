// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { business, freshPhone, pass, person, putAway, settle } from '../../../../test/phone.tsx'

// What a crew's phone fetches ahead, so that its day is there without a connection.

let end = () => {}
beforeEach(() => {
  freshPhone()
  vi.useFakeTimers({
    now: Date.parse('2031-03-07T15:00:00Z'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => {
  end()
  putAway()
})

const photo = (id: string, purpose = 'before') => ({ id, purpose })
const today = '/api/schedule/week?from=2031-03-07&to=2031-03-07'
type Files = ReturnType<typeof photo>[]

/** Opens a page of somebody with these roles; today's only stop has these files, and tomorrow's another. */
async function open(roles: string[], files: Files = [], arePhotosThere = true) {
  const { sampleFor, seen, show } = await import('../../../../test/on-screen.tsx')
  const { calls } = await import('../../../api/calls.ts')
  const pictures = await import('../seen-pictures.ts')
  const { useMe } = await import('../me.ts')
  const { default: KeepHere } = await import('./KeepHere.tsx')
  const week = sampleFor(calls['GET /api/schedule/week'].ok)
  const withFiles = (of: Files) => {
    const visits = week.visits.map((visit) => ({
      ...visit,
      files: of.map((one) => ({ ...visit.files[0], ...one })),
    }))
    return Response.json({ ...week, visits })
  }
  const Page = () => <p>Here: {useMe().id}</p>
  const parts = (
    <>
      <Page />
      <KeepHere />
    </>
  )
  end = show(parts, {
    'GET /api/users/me': {
      id: person,
      organization_id: business,
      organization_timezone: 'America/New_York',
      roles,
    },
  })
  const others = fetch
  const read: string[] = []
  const answer = async (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    const call = pathname + search
    read.push(call)
    if (pathname === '/api/schedule/week')
      return withFiles(call === today ? files : [photo('of-tomorrow')])
    if (!pathname.startsWith('/api/photos/')) return others(url, init)
    if (!arePhotosThere) throw new TypeError('Failed to fetch')
    const headers = { 'content-type': 'image/webp' }
    return new Response(new Uint8Array([1, 2, 3, 4]), { headers })
  }
  const listen = () => vi.stubGlobal('fetch', answer)
  listen()
  await seen('Here:')
  await settle()
  return {
    pictures,
    listen,
    /** What was read since this was last asked. */
    read: () => read.splice(0).filter((call) => !/users\/me|config/.test(call)),
  }
}

const days = [
  today,
  '/api/schedule/week?from=2031-03-08&to=2031-03-08',
  '/api/schedule/week?from=2031-03-09&to=2031-03-09',
  // The third day, a Sunday, is in another week.
  '/api/schedule/week?from=2031-03-02&to=2031-03-08',
  '/api/schedule/week?from=2031-03-09&to=2031-03-15',
]
const others = [
  '/api/owner/my-organization',
  '/api/crew/shifts/current',
  '/api/crew/team',
  '/api/products',
  '/api/crew/services',
]
const ofLeaders = ['/api/owner/customer-requests', '/api/crew/customers']
const small = (id: string) => `/api/photos/${id}?size=small`

describe('the days ahead', () => {
  it.each([
    ['crew_member', [...days, ...others]],
    ['crew_leader', [...days, ...others, ...ofLeaders]],
    ['crew_owner', [...days, ...others, ...ofLeaders]],
  ])('of a %s are fetched after the first screen, with the other screens', async (role, all) => {
    const { read } = await open([role])
    expect(read()).toEqual([])
    await pass(4000)
    await settle(600)
    expect(read()).toEqual(all)
  })

  it('are fetched again every five minutes, as long as the page is there', async () => {
    const { listen, read } = await open(['crew_member'])
    await pass(4000)
    await settle(600)
    read()
    await vi.advanceTimersByTimeAsync(300_000)
    await settle(600)
    expect(read()).toEqual(expect.arrayContaining([...days, '/api/crew/services']))
    end()
    listen()
    await vi.advanceTimersByTimeAsync(300_000)
    await settle(600)
    expect(read()).toEqual([])
  })
})

describe('the photos of today', () => {
  it('are kept small; signatures and what the phone has are not fetched', async () => {
    const files = [photo('one'), photo('signed', 'signature'), photo('had'), photo('two', 'after')]
    const { pictures, read } = await open(['crew_member'], files)
    await pictures.keepPicture('had', new ArrayBuffer(9), 'image/jpeg')
    await pass(4000)
    await settle(600)
    expect(read().filter((call) => call.includes('photos'))).toEqual([small('one'), small('two')])
    expect([...(await pictures.keptPictures())].toSorted()).toEqual(['had', 'one', 'two'])
    expect(await pictures.readPicture('one')).toMatchObject({ size: 4, type: 'image/webp' })
    expect(await pictures.readPicture('had')).toMatchObject({ size: 9 })
  })

  it('are at most forty at a time', async () => {
    const files = Array.from({ length: 41 }, (_, index) => photo(`photo-${index}`))
    const { pictures } = await open(['crew_member'], files)
    await pass(4000)
    await settle(3000)
    const kept = await pictures.keptPictures()
    expect(kept.size).toBe(40)
    expect(kept.has('photo-40')).toBe(false)
  })

  it('that do not come stop no other answer', async () => {
    const { pictures, read } = await open(['crew_member'], [photo('one'), photo('two')], false)
    await pass(4000)
    await pass(10_000)
    const calls = read()
    expect(calls).toContain(small('one'))
    expect(calls).not.toContain(small('two'))
    expect(calls).toContain('/api/crew/services')
    expect((await pictures.keptPictures()).size).toBe(0)
  })
})
