import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deriveKey } from '../secrets.ts'

const cookieName = 'idp_device'
/** The longest browsers keep a cookie. */
const cookie_seconds = 400 * 24 * 3600
const mostAccounts = 20

/** Remembers in a signed cookie which accounts have signed in on a device. */
export function createDevices(secret: Buffer, publicUrl: string) {
  const key = deriveKey(secret, 'known devices')
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  /** An account without naming it. */
  const markOf = (account_id: string): string => sign(`account ${account_id}`).slice(0, 16)

  function marksIn(request: FastifyRequest): string[] {
    const [list = '', signature = ''] = (request.cookies[cookieName] ?? '').split('~')
    const right = Buffer.from(sign(`list ${list}`))
    const given = Buffer.from(signature)
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs && list ? list.split('.') : []
  }

  return {
    /** True if this account has signed in on this device before. */
    knows: (request: FastifyRequest, account_id: string): boolean =>
      marksIn(request).includes(markOf(account_id)),

    /** From now on the device is known to this account. */
    remember(request: FastifyRequest, reply: FastifyReply, account_id: string): void {
      const own = markOf(account_id)
      const others = marksIn(request).filter((one) => one !== own)
      const list = [own, ...others].slice(0, mostAccounts).join('.')
      void reply.setCookie(cookieName, `${list}~${sign(`list ${list}`)}`, {
        path: '/idp',
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
        maxAge: cookie_seconds,
        encode: (text) => text,
      })
    },
  }
}
export type Devices = ReturnType<typeof createDevices>
