import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { headerOf, openMailServer } from './mail-server.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let mail: Awaited<ReturnType<typeof openMailServer>>
let admin: Caller
beforeAll(async () => {
  mail = await openMailServer()
  open = await openWorld({ SMTP_URL: mail.url })
  admin = await open.as('admin@fieldhive.example')
})
afterAll(async () => {
  await open?.close()
  mail?.close()
})
beforeEach(async () => {
  await open.rows(
    `update people set notification_prefs = notification_prefs || '{"product_updates": false}'`,
  )
})

const news = { subject: 'Routes on a map', text: 'See the day on a map.\n\nOpen Schedule, Map.' }
const spanish = { subject_es: 'Rutas en un mapa', text_es: 'Vea el día en un mapa.' }
const write = (body: BodyFor<'POST /api/admin/product-updates'> = news) =>
  admin('POST /api/admin/product-updates', { body })
const change = (id: string, body: BodyFor<'PUT /api/admin/product-updates/{id}'>) =>
  admin('PUT /api/admin/product-updates/{id}', { params: { id }, body })
const send = (id: string, version = 1) =>
  admin('POST /api/admin/product-updates/{id}/send', { params: { id }, body: { version } })
const shown = async (id: string) =>
  (await admin('GET /api/admin/product-updates')).body.updates.find(
    (one: { id: string }) => one.id === id,
  )
const draft = async (body = news): Promise<string> => (await write(body)).body.update.id

const dana = 'owner@green-acres.example'
const mona = 'manager@green-acres.example'
/** Somebody ticks the box in their account. */
const choose = async (email: string, product_updates = true) =>
  expect(
    await (
      await open.as(email)
    )('PUT /api/users/update-me', { body: { notification_prefs: { product_updates } } }),
  ).toMatchObject({ status: 200 })
const idOf = async (email: string): Promise<string> =>
  (await open.row<{ id: string }>('select id from people where email = $1', [email])).id
const lettersOf = (id: string) =>
  open.rows<{ recipient: string; text: string; status: string }>(
    'select recipient, status, reason, organization_id, subject, text from messages where product_update_id = $1 order by recipient',
    [id],
  )
/** Sent to its end. */
const goneOut = (id: string) =>
  open.until(async () => {
    const one = await shown(id)
    return one!.state === 'sent' && one!.waiting === 0 && one
  }, 'the update to go out')
/** The letter of an update that reached somebody's mailbox. */
const received = (email: string, subject: string) =>
  open.until(
    async () =>
      mail.letters.find(
        (one) => headerOf(one, 'To')?.includes(email) && headerOf(one, 'Subject') === subject,
      ),
    `the letter to ${email}`,
  )

describe('Account, Notifications', () => {
  it('nobody gets product updates who has not chosen them', async () => {
    const owner = await open.as(dana)
    const prefs = async () => (await owner('GET /api/users/me')).body.notification_prefs
    const before = await prefs()
    expect(before.product_updates).toBe(false)
    await choose(dana)
    expect(await prefs()).toEqual({ ...before, product_updates: true })
  })
})

describe('a draft', () => {
  it('is kept with its letters, changed and deleted', async () => {
    await choose(dana)
    const { status, body } = await write({ ...news, ...spanish })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      people: 1,
      update: { ...news, ...spanish, state: 'draft', version: 1, people: 0, sent_at: null },
    })
    expect(body.letters.map(({ locale }: { locale: string }) => locale)).toEqual(['en', 'es'])
    expect(body.letters[0]).toMatchObject({ subject: news.subject })
    expect(body.letters[0]!.html).toContain('Fieldhive')
    expect(body.letters[0]!.html).toContain('Stop product updates')
    expect(body.letters[1]!.html).toContain('Vea el día en un mapa.')
    expect(body.letters[1]!.html).toContain('No recibir más novedades del producto')
    const { id } = body.update
    const changed = await change(id, { ...news, subject: 'Maps', version: 1 })
    expect(changed.body).toMatchObject({
      update: { subject: 'Maps', text_es: null, version: 2 },
      letters: [{ locale: 'en', subject: 'Maps' }],
    })
    const remove = () => admin('DELETE /api/admin/product-updates/{id}', { params: { id } })
    expect((await remove()).status).toBe(200)
    expect(await shown(id)).toBeUndefined()
    expect((await remove()).status).toBe(404)
  })

  it.each([
    ['subject', { subject: ' ' }, 'Enter a subject'],
    ['text', { text: '' }, 'Enter the text'],
    ['subject_es', { text_es: 'Hola' }, 'Enter the Spanish subject too'],
    ['text_es', { subject_es: 'Hola' }, 'Enter the Spanish text too'],
  ])('422 %s', async (field, over, message) =>
    expect(await write({ ...news, ...over })).toMatchObject({
      status: 422,
      body: { fields: { [field]: message } },
    }),
  )

  it('409 update_changed, with an older version of it on screen', async () => {
    await choose(dana)
    const id = await draft()
    await change(id, { ...news, subject: 'Maps', version: 1 })
    for (const answer of [await change(id, { ...news, version: 1 }), await send(id, 1)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'update_changed' } })
    expect(await lettersOf(id)).toEqual([])
  })

  it('409 nobody_chose', async () =>
    expect(await send(await draft())).toMatchObject({
      status: 409,
      body: { code: 'nobody_chose' },
    }))
})

