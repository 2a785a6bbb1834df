import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEmail } from '../../domain/contact.ts'
import { personName } from '../../domain/person.ts'
import type { SecurityLog } from '../security/log.ts'
import type { AccountMail } from './account-mail.ts'
import { isTicket, type Account, type Accounts } from './accounts.ts'
import { createArrival, type Arrival } from './arrival.ts'
import type { Devices } from './devices.ts'
import type { Factors } from './factors.ts'
import { formOf, html, isForeignForm, limitsOf, queryOf, sayTo, uidOf } from './page-requests.ts'
import * as pages from './pages.ts'
import { weakness } from './passwords.ts'
import { mountSecondStep, type Step } from './second-step.ts'
import { byPassword, type Proof } from './sessions.ts'
import { signInNotes, triedBy } from './sign-in-notes.ts'
import type { Throttle } from './throttle.ts'

/** What the pages need from the protocol. */
export type Interactions = {
  /** This browser's sign-in in progress; null if it ended or belongs to another browser. */
  find(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ uid: string; params: Record<string, unknown>; step: Step['step'] | null } | null>
  /** Keeps where it stands until the next page. */
  hold(request: FastifyRequest, reply: FastifyReply, step: Step): Promise<void>
  /** Completes it with this account. Returns where to send the browser. */
  complete(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
    proof: Proof,
  ): Promise<string>
  /** Signs this browser in when no sign-in is in progress. */
  startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
    proof: Proof,
  ): Promise<void>
}

export type PageOptions = {
  accounts: Accounts
  factors: Factors
  devices: Devices
  throttle: Throttle
  interactions: Interactions
  publicUrl: string
  /** Where to read mail that stays on this machine. */
  outbox: string | null
  /** A line shown above the forms of a demo. */
  note: string | null
  sendMail: (mail: AccountMail) => Promise<void>
  security: SecurityLog
  log: { error(object: object, message?: string): void }
}

/** Longer than a letter takes to be queued. */
const evenly_ms = 80

/** Serves the sign-in pages: plain forms that work without JavaScript and never lose input. */
export function mountPages(server: FastifyInstance, options: PageOptions): void {
  const arrival = createArrival(options)
  const signIn = new SignInPages(options, arrival)
  server.addHook('preHandler', (request, reply, done) => {
    if (isForeignForm(request)) void signIn.refuseForeign(request, reply)
    else done()
  })
  server.get('/idp/interaction/:uid', (request, reply) => signIn.start(request, reply))
  server.post('/idp/interaction/:uid/login', (request, reply) => signIn.signIn(request, reply))
  server.post('/idp/interaction/:uid/signup', (request, reply) => signIn.signUp(request, reply))
  server.post('/idp/interaction/:uid/resend', (request, reply) => signIn.resend(request, reply))
  for (const base of ['/idp', '/idp/interaction/:uid']) {
    server.get(`${base}/forgot`, (request, reply) => signIn.showForgot(request, reply))
    server.post(`${base}/forgot`, (request, reply) => signIn.forgot(request, reply))
    server.post(`${base}/reset`, (request, reply) => signIn.reset(request, reply))
    server.post(`${base}/verify`, (request, reply) => signIn.verify(request, reply))
  }
  mountSecondStep(server, options, {
    arrival,
    ended: (request, reply) => signIn.refuseEnded(request, reply),
  })
  server.get('/idp/reset', (request, reply) => signIn.showReset(request, reply))
  server.get('/idp/verify', (request, reply) => signIn.showVerify(request, reply))
}

class SignInPages {
  #options: PageOptions
  #may: ReturnType<typeof limitsOf>
  #arrival: Arrival
  #notes: ReturnType<typeof signInNotes>

