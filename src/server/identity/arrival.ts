import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceOf } from '../../domain/push.ts'
import { onPlatform, system } from '../db/door.ts'
import type { AccountMail } from './account-mail.ts'
import type { Account } from './accounts.ts'
import { markUsed } from './addresses.ts'
import { tellOwner } from './own-letters.ts'
import { html, sayTo } from './page-requests.ts'
import type { PageOptions } from './page-routes.ts'
import * as pages from './second-step-pages.ts'
import { shownFactors } from './second-step.ts'
import { byPassword, type Proof } from './sessions.ts'
import { signInNotes } from './sign-in-notes.ts'

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
