import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailKey, isEmail } from '../../domain/contact.ts'
import { personName } from '../../domain/person.ts'
import { deviceOf } from '../../domain/push.ts'
import type { AccountMail } from './account-mail.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Devices } from './devices.ts'
import * as pages from './pages.ts'
import type { Say } from './pages.ts'
import { weakness } from './passwords.ts'
import { sayIn } from './say.ts'

/** What the pages need from the protocol. */
export type Interactions = {
  /** This browser's sign-in in progress; null if it ended or belongs to another browser. */
  find(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ uid: string; params: Record<string, unknown> } | null>
  /** Completes it with this account. Returns where to send the browser. */
  complete(request: FastifyRequest, reply: FastifyReply, account_id: string): Promise<string>
  /** Signs this browser in when no sign-in is in progress. */
  startSession(request: FastifyRequest, reply: FastifyReply, account_id: string): Promise<void>
}

export type PageOptions = {
  accounts: Accounts
  devices: Devices
  interactions: Interactions
  publicUrl: string
  /** Where to read mail that stays on this machine. */
  outbox: string | null
  /** A line shown above the forms of a demo. */
  note: string | null
  sendMail: (mail: AccountMail) => Promise<void>
  log: { error(object: object, message?: string): void }
}

type Form = Record<string, string>
const formOf = (request: FastifyRequest): Form => {
  const body = (request.body ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, 1000)]] : [],
    ),
  )
}
const queryOf = (request: FastifyRequest): Form => request.query as Form
const uidOf = (request: FastifyRequest): string | null =>
  (request.params as { uid?: string }).uid ?? null

/** `ui_locales` is what the application asked for; the page's own links carry it on as `lang`. */
const sayTo = (request: FastifyRequest, ui_locales?: unknown): Say =>
  sayIn(
    request.headers['accept-language'],
    queryOf(request)['lang'],
    typeof ui_locales === 'string' ? ui_locales.split(' ')[0] : undefined,
  )

/** Serves the sign-in pages: plain forms that work without JavaScript and never lose input. */
export function mountPages(server: FastifyInstance, options: PageOptions): void {
  const signIn = new SignInPages(options, limitsOf(server))
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
  server.get('/idp/reset', (request, reply) => signIn.showReset(request, reply))
  server.get('/idp/verify', (request, reply) => signIn.showVerify(request, reply))
}

type Limit = (request: FastifyRequest) => Promise<boolean>

/**
 * How often each form can be sent per minute; each limit returns false once reached. Off if the
 * process runs without rate limits.
 */
function limitsOf(server: FastifyInstance) {
  const limit = (max: number, keyOf: (request: FastifyRequest) => string): Limit => {
    if (!server.hasDecorator('createRateLimit')) return () => Promise.resolve(true)
    const check = server.createRateLimit({ max, timeWindow: 60_000, keyGenerator: keyOf })
    return async (request) => {
      const state = await check(request)
      return state.isAllowed || !state.isExceeded
    }
  }
  const account = (request: FastifyRequest): string => emailKey(formOf(request)['email'] ?? '')
  return {
    signIn: limit(10, (request) => `sign-in ${request.ip} ${account(request)}`),
    signInFrom: limit(100, (request) => `sign-in ${request.ip}`),
    signUp: limit(10, (request) => `sign-up ${request.ip}`),
    mail: limit(3, (request) => `mail ${account(request)}`),
    mailFrom: limit(10, (request) => `mail ${request.ip}`),
  }
}

class SignInPages {
  #options: PageOptions
  #may: ReturnType<typeof limitsOf>

  constructor(options: PageOptions, may: ReturnType<typeof limitsOf>) {
    this.#options = options
    this.#may = may
  }

  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.#ended(request, reply)
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
    if (!open) return this.#ended(request, reply)
    const { email = '', password = '' } = formOf(request)
    const again = (status: number, summary: string) =>
      html(
        reply,
        pages.signInPage(sayTo(request), open.uid, { email, note, fault: { summary } }),
        status,
      )
    if (!email.trim() || !password) return again(422, sayTo(request).words.enterBoth)
    if (!(await this.#may.signInFrom(request)) || !(await this.#may.signIn(request)))
      return again(429, sayTo(request).words.tooMany)
    const account = await accounts.signIn(email, password)
    return account
      ? this.#admit(request, reply, open.uid, account)
      : again(401, sayTo(request).words.wrong)
  }

  async signUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.#ended(request, reply)
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
    if (!(await accounts.mustVerifyFirst(account))) await this.#sendVerification(account, null)
    return this.#admit(request, reply, open.uid, account)
  }

