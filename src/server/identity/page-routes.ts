import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailKey, isEmail } from '../../domain/contact.ts'
import { personName } from '../../domain/person.ts'
import type { Account, Accounts } from './accounts.ts'
import * as pages from './pages.ts'
import { weakness } from './passwords.ts'

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
  interactions: Interactions
  publicUrl: string
  /** Where to read mail that stays on this machine. */
  outbox: string | null
  /** A line shown above the forms of a demo. */
  note: string | null
  sendMail: (mail: {
    to: string
    template: 'verify_email' | 'reset_password' | 'password_changed'
    data: { name: string | null; url: string }
  }) => Promise<void>
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

const wait = 'Too many attempts. Please wait a minute and try again.'
const spentLink = 'This link was already used or has expired.'

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
    if (!open) return this.#ended(reply)
    const { screen_hint, login_hint, prompt } = open.params
    const screen =
      queryOf(request)['screen'] ??
      (screen_hint === 'signup' || prompt === 'create' ? 'signup' : 'signin')
    const email = typeof login_hint === 'string' && isEmail(login_hint) ? login_hint : ''
    return html(
      reply,
      screen === 'signup'
        ? pages.signUpPage(open.uid, { email, note })
        : pages.signInPage(open.uid, { email, note }),
    )
  }

  async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.#ended(reply)
    const { email = '', password = '' } = formOf(request)
    const again = (status: number, summary: string) =>
      html(reply, pages.signInPage(open.uid, { email, note, fault: { summary } }), status)
    if (!email.trim() || !password) return again(422, 'Enter your e-mail and your password.')
    if (!(await this.#may.signInFrom(request)) || !(await this.#may.signIn(request)))
      return again(429, wait)
    const account = await accounts.signIn(email, password)
    return account
      ? this.#admit(request, reply, open.uid, account)
      : again(401, 'E-mail or password is wrong.')
  }

  async signUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, note } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.#ended(reply)
    const { name = '', email = '', password = '' } = formOf(request)
    const again = (status: number, fault: pages.Fault) =>
      html(reply, pages.signUpPage(open.uid, { name, email, note, fault }), status)
    const weak = weakness(password, { email, name })
    const fields = {
      ...(isEmail(email) ? {} : { email: 'Enter a valid email' }),
      ...(weak ? { password: weak } : {}),
    }
    if (Object.keys(fields).length) return again(422, { fields })
    if (!(await this.#may.signUp(request))) return again(429, { summary: wait })
    const account = await accounts.create({
      email,
      name: personName(name.slice(0, 200)),
      password,
      email_verified: false,
    })
    if (!account)
      return again(422, {
        fields: {
          email:
            'There is already an account with this e-mail. Sign in instead, or choose a new password.',
        },
      })
    if (!(await accounts.mustVerifyFirst(account))) await this.#sendVerification(account, null)
    return this.#admit(request, reply, open.uid, account)
  }

  async resend(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, outbox } = this.#options
    const open = await interactions.find(request, reply)
    if (!open) return this.#ended(reply)
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
    return html(reply, pages.checkMailPage(open.uid, { email, outbox }))
  }

  async showForgot(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hint = uidOf(request)
      ? (await this.#options.interactions.find(request, reply))?.params['login_hint']
      : undefined
    const email = typeof hint === 'string' ? hint : ''
    return html(reply, pages.forgotPage(uidOf(request), { email }))
  }

  async forgot(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, outbox } = this.#options
    const { email = '' } = formOf(request)
    const uid = uidOf(request)
    const again = (status: number, fault: pages.Fault) =>
      html(reply, pages.forgotPage(uid, { email, fault }), status)
    if (!isEmail(email)) return again(422, { fields: { email: 'Enter a valid email' } })
    if (!(await this.#may.mailFrom(request))) return again(429, { summary: wait })
    const account = (await this.#may.mail(request)) ? await accounts.byEmail(email) : undefined
    if (account && !account.disabled_at) {
      const url = this.#linkTo('reset', await accounts.makeToken(account.id, 'reset'), uid)
      await this.#send({
        to: account.email,
        template: 'reset_password',
        data: { name: account.name, url },
      })
    }
    return html(reply, pages.resetSentPage(uid, { email, outbox }))
  }

  async showReset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'reset')
    return account
      ? html(reply, pages.resetPage(ix || null, { token, email: account.email }))
      : this.#linkSpent(reply, newLink)
  }

  async reset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accounts, interactions, publicUrl } = this.#options
    const { token = '', password = '' } = formOf(request)
    const account = await accounts.holderOf(token, 'reset')
    if (!account) return this.#linkSpent(reply, newLink)
    const { email, name } = account
    const weak = weakness(password, { email, name: name ?? '' })
    if (weak) {
      const fault = { fields: { password: weak } }
      return html(reply, pages.resetPage(uidOf(request), { token, email, fault }), 422)
    }
    const id = await accounts.resetPassword(token, password)
    if (!id) return this.#linkSpent(reply, newLink)
    const url = `${publicUrl}/login`
    await this.#send({ to: email, template: 'password_changed', data: { name, url } })
    const onward = await this.#resume(request, reply, id)
    if (onward) return onward
    await interactions.startSession(request, reply, id)
    return reply.redirect(url, 303)
  }

  async showVerify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token = '', ix = '' } = queryOf(request)
    const account = await this.#options.accounts.holderOf(token, 'verify')
    return account
      ? html(reply, pages.verifyPage(ix || null, { token, email: account.email }))
      : this.#linkSpent(reply, this.#login('Sign in'))
  }

  async verify(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const id = await this.#options.accounts.verify(formOf(request)['token'] ?? '')
    if (!id) return this.#linkSpent(reply, this.#login('Sign in'))
    // A link alone signs no one in: it may have been forwarded to lure others into someone's
    // account.
    const done = pages.messagePage(
      'Your address is confirmed',
      'Thank you. You can go on now.',
      this.#login('Continue'),
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
      return html(reply, pages.checkMailPage(uid, { email: account.email, outbox }))
    }
    return reply.redirect(await interactions.complete(request, reply, account.id), 303)
  }

  /** After a link from an e-mail: resumes its sign-in, if still open in this browser. */
  async #resume(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
  ): Promise<FastifyReply | null> {
    const { interactions } = this.#options
    const open = uidOf(request) ? await interactions.find(request, reply) : null
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

  #ended(reply: FastifyReply): FastifyReply {
    const sentence = 'It was open for too long, or was finished in another tab.'
    const page = pages.messagePage('This sign-in has ended', sentence, this.#login('Start again'))
    return html(reply, page, 400)
  }

  #linkSpent(reply: FastifyReply, onward: Onward): FastifyReply {
    return html(reply, pages.messagePage('Link no longer valid', spentLink, onward), 410)
  }
}

type Onward = { href: string; text: string }
const newLink: Onward = { href: '/idp/forgot', text: 'Ask for a new link' }

const html = (reply: FastifyReply, body: string, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(body)
