// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  begun_ms,
  business,
  freshPhone,
  goOnline,
  person,
  putAway,
  settle,
  worker,
} from '../../../../test/phone.tsx'
import type { Answers } from '../../../../test/on-screen.tsx'
import type { WaitingPhoto, NewAct } from './store.ts'

// What is not sent yet is said to its person, on every page; to anyone else only how much it is.

let end = () => {}
beforeEach(freshPhone)
afterEach(() => {
  end()
  putAway()
})

const colleague = `0190aaaa-0000-7000-8000-00000000000b.${business}`
const ofOtherBusiness = `${person}.0190aaaa-0000-7000-8000-00000000000c`
/** A stop that was finished on this phone, at this customer. */
const act = (label: string, whose = worker): NewAct => ({
  client_id: `act ${label}`,
  kind: 'finish',
  worker: whose,
  label,
  pressed_ms: begun_ms - 60_000,
  is_tried: false,
})
const photo = (about: string, more: Partial<WaitingPhoto> = {}): WaitingPhoto => ({
  client_id: `photo ${about}`,
  worker,
  visit: 'visit-1',
  about,
  purpose: 'after',
  label: null,
  made_ms: begun_ms - 30_000,
  is_tried: false,
  is_removed: false,
  refusal: null,
  ...more,
})
const bytes = new Uint8Array([1, 2, 3]).buffer

/** Written down before the page was opened. */
async function leave(acts: NewAct[], photos: WaitingPhoto[] = []): Promise<void> {
  const { appendActs } = await import('./store.ts')
  const { writePhoto } = await import('./store.ts')
  await appendActs(acts)
  for (const one of photos) await writePhoto(one, bytes)
}
async function open(part: ReactNode, answers: Answers = {}, me: object = {}) {
  const screen = await import('../../../../test/on-screen.tsx')
  const profile = { id: person, organization_id: business, roles: ['crew_member'], ...me }
  const shown = (
    <>
      <p>Here.</p>
      {part}
    </>
  )
  end = screen.show(shown, { 'GET /api/users/me': profile, ...answers })
  await screen.seen('Here.')
  await settle(400)
  return screen
}
/** In a tunnel. Photos are tried all the same. */
const offline: Answers = {
  'PUT /api/photos/{client_id}': () => Promise.reject(new TypeError('Failed to fetch')),
}
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)
const lines = () => [...document.querySelectorAll('li')].map((one) => one.textContent)

describe('a page of a crew', () => {
  const openPage = async (answers?: Answers, me?: object) => {
    const { default: Unsent } = await import('./Unsent.tsx')
    return open(<Unsent />, answers, me)
  }

  it('says nothing where nothing waits', async () => {
    const { textNow } = await openPage()
    expect(textNow()).toBe('Here.')
  })

  it('says how much waits for a connection: no photo that was refused or removed', async () => {
    goOnline(false)
    await leave(
      [act('Casey'), act('Pat')],
      [
        photo('waiting'),
        photo('refused', { refusal: 'Too late.' }),
        photo('removed', { is_removed: true }),
      ],
    )
    const { textNow } = await openPage(offline)
    expect(textNow()).toContain('2 changes and 1 photo waiting for a connection.')
    expect(lines()).toEqual([])
  })

  it('hears of what is done meanwhile', async () => {
    goOnline(false)
    const { textNow } = await openPage(offline)
    const { addAct } = await import('./outbox.ts')
    const { addPhoto } = await import('./outbox.ts')
    await addAct({ kind: 'finish', worker, visit: 'visit-1' })
    await settle()
    expect(textNow()).toContain('1 change waiting for a connection.')
    await addPhoto(photo('new'), bytes)
    await settle()
    expect(textNow()).toContain('1 change and 1 photo waiting for a connection.')
  })

  it('says that it sends while the server has not answered', async () => {
    await leave([act('Casey')])
    const { textNow } = await openPage({ 'POST /api/crew/commands': () => new Promise(() => {}) })
    expect(textNow()).toBe('Here.Sending…')
  })

  it.each([
    ['the server knows them no longer', 403, {}],
    ['their business is deactivated', 503, { organization: { status: 'inactive' } }],
  ])('lists what waits if %s', async (_, status, me) => {
    await leave([act('Casey Walker')], [photo('Pat Reed'), photo('refused', { refusal: 'No.' })])
    const refused = () => Response.json({ error: 'No', code: 'forbidden' }, { status })
    const answers = {
      'POST /api/crew/commands': refused,
      'PUT /api/photos/{client_id}': refused,
    }
    const { textNow } = await openPage(answers, me)
    expect(textNow()).toContain('1 change and 1 photo on this phone are not sent yet.')
    expect(textNow()).toContain('sent automatically once you have access again')
    expect(lines()).toEqual([
      expect.stringContaining('Casey Walker'),
      expect.stringContaining('Pat Reed'),
    ])
  })

  it('says how much is for their other business, and nothing of a colleague', async () => {
    goOnline(false)
    await leave(
      [act('theirs', colleague), act('elsewhere', ofOtherBusiness)],
      [photo('theirs', { worker: colleague }), photo('elsewhere', { worker: ofOtherBusiness })],
    )
    const { textNow } = await openPage()
    expect(textNow()).toBe(
      'Here.2 changes on this phone are for another business. Switch to it to send them.',
    )
  })
})