  async resend(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, outbox } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.#ended(request, reply)
    const { email = '' } = formOf(request)
    // The response is the same for every address; only an unverified account gets mail.
    const account = await accounts.byEmail(email)
    if (
      account &&
      !account.email_verified &&
      (await this.#may.mailFrom(request)) &&
      (await this.#may.mail(request))
    )
      await this.#sendVerification(account, open.uid)
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
    const account = (await this.#may.mail(request)) ? await accounts.byEmail(email) : undefined
    if (account && !account.disabled_at) {
      const url = this.#linkTo('reset', await accounts.makeToken(account.id, 'reset'), uid)
      await this.#send({
        to: account.email,
        template: 'reset_password',
        data: { name: account.name, url },
      })
    }
    return html(reply, pages.resetSentPage(sayTo(request), uid, { email, outbox }))
  }

  async showReset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'reset')
    return account
      ? html(reply, pages.resetPage(sayTo(request), ix || null, { token, email: account.email }))
      : this.#linkSpent(request, reply)
  }

  async reset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, publicUrl } = this.#options
    const { token = '', password = '' } = formOf(request)
    const account = await accounts.holderOf(token, 'reset')
    if (!account) return this.#linkSpent(request, reply)
    const { email, name } = account
    const weak = weakness(password, { email, name: name ?? '' })
    if (weak) {
      const fault = { fields: { password: sayTo(request).words.weak(weak) } }
      return html(
        reply,
        pages.resetPage(sayTo(request), uidOf(request), { token, email, fault }),
        422,
      )
    }
    const id = await accounts.resetPassword(token, password)
    if (!id) return this.#linkSpent(request, reply)
    const url = `${publicUrl}/login`
    await this.#send({ to: email, template: 'password_changed', data: { name, url } })
    const onward = await this.#resume(request, reply, id)
    if (onward) return onward
    await this.#trust(request, reply, id)
    await interactions.startSession(request, reply, id)
    return reply.redirect(url, 303)
  }

  async showVerify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'verify')
    return account
      ? html(reply, pages.verifyPage(sayTo(request), ix || null, { token, email: account.email }))
      : this.#linkSpent(request, reply, this.#login(sayTo(request).words.signIn))
  }

  async verify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const id = await this.#options.accounts.verify(formOf(request)['token'] ?? '')
    if (!id) return this.#linkSpent(request, reply, this.#login(sayTo(request).words.signIn))
    // A link alone signs no one in: it may have been forwarded to lure others into someone's
    // account.
    const say = sayTo(request)
    const done = pages.messagePage(
      say,
      say.words.confirmed,
      say.words.confirmedText,
      this.#login(say.words.goOn),
    )
    return (await this.#resume(request, reply, id)) ?? html(reply, done)
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
    const { accounts, interactions, outbox } = this.#options
    if (await accounts.mustVerifyFirst(account)) {
      if (await this.#may.mail(request)) await this.#sendVerification(account, uid)
      return html(reply, pages.checkMailPage(sayTo(request), uid, { email: account.email, outbox }))
    }
    await this.#recognize(request, reply, account)
    return reply.redirect(await interactions.complete(request, reply, account.id), 303)
  }

  /** Tells the account's mailbox of a device that has not signed in before. The first one of all is no news. */
  async #recognize(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<void> {
    const { accounts, devices, publicUrl } = this.#options
    const isKnown = devices.knows(request, account.id)
    devices.remember(request, reply, account.id)
    const isFirst = await accounts.markSignedIn(account.id)
    if (isKnown || isFirst) return
    await this.#send({
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
  async #trust(request: FastifyRequest, reply: FastifyReply, account_id: string): Promise<void> {
    this.#options.devices.remember(request, reply, account_id)
    await this.#options.accounts.markSignedIn(account_id)
  }

  /** After a link from an e-mail: resumes its sign-in, if still open in this browser. */
  async #resume(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
  ): Promise<FastifyReply | null> {
    const { interactions } = this.#options
    const open = uidOf(request) ? await interactions.find(request, reply) : null
    if (open) await this.#trust(request, reply, account_id)
    return open
      ? reply.redirect(await interactions.complete(request, reply, account_id), 303)
      : null
  }

  async #sendVerification({ id, email, name }: Account, uid: string | null): Promise<void> {
    const token = await this.#options.accounts.makeToken(id, 'verify')
    await this.#send({
      to: email,
      template: 'verify_email',
      data: { name, url: this.#linkTo('verify', token, uid) },
    })
  }

  /**
   * The page must look the same whether or not the mail could be sent, so an error is only logged.
   */
  async #send(mail: Parameters<PageOptions['sendMail']>[0]): Promise<void> {
    const { sendMail, log } = this.#options
    await sendMail(mail).catch((fault: unknown) =>
      log.error({ err: fault, template: mail.template }, 'account mail not sent'),
    )
  }

  #linkTo(page: string, token: string, uid: string | null): string {
    const { publicUrl } = this.#options
    return `${publicUrl}/idp/${page}?token=${token}${uid ? `&ix=${encodeURIComponent(uid)}` : ''}`
  }

  #login(text: string): Onward {
    return { href: `${this.#options.publicUrl}/login`, text }
  }

  #ended(request: FastifyRequest, reply: FastifyReply): FastifyReply {
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

const html = (reply: FastifyReply, body: string, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(body)