  constructor(options: PageOptions, arrival: Arrival) {
    this.#options = options
    this.#arrival = arrival
    this.#notes = signInNotes(options)
    this.#may = limitsOf(options)
  }

  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.refuseEnded(request, reply)
    const { screen_hint, login_hint, prompt, ui_locales } = open.params
    const say = sayTo(request, ui_locales)
    const screen =
      queryOf(request)['screen'] ??
      (screen_hint === 'signup' || prompt === 'create' ? 'signup' : 'signin')
    const email = typeof login_hint === 'string' && isEmail(login_hint) ? login_hint : ''
    return html(
      reply,
      screen === 'signup'
        ? pages.signUpPage(say, open.uid, { email, note })
        : pages.signInPage(say, open.uid, { email, note }),
    )
  }

  async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.refuseEnded(request, reply)
    const { email = '', password = '' } = formOf(request)
    const again = (status: number, summary: string) =>
      html(
        reply,
        pages.signInPage(sayTo(request), open.uid, { email, note, fault: { summary } }),
        status,
      )
    if (!email.trim() || !password) return again(422, sayTo(request).words.enterBoth)
    const known = await accounts.byEmail(email)
    const tried = triedBy(email, known)
    if (!(await this.#may.signInFrom(request)) || !(await this.#may.guess(request, email, known))) {
      await this.#notes.limited(request, tried)
      return again(429, sayTo(request).words.tooMany)
    }
    const account = await accounts.signIn(known, password)
    if (!account) {
      this.#notes.failed(request, tried, 'password')
      return again(401, sayTo(request).words.wrong)
    }
    await this.#may.guessed(request, email, account)
    return this.#admit(request, reply, open.uid, account)
  }

  async signUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.refuseEnded(request, reply)
    const { name = '', email = '', password = '' } = formOf(request)
    const again = (status: number, fault: pages.Fault) =>
      html(reply, pages.signUpPage(sayTo(request), open.uid, { name, email, note, fault }), status)
    const weak = weakness(password, { email, name })
    const fields = {
      ...(isEmail(email) ? {} : { email: sayTo(request).words.validEmail }),
      ...(weak ? { password: sayTo(request).words.weak(weak) } : {}),
    }
    if (Object.keys(fields).length) return again(422, { fields })
    if (!(await this.#may.signUp(request)))
      return again(429, { summary: sayTo(request).words.tooMany })
    const account = await accounts.create({
      email,
      name: personName(name.slice(0, 200)),
      password,
      email_verified: false,
    })
    if (!account)
      return again(422, {
        fields: {
          email: sayTo(request).words.taken,
        },
      })
    if (!(await accounts.mustVerifyFirst(account)))
      await this.#sendVerification(request, account, null)
    return this.#admit(request, reply, open.uid, account)
  }

  async resend(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, outbox } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.refuseEnded(request, reply)
    const { email = '' } = formOf(request)
    // The response is the same for every address; only an unverified account gets mail.
    const account = await accounts.byEmail(email)
    if (
      account &&
      !account.email_verified &&
      (await this.#may.mailFrom(request)) &&
      (await this.#may.mail(request, email, account))
    )
      await this.#sendVerification(request, account, open.uid)
    return html(reply, pages.checkMailPage(sayTo(request), open.uid, { email, outbox }))
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
    const { email = '' } = formOf(request)
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
    const url = this.#linkTo('reset', token, uidOf(request))
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
            email: account.email,
            asksCurrent: isTicket(token),
          }),
        )
      : this.#linkSpent(request, reply)
  }

  async reset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, factors, interactions, publicUrl } = this.#options
    const { token = '', password = '' } = formOf(request)
    const account = await accounts.holderOf(token, 'reset')
    if (!account) return this.#linkSpent(request, reply)
    const { email, name } = account
    const refusal = await this.#refuseReset(request, account)
    if (refusal) {
      const shown = { token, email, asksCurrent: isTicket(token), fault: refusal.fault }
      return html(reply, pages.resetPage(sayTo(request), uidOf(request), shown), refusal.status)
    }
    const id = await accounts.resetPassword(token, password)
    if (!id) return this.#linkSpent(request, reply)
    await this.#may.guessed(request, email, account)
    this.#notes.newPassword(request, id, token)
    const url = `${publicUrl}/login`
    await this.#arrival.send(request, {
      to: email,
      template: 'password_changed',
      data: { name, url },
    })
    const onward = await this.#resume(request, reply, account)
    if (onward) return onward
    await this.#arrival.trust(request, reply, id)
    // A link from a mailbox replaces the password, not the second factor.
    if (!(await factors.isOn(id))) await interactions.startSession(request, reply, id, byPassword)
    return reply.redirect(url, 303)
  }

  /**
   * What is wrong with a new password. A link that did not come by mail was asked for with an access
   * token, which may be stolen, so it needs the current password as well.
   */
  async #refuseReset(
    request: FastifyRequest,
    account: Account,
  ): Promise<{ status: number; fault: pages.Fault } | null> {
    const { token = '', password = '', current = '' } = formOf(request)
    const { words } = sayTo(request)
    const weak = weakness(password, { email: account.email, name: account.name ?? '' })
    if (weak) return { status: 422, fault: { fields: { password: words.weak(weak) } } }
    if (!isTicket(token)) return null
    if (!(await this.#may.guess(request, account.email, account)))
      return { status: 429, fault: { summary: words.tooMany } }
    const isRight = await this.#options.accounts.signIn(account, current)
    if (!isRight) this.#notes.failed(request, { account_id: account.id }, 'current password')
    return isRight ? null : { status: 422, fault: { fields: { current: words.wrongCurrent } } }
  }

  async showVerify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'verify')
    return account
      ? html(reply, pages.verifyPage(sayTo(request), ix || null, { token, email: account.email }))
      : this.#linkSpent(request, reply, this.#login(sayTo(request).words.signIn))
  }

  async verify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts } = this.#options
    const id = await accounts.verify(formOf(request)['token'] ?? '')
    const account = id && (await accounts.byId(id))
    if (!account) return this.#linkSpent(request, reply, this.#login(sayTo(request).words.signIn))
    // A link alone signs no one in: it may have been forwarded to lure others into someone's
    // account.
    const say = sayTo(request)
    const done = pages.messagePage(
      say,
      say.words.confirmed,
      say.words.confirmedText,
      this.#login(say.words.goOn),
    )
    return (await this.#resume(request, reply, account)) ?? html(reply, done)
  }

  /**
   * Continues immediately, even with an unverified address: a trial must not wait for mail, and an
   * unverified address grants nothing. If a person or an invitation already has the address, it
   * must be verified first.
   */
  async #admit(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    account: Account,
  ): Promise<FastifyReply> {
    const { accounts, outbox } = this.#options
    if (await accounts.mustVerifyFirst(account)) {
      if (await this.#may.mail(request, account.email, account))
        await this.#sendVerification(request, account, uid)
      return html(reply, pages.checkMailPage(sayTo(request), uid, { email: account.email, outbox }))
    }
    return this.#arrival.proceed(request, reply, { uid, account })
  }

  /** After a link from an e-mail: resumes its sign-in, if still open in this browser. */
  async #resume(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
  ): Promise<FastifyReply | null> {
    const open = uidOf(request) ? await this.#options.interactions.find(request, reply) : null
    return open
      ? this.#arrival.proceed(request, reply, { uid: open.uid, account, isTrusted: true })
      : null
  }

  async #sendVerification(
    request: FastifyRequest,
    { id, email, name }: Account,
    uid: string | null,
  ): Promise<void> {
    const token = await this.#options.accounts.makeToken(id, 'verify')
    await this.#arrival.send(request, {
      to: email,
      template: 'verify_email',
      data: { name, url: this.#linkTo('verify', token, uid) },
    })
  }

  #linkTo(page: string, token: string, uid: string | null): string {
    const { publicUrl } = this.#options
    return `${publicUrl}/idp/${page}?token=${token}${uid ? `&ix=${encodeURIComponent(uid)}` : ''}`
  }

  #login(text: string): Onward {
    return { href: `${this.#options.publicUrl}/login`, text }
  }

  refuseForeign(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const say = sayTo(request)
    const { cannotGoOn, foreignForm, startAgain } = say.words
    return html(
      reply,
      pages.messagePage(say, cannotGoOn, foreignForm, this.#login(startAgain)),
      403,
    )
  }

  refuseEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const say = sayTo(request)
    const { ended, endedText, startAgain } = say.words
    return html(reply, pages.messagePage(say, ended, endedText, this.#login(startAgain)), 400)
  }

  #linkSpent(request: FastifyRequest, reply: FastifyReply, onward?: Onward): FastifyReply {
    const say = sayTo(request)
    const { spent, spentText, newLink } = say.words
    const next = onward ?? { href: '/idp/forgot', text: newLink }
    return html(reply, pages.messagePage(say, spent, spentText, next), 410)
  }
}

type Onward = { href: string; text: string }
