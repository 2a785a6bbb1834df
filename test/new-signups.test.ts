import { describe, expect, it } from 'vitest'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { address, code, customersOf, open, openSignups, owner, visitor } from './signup-bed.ts'

openSignups()

const wishes = {
  services_selected: [{ key: 'mowing', price_cents: 4500 }],
  available_days: ['mon', 'wed'],
}
const sendForm = (name: string, email: string) =>
  visitor('POST /api/public/signup/{code}', {
    params: { code },
    body: { name, email, phone_number: '(919) 555-0171', ...address, ...wishes },
  })
const begin = async (email: string) =>
  (await visitor('POST /api/public/signup/{code}/lead', { params: { code }, body: { email } })).body
    .lead_token
const told = (kind: string, about: string) =>
  open.rows(
    "select * from messages where template = $1 and status <> 'refused' and (text like '%' || $2 || '%' or recipient = $2) order by recipient",
    [kind, about],
  )
const untilTold = (kind: string, about: string) =>
  open.until(async () => {
    const rows = await told(kind, about)
    return rows.length ? rows : null
  }, `${kind} about ${about}`)
const signups = async (who = owner) => (await who('GET /api/owner/signups')).body
const finishedOf = async (email: string) =>
  (await signups()).finished.find((one) => one.email === email)

describe('a finished sign-up', () => {
  it('by the simple form tells the office at once and answers its customer', async () => {
    await sendForm('Fay Form', 'fay.form@mail.example')
    const mails = (await untilTold('signup_new', 'Fay Form')).filter(
      ({ channel }) => channel === 'email',
    )
    expect(mails.map(({ recipient }) => recipient)).toContain('owner@green-acres.example')
    const [customer] = await customersOf('fay.form@mail.example')
    for (const part of [
      'Services: Mowing',
      'Days: Mon, Wed',
      'Card on file: Not yet',
      'Phone: (919) 555-0171',
      `/app/customers/${customer!.id}`,
    ])
      expect(mails[0]!.text).toContain(part)
    expect(await told('signup_finished', 'fay.form@mail.example')).toMatchObject([
      { customer_id: customer!.id, channel: 'email' },
    ])
  })

  it('answers somebody already known here at the address they typed, and links the office to them', async () => {
    const [known] = await customersOf('harper.nguyen@mail.example')
    await sendForm('Harper Again', 'harper.nguyen@mail.example')
    const [mail] = await untilTold('signup_new', 'Harper Again')
    expect(mail!.text).toContain(`/app/customers/${known!.id}`)
    expect(await told('signup_finished', 'harper.nguyen@mail.example')).toHaveLength(1)
  })

  it('does not let anyone flood a mailbox', async () => {
    for (let times = 0; times < 5; times++) await sendForm('Flo Flood', 'flo.flood@mail.example')
    expect(await told('signup_finished', 'flo.flood@mail.example')).toHaveLength(3)
  })

  it('by the wizard waits for its last question, then tells of the card once', async () => {
    const email = 'wanda.wizard@mail.example'
    const lead_token = await begin(email)
    await visitor('POST /api/public/signup/{code}', {
      params: { code },
      body: { email, lead_token, name: 'Wanda Wizard', ...address, ...wishes },
    })
    await open.app.identity!.createAccount({
      email,
      name: null,
      password: 'fieldhive-demo',
      email_verified: true,
    })
    const wanda = await open.as(email)
    await wanda('POST /api/users/signup/claim', { body: { lead_token } })
    const { id } = (await customersOf(email))[0]!
    await open.rows(
      "with saved as (insert into payment_methods (organization_id, id, customer_id, type, status) values ($2, 'pm_wanda', $1, 'card', 'active') returning id) update customers set default_payment_method_id = (select id from saved) where id = $1",
      [id, open.world.green.id],
    )
    expect(await told('signup_new', 'Wanda Wizard')).toEqual([])
    for (let twice = 0; twice < 2; twice++)
      await wanda('PATCH /api/users/signup/finish', { body: { phone_number: '9195550172' } })
    const mails = (await untilTold('signup_new', 'Wanda Wizard')).filter(
      ({ recipient, channel }) => channel === 'email' && recipient === 'owner@green-acres.example',
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Card on file: Yes')
  })

  it('stands on the dashboard until the office opens it', async () => {
    await sendForm('Dan Door', 'dan.door@mail.example')
    const one = await finishedOf('dan.door@mail.example')
    expect(one).toMatchObject({
      name: 'Dan Door',
      services: ['Mowing'],
      days: 'Mon, Wed',
      has_card_on_file: false,
    })
    const params = { id: one!.customer_id }
    expect((await owner('POST /api/owner/customers/{id}/signup-seen', { params })).body.id).toBe(
      one!.customer_id,
    )
    expect(await finishedOf('dan.door@mail.example')).toBeUndefined()
    const crew = await open.as('crew@green-acres.example')
    expect((await crew('GET /api/owner/signups')).status).toBe(403)
  })

  it('stands there no longer once the office has converted it', async () => {
    await sendForm('Dee Door', 'dee.door@mail.example')
    const { customer_id: id } = (await finishedOf('dee.door@mail.example'))!
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id },
      body: { status: 'active' },
    })
    expect(await finishedOf('dee.door@mail.example')).toBeUndefined()
  })
})

describe('an unfinished sign-up', () => {
  const leave = async (email: string, hours: number) => {
    const lead_token = await begin(email)
    await visitor('PATCH /api/public/signup/{code}/lead/services', {
      params: { code },
      body: { email, lead_token, services_selected: wishes.services_selected },
    })
    await open.rows(
      'update signup_leads set updated_at = now() - make_interval(hours => $2) where email = $1',
      [email, hours],
    )
    return lead_token
  }
  const look = () => jobHandlers['signups.unfinished'](open.app, {})

  it('is told to the office once after a day, and listed until it is finished', async () => {
    await leave('una.late@mail.example', 25)
    await leave('ned.now@mail.example', 23)
    for (let twice = 0; twice < 2; twice++) await look()
    const mails = (await told('signup_unfinished', 'una.late@mail.example')).filter(
      ({ recipient, channel }) => channel === 'email' && recipient === 'owner@green-acres.example',
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Services: Mowing')
    expect(await told('signup_unfinished', 'ned.now@mail.example')).toEqual([])
    const listed = async () => (await signups()).unfinished.map((one) => one.email)
    expect(await listed()).toEqual(['una.late@mail.example'])
    await sendForm('Una Late', 'una.late@mail.example')
    expect(await listed()).toEqual([])
  })
})
