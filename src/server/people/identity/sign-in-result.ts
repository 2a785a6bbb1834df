import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceOf } from '../../../domain/messages/push.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import { tellOwner, type AccountMail } from './account-mail.ts'
import { markUsed } from './addresses.ts'
import { html, sayTo } from './page-requests.ts'
import * as pages from './code-pages.ts'
import { byPassword, type Proof } from './sessions.ts'
import type { Account } from './service.ts'
import type { PageOptions } from './options.ts'
import { originOf, type SecurityEvent } from '../../base/security/log.ts'
import { isTicket } from './accounts.ts'

/** The last steps of a sign-in: a second factor if the account has one, then in. */
export function createArrival(options: PageOptions) {
  const { accounts, devices, factors, interactions, publicUrl, log } = options
  const notes = signInNotes(options)

  /**
   * The page must look the same whether or not the mail could be sent, so an error is only logged.
   */
  async function send(request: FastifyRequest, mail: AccountMail): Promise<void> {
    await options
      .sendMail({ ...mail, reading: sayTo(request).locale })
      .catch((fault: unknown) =>
        log.error({ err: fault, template: mail.template }, 'account mail not sent'),
      )
  }

  /** Tells the account's mailbox of a device that has not signed in before. The first one of all is no news. */
  async function recognize(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
  ): Promise<void> {
    const isKnown = devices.knows(request, account.id)
    devices.remember(request, reply, account.id)
    const isFirst = await accounts.markSignedIn(account.id)
    if (isKnown || isFirst) return
    await send(request, {
      to: account.email,
      template: 'device_new',
      data: {
        name: account.name,
        at: new Date().toISOString(),
        ...deviceOf(request.headers['user-agent'] ?? ''),
        url: `${publicUrl}/idp/forgot`,
      },
    })
  }

  /** A device that opened a link from the account's mailbox needs no notice. */
  async function trust(request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
    devices.remember(request, reply, id)
    await accounts.markSignedIn(id)
  }

  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
    { proof, isTrusted, phone = null }: Entering,
  ): Promise<FastifyReply> {
    if (isTrusted) await trust(request, reply, account.id)
    else await recognize(request, reply, account)
    notes.entered(request, account.id, proof, phone)
    if (phone && (await onPlatform(options.store, system, (tx) => markUsed(tx, phone))))
      await tellOwner(options, account, { change: 'number_used', number: phone })
    return reply.redirect(await interactions.complete(request, reply, account.id, proof), 303)
  }

  /**
   * After the password, or a link from the mailbox (`isTrusted`): asks for the second factor if the
   * account has one.
   */
  async function proceed(
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, account, phone = null, isTrusted = false, proof = byPassword }: Proceeding,
  ): Promise<FastifyReply> {
    if (!(await factors.isOn(account.id)))
      return enter(request, reply, account, { proof, isTrusted, phone })
    const step = { account_id: account.id, is_trusted: isTrusted, phone, at: Date.now() }
    await interactions.hold(request, reply, { step })
    return html(
      reply,
      pages.codePage(sayTo(request), uid, await shownFactors(options, uid, account.id)),
    )
  }

  return { send, trust, enter, proceed }
}
/** `phone`: the number a code was sent to; null for every other way in. */
type Entering = { proof: Proof; isTrusted: boolean; phone?: string | null }
type Proceeding = Partial<Entering> & { uid: string; account: Account }
export type Arrival = ReturnType<typeof createArrival>

/** What a page offers an account after its password. */
export async function shownFactors(
  { factors, passkeys }: Pick<PageOptions, 'factors' | 'passkeys'>,
  uid: string,
  account_id: string,
): Promise<pages.Factor> {
  const state = await factors.read(account_id)
  return {
    has_app: state.has_app,
    passkeys: state.passkeys.length ? await passkeys.ask(uid, account_id) : null,
  }
}

type Tried = Pick<SecurityEvent, 'account_id' | 'typed_email' | 'detail'>

/** Whose sign-in was tried: an account, or an address without one. */
export const triedBy = (email: string, known: Account | undefined): Tried =>
  known ? { account_id: known.id } : { account_id: null, typed_email: email }

/** What the pages tell the security log. */
export const signInNotes = ({
  security,
  throttle,
}: Pick<PageOptions, 'security' | 'throttle'>) => ({
  /** `phone`: the number whose code let them in. */
  entered(
    request: FastifyRequest,
    account_id: string,
    { acr, amr }: Proof,
    phone: string | null = null,
  ): void {
    const detail = { acr, amr, ...(phone ? { phone } : {}) }
    security({ event: 'authn_login_success', account_id, detail }, originOf(request))
  },

  failed: (request: FastifyRequest, tried: Tried, factor: string): void =>
    security(
      { event: 'authn_login_fail', outcome: 'failure', ...tried, detail: { factor } },
      originOf(request),
    ),

  /** Once a minute, however often somebody tries. */
  async limited(request: FastifyRequest, tried: Tried): Promise<void> {
    const whose = tried.account_id ?? tried.typed_email
    if (await throttle.within(`note of a limit ${whose} from ${request.ip}`, 1, 60))
      security({ event: 'authn_login_fail_max', outcome: 'failure', ...tried }, originOf(request))
  },

  newPassword: (request: FastifyRequest, account_id: string, token: string): void =>
    security(
      {
        event: 'authn_password_change',
        account_id,
        detail: { with: isTicket(token) ? 'current password' : 'mailbox' },
      },
      originOf(request),
    ),
})
