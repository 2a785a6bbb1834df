import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDeadLink } from '../src/server/dead-links.ts'
import { hashCode } from '../src/server/base/kit/codes.ts'
import { openWorld, type OpenWorld } from './world.ts'

// Pages and calls that anyone who has their address can open.

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

const secret = 'k3Jx9QmZ0aBcDeFgHiJkLm'
describe('no search engine keeps', () => {
  it.each([
    `/pay/${secret}`,
    `/card/${secret}`,
    `/agree/${secret}`,
    `/signup/${secret}`,
    `/invite/accept?code=${secret}`,
    `/admin/owner-onboard/${secret}`,
    `/api/public/pay/${secret}`,
    `/api/public/unsubscribe/${secret}`,
  ])('%s', async (path) => {
    const { headers } = await fetch(open.url + path)
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })

  it('but it may keep what is for everybody', async () => {
    for (const path of ['/api/public/config', '/signup/org/green-acres'])
      expect((await fetch(open.url + path)).headers.get('x-robots-tag')).toBeNull()
  })
})

describe('a dead secret', () => {
  it.each([
    `/api/public/pay/${secret}`,
    `/api/public/card/${secret}`,
    `/api/public/consent/${secret}`,
    `/api/public/signup/${secret}`,
    `/api/public/invitations/${secret}`,
    `/api/public/owner-onboard/${secret}`,
    `/api/public/unsubscribe/${secret}`,
  ])('404 GET %s', async (path) => {
    expect((await fetch(open.url + path)).status).toBe(404)
  })

  it.each([
    '/pay/',
    '/card/',
    '/agree/',
    '/signup/',
    '/admin/owner-onboard/',
    '/invite/accept?code=',
    '/invite/accept?lang=es&code=',
  ])('is known behind the page %s', async (page) => {
    expect(await isDeadLink(open.app, page + secret)).toBe(true)
  })

  it('is an invitation that was used or revoked, and not one that waits', async () => {
    const owner = await open.as('owner@green-acres.example')
    const email = 'new-one@mail.example'
    await owner('POST /api/owner/invitations', { body: { email, role: 'manager' } })
    const { text } = await open.row<{ text: string }>(
      'select text from messages where recipient = $1',
      [email],
    )
    const page = /\/invite\/accept\?code=\w+/.exec(text)![0]
    expect(await isDeadLink(open.app, page)).toBe(false)
    await open.rows("update invitations set status = 'revoked' where email = $1", [email])
    expect(await isDeadLink(open.app, page)).toBe(true)
  })

  it('is told from one that works, and from pages without any', async () => {
    const pay = async (expires: string) => {
      await open.rows(
        `update invoices set pay_token_hash = $1, pay_token_expires_at = now() + $2::interval
         where id = (select id from invoices where organization_id = $3 and doc <> 'draft' order by id limit 1)`,
        [hashCode(secret), expires, open.world.green.id],
      )
      return isDeadLink(open.app, `/pay/${secret}`)
    }
    expect(await pay('1 day')).toBe(false)
    expect(await pay('-1 day')).toBe(true)
    for (const page of ['/signup/org/green-acres', '/invite/accept', '/app', '/pay'])
      expect(await isDeadLink(open.app, page)).toBe(false)
  })
})
