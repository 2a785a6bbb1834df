import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dailyCaps } from '../src/domain/messages/message.ts'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { sendAccountMail } from '../src/server/messages/account-mail.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
  const plan = 'update organizations set subscription_status = $1 where id = $2'
  await open.rows(plan, ['trialing', open.world.bright.id])
  await open.rows(plan, ['active', open.world.green.id])
  for (const [who, name, phone_number] of [
    ['owner@green-acres.example', 'Green One', '919-555-0161'],
    ['owner@bright-side.example', 'Bright One', '919-555-0162'],
    ['owner@bright-side.example', 'Bright Two', '919-555-0163'],
  ] as const) {
    const body = { name, phone_number }
    await (
      await open.as(who)
    )('POST /api/owner/crew-members', { body })
    await open.rows(
      `insert into idp_address (kind, address, account_id, how) select 'phone', $1, id, 'code' from idp_account where name = $2`,
      [`+1${phone_number.replaceAll('-', '')}`, name],
    )
  }
})
afterAll(() => open?.close())

const [green, bright, brightToo] = ['+19195550161', '+19195550162', '+19195550163'] as const
const code = (to: string, by: 'sms' | 'email' = 'sms') =>
  sendAccountMail(open.app.store, {
    to,
    ...(by === 'sms' ? { by } : {}),
    template: 'sign_in_code',
    data: { name: null, code: '123456', host: 'localhost', url: 'http://localhost:3000/' },
  })
const codesOf = (recipient: string) =>
  open.rows<{ went: boolean; reason: string | null; n: number }>(
    `select status <> 'refused' as went, reason, count(*)::int as n from messages
     where template = 'sign_in_code' and recipient = $1 group by 1, 2 order by 1 desc`,
    [recipient],
  )
/** As if these codes had been texted on the account of a business an hour ago. */
const texted = (business: string, n: number) =>
  open.rows(
    `insert into messages (channel, template, category, recipient, text, status, locale, data, texted_for, created_at)
     select 'sms', 'sign_in_code', 'account', '+19195559999', '', 'sent', 'en', '{}', $1, now() - interval '1 hour' from generate_series(1, $2::int)`,
    [business, n],
  )
const told = (business: string) =>
  open.rows<{ subject: string; text: string }>(
    `select subject, text from messages where template = 'code_texts_full' and organization_id = $1`,
    [business],
  )

describe('codes by text', () => {
  it('are counted for the business, also when they come at once, and end with its day', async () => {
    const { trial_code_texts: most } = dailyCaps
    await texted(open.world.bright.id, most - 4)
    await Promise.all([...Array(6).keys()].map((n) => code(n % 2 ? bright : brightToo)))
    const sent = [...(await codesOf(bright)), ...(await codesOf(brightToo))]
    const sum = (went: boolean) =>
      sent.filter((one) => one.went === went).reduce((all, { n }) => all + n, 0)
    expect([sum(true), sum(false)]).toEqual([4, 2])
    expect(sent.find(({ went }) => !went)?.reason).toBe('daily_cap')
    // A day later there are codes again.
    await open.rows(
      `update messages set created_at = created_at - interval '1 day' where texted_for = $1`,
      [open.world.bright.id],
    )
    await code(bright)
    expect((await codesOf(bright)).find(({ went }) => went)!.n).toBeGreaterThan(1)
  })

  it('of one business take nothing from another, which on a plan has more', async () => {
    await texted(open.world.green.id, dailyCaps.code_texts - 1)
    await code(green)
    await code(green)
    expect(await codesOf(green)).toEqual([
      { went: true, reason: null, n: 1 },
      { went: false, reason: 'daily_cap', n: 1 },
    ])
    // Mail costs nothing.
    await code('crew@green-acres.example', 'email')
    expect((await codesOf('crew@green-acres.example'))[0]).toMatchObject({ went: true, n: 1 })
  })

  it('to somebody of two businesses go on the account of the one with room', async () => {
    await open.rows(
      `insert into memberships (organization_id, person_id, role, status) select $2, i.person_id, 'payee', 'active'
       from idp_address s join person_identities i on i.subject = s.account_id::text where s.address = $1`,
      [green, open.world.bright.id],
    )
    await code(green)
    expect(
      await open.rows(
        `select texted_for from messages where recipient = $1 and status <> 'refused' order by id desc limit 1`,
        [green],
      ),
    ).toEqual([{ texted_for: open.world.bright.id }])
  })

  it('tell the office once a day that they ended, and never show it a code', async () => {
    const { id } = open.world.green
    await open.until(async () => (await told(id)).length > 0, 'the office is told')
    const before = await told(id)
    expect(before[0]).toMatchObject({ subject: 'No more sign-in codes by text today' })
    expect(before[0]!.text).toContain(`more than ${dailyCaps.code_texts} sign-in codes`)
    await jobHandlers['code-texts.full'](open.app, { organization_id: id })
    expect(await told(id)).toEqual(before)
    const owner = await open.as('owner@green-acres.example')
    const log = JSON.stringify((await owner('GET /api/owner/messages')).body)
    expect(log).not.toContain('123456')
  })
})