describe('a test', () => {
  it('goes to the administrator alone, in each language', async () => {
    await choose(dana)
    const id = await draft({ ...news, ...spanish, subject: 'Just a try' })
    const test = await admin('POST /api/admin/product-updates/{id}/test', { params: { id } })
    expect(test.body).toEqual({ sent_to: 'admin@fieldhive.example' })
    await received('admin@fieldhive.example', 'Test: Just a try')
    await received('admin@fieldhive.example', 'Prueba: Rutas en un mapa')
    expect(await lettersOf(id)).toEqual([])
    expect(await shown(id)).toMatchObject({ state: 'draft' })
  })

  it('409 message_not_allowed, to an address that takes no mail', async () => {
    const id = await draft()
    await open.rows("update people set email_verified_at = null where email like 'admin@%'")
    expect(
      await admin('POST /api/admin/product-updates/{id}/test', { params: { id } }),
    ).toMatchObject({ status: 409, body: { code: 'message_not_allowed' } })
    await open.rows("update people set email_verified_at = now() where email like 'admin@%'")
  })
})

describe('sending', () => {
  it('reaches those who chose it and no one else, from the platform, and is written down', async () => {
    await choose(dana)
    await choose(mona)
    await open.rows("update people set locale = 'es-US' where email = $1", [mona])
    const id = await draft({ ...news, ...spanish })
    expect(await send(id)).toMatchObject({ status: 200, body: { update: { people: 2 } } })
    expect(await goneOut(id)).toMatchObject({ sent: 2, failed: 0, refused: 0, unsubscribed: 0 })
    expect(await lettersOf(id)).toMatchObject([
      { recipient: mona, status: 'sent', organization_id: null, subject: 'Rutas en un mapa' },
      { recipient: dana, status: 'sent', organization_id: null, subject: 'Routes on a map' },
    ])
    const letter = await received(dana, 'Routes on a map')
    expect(headerOf(letter, 'From')).toBe('Fieldhive <hello@fieldhive.example>')
    expect(headerOf(letter, 'Reply-To')).toBeNull()
    expect(letter).not.toContain('Green Acres')
    expect(headerOf(letter, 'List-Unsubscribe')).toContain('/api/public/unsubscribe/')
    expect(headerOf(letter, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const acts = (await admin('GET /api/admin/audit')).body.entries
    expect(acts).toContainEqual(
      expect.objectContaining({
        action: 'product_update.sent',
        person: expect.objectContaining({ id: await idOf('admin@fieldhive.example') }),
      }),
    )
    await open.rows("update people set locale = 'en-US' where email = $1", [mona])
  })

  it('in English to somebody who reads Spanish, if it is written in English alone', async () => {
    await choose(mona)
    await open.rows("update people set locale = 'es-US' where email = $1", [mona])
    const id = await draft()
    await send(id)
    await goneOut(id)
    const { text } = (await lettersOf(id))[0]!
    expect(text).toContain('because you chose product updates')
    await open.rows("update people set locale = 'en-US' where email = $1", [mona])
  })

  it.each([
    ['is closed', "update people set status = 'inactive' where email = $1"],
    ['is not proven', 'update people set email_verified_at = null where email = $1'],
    [
      'gives mail back',
      "insert into message_blocks (channel, address, reason) values ('email', $1, 'bounced')",
    ],
  ])('counts nobody whose account or mailbox %s', async (_, statement) => {
    await choose(dana)
    await choose(mona)
    await open.rows(statement, [mona])
    const { body } = await write()
    expect(body.people).toBe(1)
    await send(body.update.id)
    await goneOut(body.update.id)
    expect(await lettersOf(body.update.id)).toMatchObject([{ recipient: dana }])
    await open.rows(
      "update people set status = 'active', email_verified_at = now() where email = $1",
      [mona],
    )
    await open.rows('delete from message_blocks where address = $1', [mona])
  })

  it('happens once, however often and at the same time it is pressed', async () => {
    await choose(dana)
    const id = await draft()
    const answers = await Promise.all([send(id), send(id), send(id)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('update_sent')
    await goneOut(id)
    const again = () => jobHandlers['product-update.send'](open.app, { update_id: id })
    await Promise.all([again(), again()])
    expect(await lettersOf(id)).toHaveLength(1)
  })

  it('a second run of a part writes no second letter', async () => {
    await choose(dana)
    const id = await draft()
    await send(id)
    await goneOut(id)
    await open.rows("update product_updates set state = 'sending', next_index = 0 where id = $1", [
      id,
    ])
    await jobHandlers['product-update.send'](open.app, { update_id: id })
    expect(await lettersOf(id)).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ state: 'sent', sent: 1 })
  })

  it('409 update_sent: what was sent stays as it is, whatever the server tries', async () => {
    await choose(dana)
    const id = await draft()
    await send(id)
    await goneOut(id)
    for (const answer of [
      await change(id, { ...news, subject: 'Other', version: 1 }),
      await admin('DELETE /api/admin/product-updates/{id}', { params: { id } }),
      await send(id),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'update_sent' } })
    expect(await shown(id)).toMatchObject(news)
  })

  it('not to somebody who switches it off, or whose account is closed, while it waits', async () => {
    await choose(dana)
    await choose(mona)
    const id = await draft()
    const ids = [await idOf(dana), await idOf(mona)]
    await open.rows(
      "update product_updates set state = 'sending', sent_at = now(), person_ids = $2 where id = $1",
      [id, ids],
    )
    await choose(dana, false)
    await open.rows("update people set status = 'inactive' where email = $1", [mona])
    await jobHandlers['product-update.send'](open.app, { update_id: id })
    expect(await lettersOf(id)).toMatchObject([
      { recipient: mona, status: 'refused', reason: 'archived' },
      { recipient: dana, status: 'refused', reason: 'switched_off' },
    ])
    expect(await shown(id)).toMatchObject({ people: 2, sent: 0, refused: 2 })
    await open.rows("update people set status = 'active' where email = $1", [mona])
  })
})

describe('the link in the letter', () => {
  const linkOf = (text: string) => /\/api\/public\/unsubscribe\/[\w-]+/.exec(text)![0]
  const post = (path: string) =>
    fetch(`${open.url}${path}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const show = async (path: string) => (await fetch(`${open.url}${path}`)).text()
  const prefs = async () =>
    (await (await open.as(dana))('GET /api/users/me')).body.notification_prefs

  it('turns off product updates and nothing else; the next one does not come', async () => {
    await choose(dana)
    await choose(mona)
    const before = await prefs()
    const first = await draft()
    await send(first)
    await goneOut(first)
    const letters = await lettersOf(first)
    const path = linkOf(letters.find(({ recipient }) => recipient === dana)!.text)
    const page = await show(path)
    expect(page).toContain('Receive no more product updates from Fieldhive?')
    expect(page).toContain('noindex')
    expect(await prefs()).toEqual(before)
    for (const _ of [1, 2]) expect((await post(path)).status).toBe(200)
    expect(await prefs()).toEqual({ ...before, product_updates: false })
    expect(await shown(first)).toMatchObject({ sent: 2, unsubscribed: 1 })
    const second = await draft()
    expect((await send(second)).body.update.people).toBe(1)
    await goneOut(second)
    expect(await lettersOf(second)).toMatchObject([{ recipient: mona }])

    expect(await show(path)).toContain('Switch on again')
    expect((await post(`${path}/undo`)).status).toBe(200)
    expect(await prefs()).toEqual(before)
    expect(await shown(first)).toMatchObject({ unsubscribed: 0 })
  })

  it('speaks its reader’s language', async () => {
    await choose(dana)
    const id = await draft()
    await send(id)
    await goneOut(id)
    const { text } = (await lettersOf(id))[0]!
    await open.rows("update people set locale = 'es-US' where email = $1", [dana])
    expect(await show(linkOf(text))).toContain(
      '¿Desea dejar de recibir novedades del producto de Fieldhive?',
    )
    await open.rows("update people set locale = 'en-US' where email = $1", [dana])
  })
})
