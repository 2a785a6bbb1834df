import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  messageKinds,
  type MessageKind,
  type Switched,
} from '../src/domain/messages/message-kinds.ts'
import { inOrgAll, system } from '../src/server/base/db/door.ts'
import { seal } from '../src/server/base/kit/codes.ts'
import { unsubscribeUrl, switchingOf } from '../src/server/messages/links.ts'
import { readReach } from '../src/server/messages/recipient.ts'
import { tell } from '../src/server/messages/tell.ts'
import { headerOf, openMailServer } from './mail-server.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  mail = await openMailServer()
  open = await openWorld({ SMTP_URL: mail.url })
})
afterAll(async () => {
  await open?.close()
  mail?.close()
})

type Off = Switched
const org = () => open.world.green.id
const noah = () => open.world.green.customers['noah']!.id
const pathFor = (id: string, off: Off, as: 'customer' | 'person' = 'customer') =>
  unsubscribeUrl({ organization_id: org(), as, id, switch: off })!.replace(/^https?:\/\/[^/]+/, '')
const post = (path: string, body = 'List-Unsubscribe=One-Click', type?: string) =>
  fetch(`${open.url}${path}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'content-type': type ?? 'application/x-www-form-urlencoded' },
  })
const stateOf = async (id: string) => {
  const row = await open.row<
    Record<'offers' | 'reminders' | 'invoice_email', boolean> & { notices_off: string[] }
  >(
    'select promotions_off_at is not null as offers, not reminder_opt_in as reminders, not invoice_email_opt_in as invoice_email, notices_off from customers where id = $1',
    [id],
  )
  const { notices_off, ...plain } = row
  const off = Object.entries(plain).flatMap(([name, isOff]) => (isOff ? [name] : []))
  return new Set<string>([...off, ...notices_off])
}

describe('one click', () => {
  const his = ['offers', 'reminders', 'invoice_email', 'email_general', 'billing_alerts'] as const

  it.each(his)('turns off %s, and nothing else, however often', async (off) => {
    const id = noah()
    const before = await stateOf(id)
    expect(before.has(off)).toBe(false)
    for (const _ of [1, 2]) {
      const answer = await post(pathFor(id, off))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await stateOf(id)).toEqual(new Set([...before, off]))
    const audited = await open.rows(
      "select after from audit where action = 'messages.switched_off' and entity_id = $1 and after->>'switch' = $2",
      [id, off],
    )
    expect(audited).toHaveLength(1)
    expect((await post(`${pathFor(id, off)}/undo`)).status).toBe(200)
    expect(await stateOf(id)).toEqual(before)
  })

  it('is taken as a form of several parts and without a body too', async () => {
    const id = noah()
    const form =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--'
    const path = pathFor(id, 'reminders')
    expect((await post(path, form, 'multipart/form-data; boundary=x')).status).toBe(200)
    expect(await stateOf(id)).toContain('reminders')
    expect((await post(`${path}/undo`, '')).status).toBe(200)
    expect(await stateOf(id)).not.toContain('reminders')
  })

  it('takes the links of older letters, which ended offers', async () => {
    const id = noah()
    const token = seal(open.app.secret, `${org()} ${id}`)
    expect((await post(`/api/public/unsubscribe/${token}`)).status).toBe(200)
    expect(await stateOf(id)).toEqual(new Set(['offers']))
    await post(`/api/public/unsubscribe/${token}/undo`)
  })

  it('turns off what somebody who works there is sent', async () => {
    const { id } = await open.row<{ id: string }>(
      "select id from people where email = 'manager@green-acres.example'",
    )
    const prefs = async () =>
      (
        await open.row<{ notification_prefs: object }>(
          'select notification_prefs from people where id = $1',
          [id],
        )
      ).notification_prefs
    const before = await prefs()
    const path = pathFor(id, 'email_general', 'person')
    expect((await post(path)).status).toBe(200)
    expect(await prefs()).toEqual({ ...before, email_general: false })
    await post(`${path}/undo`)
    expect(await prefs()).toEqual({ ...before, email_general: true })
  })

  it.each(['offers x', 'nothing', 'always'])('404 for a link that names %s', async (name) => {
    const id = noah()
    const token = seal(open.app.secret, `${org()} customer ${id} ${name.split(' ')[0]}x`)
    expect((await post(`/api/public/unsubscribe/${token}`)).status).toBe(404)
  })

  it('404 for a link we did not make, for any change of one we did', async () => {
    const id = noah()
    const path = pathFor(id, 'offers')
    const before = await stateOf(id)
    for (let at = path.length - 1; at > path.length - 40; at -= 3) {
      const other = path[at] === 'A' ? 'B' : 'A'
      // The last characters of base64 may carry bits that mean nothing.
      if (at > path.length - 3) continue
      expect((await post(path.slice(0, at) + other + path.slice(at + 1))).status).toBe(404)
    }
    expect((await post('/api/public/unsubscribe/forged')).status).toBe(404)
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('the page', () => {
  it('asks, changes nothing by itself, and then shows the way back, in the reader’s language', async () => {
    const id = noah()
    const path = pathFor(id, 'reminders')
    const show = async () => (await fetch(`${open.url}${path}`)).text()
    expect(await show()).toContain('Receive no more visit reminders from Green Acres Lawn Care?')
    expect(await stateOf(id)).not.toContain('reminders')
    await post(path)
    expect(await show()).toContain('Switch on again')
    await open.rows("update customers set locale = 'es' where id = $1", [id])
    expect(await show()).toContain('Recordatorios de visitas de Green Acres Lawn Care')
    await post(`${path}/undo`)
    expect(await show()).toContain('¿Desea dejar de recibir recordatorios de visitas')
    await open.rows('update customers set locale = null where id = $1', [id])
  })

  it('what a letter’s link switched off shows in the account, which can switch it on', async () => {
    const { id, email } = await open.row<{ id: string; email: string }>(
      'select c.id, p.email from customers c join people p on p.id = c.person_id where c.organization_id = $1 and exists (select 1 from memberships m where m.customer_id = c.id) limit 1',
      [org()],
    )
    const ana = await open.as(email)
    const shown = async () => (await ana('GET /api/users/me')).body.notification_prefs.email_general
    expect(await shown()).toBe(true)
    await post(pathFor(id, 'email_general'))
    expect(await shown()).toBe(false)
    await ana('PUT /api/users/update-me', { body: { notification_prefs: { email_general: true } } })
    expect(await shown()).toBe(true)
    expect(await stateOf(id)).not.toContain('email_general')
  })
})

describe('letters', () => {
  const kinds = Object.keys(messageKinds) as MessageKind[]
  const facts = { organization_id: 'o', customer_id: 'c', person_id: 'p' }

  it.each(kinds)('%s has a link if it can be switched off', (template) => {
    const off = messageKinds[template].switch
    const link = switchingOf({ template, ...facts })
    expect(link?.switch ?? 'always').toBe(off)
  })

  it('that must be sent have none', async () => {
    await inOrgAll(open.app.store, org(), system, async (tx) => {
      const to = (await readReach(tx, [noah()])).get(noah())!
      const { organization } = to
      const amounts = { invoice_number: 1, total_cents: 100, refund_cents: 100 }
      const data = { organization, ...amounts, url: 'https://app.example.com' }
      await tell(tx, to, { kind: 'refund_issued', data })
    })
    const refund = await open.until(
      async () => mail.letters.find((one) => headerOf(one, 'Subject')?.includes('efund')),
      'the refund letter',
    )
    expect(headerOf(refund, 'List-Unsubscribe')).toBeNull()
    expect(headerOf(refund, 'Auto-Submitted')).toBe('auto-generated')
  })

  it('that can be switched off name the address to post to', async () => {
    const id = noah()
    const path = pathFor(id, 'email_general')
    await open.app.mail.send({
      id: '019f0000-0000-7000-8000-000000000001',
      to: 'noah@mail.example',
      subject: 'Moved',
      text: 'Moved',
      html: null,
      unsubscribe_url: `https://app.example.com${path}`,
      is_automatic: true,
    })
    const letter = mail.letters.find((one) => headerOf(one, 'Subject') === 'Moved')!
    expect(letter).toMatch(/^List-Unsubscribe: <https:/m)
    expect(headerOf(letter, 'List-Unsubscribe')?.replaceAll(' ', '')).toBe(
      `<https://app.example.com${path}>`,
    )
    expect(headerOf(letter, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  })
})
