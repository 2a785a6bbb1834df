import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deriveKey } from '../../base/kit/secrets.ts'

const cookieName = 'idp_device'
/** The longest browsers keep a cookie. */
const cookie_seconds = 400 * 24 * 3600
const mostAccounts = 20

const typedName = 'idp_typed'
/** As long as a sign-in stands for its owner. */
const typed_seconds = 10 * 60

/** Remembers in a signed cookie which accounts have signed in on a device. */
export function createDevices(secret: Buffer, publicUrl: string) {
  const key = deriveKey(secret, 'known devices')
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  /** An account without naming it. */
  const markOf = (account_id: string): string => sign(`account ${account_id}`).slice(0, 16)

  /** What a cookie of ours holds; empty for any other. */
  function readSigned(request: FastifyRequest, name: string, kind: string): string[] {
    const [list = '', signature = ''] = (request.cookies[name] ?? '').split('~')
    const right = Buffer.from(sign(`${kind} ${list}`))
    const given = Buffer.from(signature)
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs && list ? list.split('.') : []
  }
  const marksIn = (request: FastifyRequest) => readSigned(request, cookieName, 'list')

  const keep = (reply: FastifyReply, name: string, value: string, maxAge: number) =>
    void reply.setCookie(name, value, {
      path: '/idp',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      maxAge,
      encode: (text) => text,
    })

  return {
    /** True if this account has signed in on this device before. */
    knows: (request: FastifyRequest, account_id: string): boolean =>
      marksIn(request).includes(markOf(account_id)),

    /** From now on the device is known to this account. */
    remember(request: FastifyRequest, reply: FastifyReply, account_id: string): void {
      const own = markOf(account_id)
      const others = marksIn(request).filter((one) => one !== own)
      const list = [own, ...others].slice(0, mostAccounts).join('.')
      keep(reply, cookieName, `${list}~${sign(`list ${list}`)}`, cookie_seconds)
    },

    /** Notes that somebody has just typed the password of this account here. */
    noteTyped(reply: FastifyReply, account_id: string): void {
      const until = Math.floor(Date.now() / 1000) + typed_seconds
      const held = `${markOf(account_id)}.${until}`
      keep(reply, typedName, `${held}~${sign(`typed ${held}`)}`, typed_seconds)
    },

    /** True if the password of this account was typed in this browser in the last ten minutes. */
    hasTyped(request: FastifyRequest, account_id: string): boolean {
      const [mark, until] = readSigned(request, typedName, 'typed')
      return mark === markOf(account_id) && Number(until) * 1000 > Date.now()
    },
  }
}
export type Devices = ReturnType<typeof createDevices>
