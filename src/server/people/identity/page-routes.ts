import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEmail, readEmail } from '../../../domain/base/email.ts'
import { personName } from '../../../domain/base/person.ts'
import { createArrival, signInNotes, triedBy, type Arrival } from './sign-in-result.ts'
import { formOf, html, isForeignForm, limitsOf, queryOf, sayTo, uidOf } from './page-requests.ts'
import { mountCodes, mountPasskeys, signInPageOf } from './sign-in-steps.ts'
import { mountDevices, mountUndo } from './link-steps.ts'
import { linkTo, mailedLinks, type MailedLinks } from './mailed-links.ts'
import * as pages from './pages.ts'
import { ResetPages } from './reset-routes.ts'
import { weakness } from './passwords.ts'
import { mountSecondStep, type Ended } from './second-step.ts'
import type { Account } from './service.ts'
import type { PageOptions } from './options.ts'

/** Serves the sign-in pages: plain forms that work without JavaScript and never lose input. */
export function mountPages(server: FastifyInstance, options: PageOptions): void {
  const arrival = createArrival(options)
  const links = mailedLinks(options, arrival)
  const signIn = new SignInPages(options, arrival, links)
  const reset = new ResetPages(options, arrival, links)
  server.addHook('preHandler', (request, reply, done) => {
    if (isForeignForm(request, options.publicUrl)) void signIn.refuseForeign(request, reply)
    else done()
  })
  server.get('/idp/interaction/:uid', (request, reply) => signIn.start(request, reply))
  server.post('/idp/interaction/:uid/login', (request, reply) => signIn.signIn(request, reply))
  server.post('/idp/interaction/:uid/signup', (request, reply) => signIn.signUp(request, reply))
  server.post('/idp/interaction/:uid/resend', (request, reply) => signIn.resend(request, reply))
  for (const base of ['/idp', '/idp/interaction/:uid']) {
    server.get(`${base}/forgot`, (request, reply) => reset.showForgot(request, reply))
    server.post(`${base}/forgot`, (request, reply) => reset.forgot(request, reply))
    server.post(`${base}/reset`, (request, reply) => reset.reset(request, reply))
    server.post(`${base}/verify`, (request, reply) => signIn.verify(request, reply))
  }
  const ended: Ended = (request, reply) => signIn.refuseEnded(request, reply)
  mountSecondStep(server, options, { arrival, ended })
  mountCodes(server, options, { arrival, ended })
  mountDevices(server, options, { links })
  mountUndo(server, options, { links })
  mountPasskeys(server, options, {
    arrival,
    ended,
    admit: (request, reply, uid, account) => signIn.admit(request, reply, uid, account),
  })
  server.get('/idp/reset', (request, reply) => reset.showReset(request, reply))
  server.get('/idp/verify', (request, reply) => signIn.showVerify(request, reply))
}

const shownOf = (
  { devices }: PageOptions,
  request: FastifyRequest,
  token: string,
  { id, email, password_hash }: Account,
) =>
  ({
    token,
    email: email ?? '',
    keeps: password_hash === null ? null : devices.hasTyped(request, id) ? 'typed' : 'asked',
  }) as const

class SignInPages {
  #options: PageOptions
  #may: ReturnType<typeof limitsOf>
  #arrival: Arrival
  #links: MailedLinks
  #notes: ReturnType<typeof signInNotes>

  constructor(options: PageOptions, arrival: Arrival, links: MailedLinks) {
    this.#options = options
    this.#arrival = arrival
    this.#links = links
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
    const email = (typeof login_hint === 'string' && readEmail(login_hint)) || ''
    return screen === 'signup'
      ? html(reply, pages.signUpPage(say, open.uid, { email, note }))
      : html(reply, await signInPageOf(this.#options, say, open.uid, { email }))
  }

  async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.refuseEnded(request, reply)
    const { email = '', password = '' } = formOf(request)
    const again = async (status: number, summary: string) =>
      html(
        reply,
        await signInPageOf(this.#options, sayTo(request), open.uid, { email, fault: { summary } }),
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
    this.#options.devices.noteTyped(reply, account.id)
    return this.admit(request, reply, open.uid, account)
  }

  async signUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.refuseEnded(request, reply)
    const { name = '', email: typed = '', password = '' } = formOf(request)
    const email = readEmail(typed) ?? typed
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
    if (!account) return this.#answerKnown(request, reply, { uid: open.uid, email })
    this.#options.devices.noteTyped(reply, account.id)
    if (!(await accounts.mustVerifyFirst(account)))
      await this.#sendVerification(request, account, null)
    return this.admit(request, reply, open.uid, account)
  }

  /**
   * The address has an account already: its mailbox hears so, and the page says what it says to every
   * address that somebody is known by here.
   */
  async #answerKnown(
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, email }: { uid: string; email: string },
  ): Promise<FastifyReply> {
    const { accounts, outbox, publicUrl } = this.#options
    const known = await accounts.byEmail(email)
    if (known && !known.disabled_at && (await this.#may.mail(request, email, known)))
      await this.#arrival.send(request, {
        to: known.email,
        template: 'account_exists',
        data: { name: known.name, url: `${publicUrl}/login` },
      })
    return html(reply, pages.checkMailPage(sayTo(request), uid, { email, outbox }))
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

  async showVerify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'verify')
    return account
      ? html(
          reply,
          pages.verifyPage(
            sayTo(request),
            ix || null,
            shownOf(this.#options, request, token, account),
          ),
        )
      : this.#links.spent(request, reply, this.#links.login(sayTo(request).words.signIn))
  }

