import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEmail, readEmail } from '../../../domain/base/email.ts'
import { signInNotes, type Arrival } from './sign-in-result.ts'
import { linkTo, type MailedLinks } from './mailed-links.ts'
import { formOf, html, limitsOf, queryOf, sayTo, uidOf } from './page-requests.ts'
import * as pages from './pages.ts'
import { weakness } from './passwords.ts'
import { byPassword } from './sessions.ts'
import type { Account } from './service.ts'
import type { PageOptions } from './options.ts'

/** Longer than a letter takes to be queued. */
const evenly_ms = 80

/** A forgotten password: a link by mail, then a new password. */
export class ResetPages {
  #options: PageOptions
  #arrival: Arrival
  #links: MailedLinks
  #may: ReturnType<typeof limitsOf>
  #notes: ReturnType<typeof signInNotes>

  constructor(options: PageOptions, arrival: Arrival, links: MailedLinks) {
    this.#options = options
    this.#arrival = arrival
    this.#links = links
    this.#may = limitsOf(options)
    this.#notes = signInNotes(options)
  }

  async showForgot(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hint = uidOf(request)
      ? (await this.#options.interactions.find(request, reply))?.params['login_hint']
      : undefined
    const email = typeof hint === 'string' ? hint : ''
    return html(reply, pages.forgotPage(sayTo(request), uidOf(request), { email }))
  }

  async forgot(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, outbox } = this.#options
    const { email: typed = '' } = formOf(request)
    const email = readEmail(typed) ?? typed
    const uid = uidOf(request)
    const again = (status: number, fault: pages.Fault) =>
      html(reply, pages.forgotPage(sayTo(request), uid, { email, fault }), status)
    if (!isEmail(email)) return again(422, { fields: { email: sayTo(request).words.validEmail } })
    if (!(await this.#may.mailFrom(request)))
      return again(429, { summary: sayTo(request).words.tooMany })
    const account = await accounts.byEmail(email)
    const mayMail = await this.#may.mail(request, email, account)
    // Takes as long without an account.
    await Promise.all([
      account && !account.disabled_at && mayMail ? this.#sendReset(request, account) : null,
      sleep(evenly_ms),
    ])
    return html(reply, pages.resetSentPage(sayTo(request), uid, { email, outbox }))
  }

  async #sendReset(request: FastifyRequest, { id, email, name }: Account): Promise<void> {
    const token = await this.#options.accounts.makeToken(id, 'reset')
    const url = linkTo(this.#options, 'reset', token, uidOf(request))
    await this.#arrival.send(request, {
      to: email,
      template: 'reset_password',
      data: { name, url },
    })
  }

  async showReset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'reset')
    return account
      ? html(
          reply,
          pages.resetPage(sayTo(request), ix || null, {
            token,
            email: account.email ?? '',
          }),
        )
      : this.#links.spent(request, reply)
  }

  async reset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, factors, interactions, publicUrl, undos } = this.#options
    const { token = '', password = '' } = formOf(request)
    const account = await accounts.holderOf(token, 'reset')
    if (!account) return this.#links.spent(request, reply)
    const { email, name } = account
    const refusal = refuseReset(request, account)
    if (refusal) {
      const shown = { token, email: email ?? '', fault: refusal.fault }
      return html(reply, pages.resetPage(sayTo(request), uidOf(request), shown), refusal.status)
    }
    const undo = await undos.keep(account.id, 'password')
    const id = await accounts.resetPassword(token, password)
    if (!id) return this.#links.spent(request, reply)
    await this.#may.guessed(request, email, account)
    this.#notes.newPassword(request, id, token)
    await this.#arrival.send(request, {
      to: email,
      template: 'password_changed',
      data: { name, url: `${publicUrl}/idp/undo?token=${undo}` },
    })
    const onward = await this.#links.resume(request, reply, account)
    if (onward) return onward
    await this.#arrival.trust(request, reply, id)
    // A link from a mailbox replaces the password, not the second factor.
    if (await factors.isOn(id)) return reply.redirect(`${publicUrl}/login`, 303)
    await interactions.startSession(request, reply, id, byPassword)
    return reply.redirect(`${publicUrl}/login?entered=1`, 303)
  }
}

/** What is wrong with a new password. */
function refuseReset(
  request: FastifyRequest,
  { email, name }: Account,
): { status: number; fault: pages.Fault } | null {
  const { password = '' } = formOf(request)
  const weak = weakness(password, { email: email ?? '', name: name ?? '' })
  return weak
    ? { status: 422, fault: { fields: { password: sayTo(request).words.weak(weak) } } }
    : null
}