describe('a photo that the server refused', () => {
  const openPage = async () => {
    goOnline(false)
    const { default: Unsent } = await import('./Unsent.tsx')
    await leave([], [photo('Pat Reed'), photo('Casey Walker', { refusal: 'The visit is gone.' })])
    return open(<Unsent />, offline)
  }

  it('is the only one of which the page says so, with the reason', async () => {
    await openPage()
    expect(alerts()).toEqual([
      expect.stringContaining('Photo of Casey Walker was not taken: The visit is gone.'),
    ])
  })

  it('goes when its person discards it; the other stays', async () => {
    const { press } = await openPage()
    await press('Discard')
    await settle()
    expect(alerts()).toEqual([])
    const { readPhotos } = await import('./store.ts')
    expect((await readPhotos()).map(({ about }) => about)).toEqual(['Pat Reed'])
  })

  it('can be saved as a file, and stays', async () => {
    const { press } = await openPage()
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await press('Save on this phone')
    await settle()
    expect(saved.mock.calls).toEqual([[expect.objectContaining({ type: 'image/jpeg', size: 3 })]])
    expect(alerts()).toHaveLength(1)
  })
})

describe('for somebody who cannot get in', () => {
  const openPage = async () => {
    const { Cut, Left } = await import('./Left.tsx')
    const { optional } = await import('../../ui/lazy.tsx')
    // They load what they show; once this is there, theirs is.
    const Last = optional(async () => {
      await import('./LeftHere.tsx')
      return () => <p>All is loaded.</p>
    })
    await leave([act('Casey Walker'), act('theirs', colleague)], [photo('Pat Reed')])
    const screen = await open(
      <>
        <section>
          <Left />
        </section>
        <nav>
          <Cut />
        </nav>
        <Last />
      </>,
    )
    await screen.seen('All is loaded.')
    await settle()
  }
  const both = () =>
    ['body section', 'body nav'].map((part) => document.querySelector(part)!.textContent)

  it('a phone of a crew lists what they did, and how much is somebody else’s', async () => {
    const { keepPersonHere } = await import('../../app/person-here.ts')
    keepPersonHere(person, 'account')
    await openPage()
    const [left, cut] = both()
    for (const part of both()) {
      expect(part).toContain('1 change and 1 photo on this phone are not sent yet.')
      expect(part).toContain('1 change of someone else waits on this phone')
      expect(part).not.toContain('theirs')
    }
    expect(left).toContain('once you can sign in here as a crew member again')
    expect(left).not.toContain('Your day is not on this phone.')
    expect(cut).toContain('as soon as there is a connection')
    expect(cut).toContain('Your day is not on this phone.')
    expect(lines()).toHaveLength(4)
  })

  it('says nobody’s but how much, once its person has left', async () => {
    const { forgetPersonHere, keepPersonHere } = await import('../../app/person-here.ts')
    keepPersonHere(person, 'account')
    forgetPersonHere()
    await openPage()
    for (const part of both()) expect(part).toContain('3 changes of someone else wait')
    expect(lines()).toEqual([])
  })

  it('any other device says nothing, not even that a day is missing', async () => {
    await openPage()
    expect(both()).toEqual(['', ''])
  })
})