  /**
   * Confirms a mailbox. Whoever types the account's password, or typed it in this browser a moment
   * ago, set it themselves and keeps it; otherwise everything set before ends, since anyone can sign
   * up with somebody's address.
   */
  async verify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts } = this.#options
    const { token = '', password, keep } = formOf(request)
    const say = sayTo(request)
    const holder = await accounts.holderOf(token, 'verify')
    const keeps = password !== undefined || keep !== undefined
    const refusal = holder && keeps && (await this.#refuse(request, holder))
    if (refusal) {
      const shown = { ...shownOf(this.#options, request, token, holder), fault: refusal.fault }
      return html(reply, pages.verifyPage(say, uidOf(request), shown), refusal.status)
    }
    const id = await accounts.verify(token, { keeps })
    const account = id && (await accounts.byId(id))
    if (!account) return this.#links.spent(request, reply, this.#links.login(say.words.signIn))
    // A link alone signs no one in: it may have been forwarded to lure others into someone's
    // account.
    const done = account.password_hash
      ? pages.messagePage(
          say,
          say.words.confirmed,
          say.words.confirmedText,
          this.#links.login(say.words.goOn),
        )
      : pages.messagePage(say, say.words.confirmed, say.words.confirmedEmptied, {
          href: '/idp/forgot',
          text: say.words.newPasswordTitle,
        })
    return (await this.#links.resume(request, reply, account)) ?? html(reply, done)
  }

  async #refuse(
    request: FastifyRequest,
    account: Account,
  ): Promise<{ status: number; fault: pages.Fault } | null> {
    const { password } = formOf(request)
    const { words } = sayTo(request)
    if (password === undefined)
      return this.#options.devices.hasTyped(request, account.id)
        ? null
        : { status: 422, fault: { fields: { password: words.typeOwn } } }
    if (!(await this.#may.guess(request, account.email, account)))
      return { status: 429, fault: { summary: words.tooMany } }
    if (await this.#options.accounts.signIn(account, password)) {
      await this.#may.guessed(request, account.email, account)
      return null
    }
    this.#notes.failed(request, { account_id: account.id }, 'password')
    return { status: 422, fault: { fields: { password: words.wrongOwn } } }
  }

  /**
   * Continues immediately, even with an unverified address: a trial must not wait for mail, and an
   * unverified address grants nothing. If a person or an invitation already has the address, it
   * must be verified first.
   */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    account: Account,
  ): Promise<FastifyReply> {
    const { accounts, outbox } = this.#options
    if (await accounts.mustVerifyFirst(account)) {
      if (await this.#may.mail(request, account.email, account))
        await this.#sendVerification(request, account, uid)
      return html(
        reply,
        pages.checkMailPage(sayTo(request), uid, { email: account.email ?? '', outbox }),
      )
    }
    return this.#arrival.proceed(request, reply, { uid, account })
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
      data: { name, url: linkTo(this.#options, 'verify', token, uid) },
    })
  }

  refuseForeign(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const say = sayTo(request)
    const { cannotGoOn, foreignForm, startAgain } = say.words
    return html(
      reply,
      pages.messagePage(say, cannotGoOn, foreignForm, this.#links.login(startAgain)),
      403,
    )
  }

  async refuseEnded(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { interactions, publicUrl } = this.#options
    // Back leads here after signing in.
    if (request.method === 'GET' && (await interactions.isSignedIn(request, reply)))
      return reply.redirect(`${publicUrl}/app`, 303)
    const say = sayTo(request)
    const { ended, endedText, startAgain } = say.words
    return html(reply, pages.messagePage(say, ended, endedText, this.#links.login(startAgain)), 400)
  }
}
