import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailKey, isEmail } from '../../domain/contact.ts'
import { personName } from '../../domain/person.ts'
import type { Account, Accounts } from './accounts.ts'
import * as pages from './pages.ts'
import { weakness } from './passwords.ts'

/** What the pages need of the protocol behind them. */
export type Interactions = {
  /** The sign-in under way in this browser; null when it ended or belongs to another one. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<{ uid: string; params: Record<string, unknown> } | null>
  /** Ends it with this account and answers where the browser goes on. */
  complete(request: FastifyRequest, reply: FastifyReply, account_id: string): Promise<string>
  /** Signs this browser in where no sign-in was under way. */
  startSession(request: FastifyRequest, reply: FastifyReply, account_id: string): Promise<void>
}

export type PageOptions = {
  accounts: Accounts
  interactions: Interactions
  publicUrl: string
  /** Where mails can be read when they do not leave this machine. */
  outbox: string | null
  /** A line for demonstrations, shown above the forms. */
  note: string | null
  sendMail: (mail: { to: string; template: 'verify_email' | 'reset_password'; data: { name: string | null; url: string } }) => Promise<void>
  log: { error(object: object, message?: string): void }
}

type Form = Record<string, string>
const formOf = (request: FastifyRequest): Form => {
  const body = (request.body ?? {}) as Record<string, unknown>
  return Object.fromEntries(Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 1000)]] : [])))
}
const queryOf = (request: FastifyRequest): Form => request.query as Form
const uidOf = (request: FastifyRequest): string | null => (request.params as { uid?: string }).uid ?? null

const wait = 'Too many attempts. Please wait a minute and try again.'
const spentLink = 'This link was used already or is too old.'

/** The pages people see while they sign in: plain forms that work without JavaScript and never lose what was typed. */
export function mountPages(server: FastifyInstance, { accounts, interactions, publicUrl, outbox, note, sendMail, log }: PageOptions): void {
  const html = (reply: FastifyReply, body: string, status = 200): FastifyReply => reply.code(status).type('text/html; charset=utf-8').send(body)
  const expired = (reply: FastifyReply): FastifyReply =>
    html(
      reply,
      pages.messagePage('This sign-in has ended', 'It was open for too long, or was finished in another tab.', {
        href: `${publicUrl}/login`,
        text: 'Start again',
      }),
      400,
    )

  // Answers false when the caller has tried too often. Off when the process runs without rate limits.
  const limiter = (max: number, keyOf: (request: FastifyRequest) => string): ((request: FastifyRequest) => Promise<boolean>) => {
    if (!server.hasDecorator('createRateLimit')) return () => Promise.resolve(true)
    const check = server.createRateLimit({ max, timeWindow: 60_000, keyGenerator: keyOf })
    return async (request) => {
      const state = await check(request)
      return state.isAllowed || !state.isExceeded
    }
  }
  const account = (request: FastifyRequest): string => emailKey(formOf(request)['email'] ?? '')
  const mayTry = limiter(10, (request) => `sign-in ${request.ip} ${account(request)}`)
  const mayTryAtAll = limiter(100, (request) => `sign-in ${request.ip}`)
  const mayCreate = limiter(10, (request) => `sign-up ${request.ip}`)
  const mayMail = limiter(3, (request) => `mail ${account(request)}`)
  const mayMailFrom = limiter(10, (request) => `mail ${request.ip}`)

  const post = async (mail: Parameters<typeof sendMail>[0]): Promise<void> => {
    // The page must read the same whether or not the mail could go, so a fault is for the operator alone.
    await sendMail(mail).catch((fault: unknown) => log.error({ err: fault, template: mail.template }, 'account mail not sent'))
  }
  const linkTo = (page: string, token: string, uid: string | null): string =>
    `${publicUrl}/idp/${page}?token=${token}${uid ? `&ix=${encodeURIComponent(uid)}` : ''}`
  const sendVerification = async (to: Account, uid: string | null): Promise<void> => {
    await post({ to: to.email, template: 'verify_email', data: { name: to.name, url: linkTo('verify', await accounts.makeToken(to.id, 'verify'), uid) } })
  }

  /**
   * Goes on at once, also with an address nobody has proven yet: a trial must not wait for mail, and an unproven address opens nothing.
   * Where the address is already somebody's here (a person, an invitation), the mailbox must answer first.
   */
  async function admit(request: FastifyRequest, reply: FastifyReply, uid: string, who: Account): Promise<FastifyReply> {
    if (await accounts.mustVerifyFirst(who)) {
      if (await mayMail(request)) await sendVerification(who, uid)
      return html(reply, pages.checkMailPage(uid, { email: who.email, outbox }))
    }
    return reply.redirect(await interactions.complete(request, reply, who.id), 303)
  }

  /** After a link from a mail: on with the sign-in it belongs to, if that is still open in this browser. */
  async function goOn(request: FastifyRequest, reply: FastifyReply, account_id: string): Promise<FastifyReply | null> {
    const open = uidOf(request) ? await interactions.find(request, reply) : null
    return open ? reply.redirect(await interactions.complete(request, reply, account_id), 303) : null
  }

  server.get('/idp/interaction/:uid', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return expired(reply)
    const { screen_hint, login_hint, prompt } = open.params
    const screen = queryOf(request)['screen'] ?? (screen_hint === 'signup' || prompt === 'create' ? 'signup' : 'signin')
    const email = typeof login_hint === 'string' && isEmail(login_hint) ? login_hint : ''
    return html(reply, screen === 'signup' ? pages.signUpPage(open.uid, { email, note }) : pages.signInPage(open.uid, { email, note }))
  })

  server.post('/idp/interaction/:uid/login', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return expired(reply)
    const { email = '', password = '' } = formOf(request)
    const again = (status: number, summary: string) => html(reply, pages.signInPage(open.uid, { email, note, fault: { summary } }), status)
    if (!email.trim() || !password) return again(422, 'Enter your e-mail and your password.')
    if (!(await mayTryAtAll(request)) || !(await mayTry(request))) return again(429, wait)
    const who = await accounts.signIn(email, password)
    return who ? admit(request, reply, open.uid, who) : again(401, 'E-mail or password is wrong.')
  })

  server.post('/idp/interaction/:uid/signup', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return expired(reply)
    const { name = '', email = '', password = '' } = formOf(request)
    const again = (status: number, fault: pages.Fault) => html(reply, pages.signUpPage(open.uid, { name, email, note, fault }), status)
    const weak = weakness(password, { email, name })
    const fields = { ...(isEmail(email) ? {} : { email: 'Enter a valid email' }), ...(weak ? { password: weak } : {}) }
    if (Object.keys(fields).length) return again(422, { fields })
    if (!(await mayCreate(request))) return again(429, { summary: wait })
    const who = await accounts.create({ email, name: personName(name.slice(0, 200)), password, email_verified: false })
    if (!who) return again(422, { fields: { email: 'There is already an account with this e-mail. Sign in instead, or choose a new password.' } })
    if (!(await accounts.mustVerifyFirst(who))) await sendVerification(who, null)
    return admit(request, reply, open.uid, who)
  })

  server.post('/idp/interaction/:uid/resend', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return expired(reply)
    const { email = '' } = formOf(request)
    // Whoever asks, the answer is the same; only an account that waits for its proof gets a mail.
    const who = await accounts.byEmail(email)
    if (who && !who.email_verified && (await mayMailFrom(request)) && (await mayMail(request))) await sendVerification(who, open.uid)
    return html(reply, pages.checkMailPage(open.uid, { email, outbox }))
  })

  for (const base of ['/idp', '/idp/interaction/:uid']) {
    server.get(`${base}/forgot`, async (request, reply) => {
      const hint = uidOf(request) ? (await interactions.find(request, reply))?.params['login_hint'] : undefined
      return html(reply, pages.forgotPage(uidOf(request), { email: typeof hint === 'string' ? hint : '' }))
    })

    server.post(`${base}/forgot`, async (request, reply) => {
      const { email = '' } = formOf(request)
      const uid = uidOf(request)
      if (!isEmail(email)) return html(reply, pages.forgotPage(uid, { email, fault: { fields: { email: 'Enter a valid email' } } }), 422)
      if (!(await mayMailFrom(request))) return html(reply, pages.forgotPage(uid, { email, fault: { summary: wait } }), 429)
      const who = (await mayMail(request)) ? await accounts.byEmail(email) : undefined
      if (who && !who.disabled_at) {
        const url = linkTo('reset', await accounts.makeToken(who.id, 'reset'), uid)
        await post({ to: who.email, template: 'reset_password', data: { name: who.name, url } })
      }
      return html(reply, pages.resetSentPage(uid, { email, outbox }))
    })

    server.post(`${base}/reset`, async (request, reply) => {
      const { token = '', password = '' } = formOf(request)
      const who = await accounts.holderOf(token, 'reset')
      const weak = who && weakness(password, { email: who.email, name: who.name ?? '' })
      if (who && weak) return html(reply, pages.resetPage(uidOf(request), { token, email: who.email, fault: { fields: { password: weak } } }), 422)
      const id = who ? await accounts.resetPassword(token, password) : null
      if (!id) return html(reply, pages.messagePage('Link no longer valid', spentLink, { href: '/idp/forgot', text: 'Ask for a new link' }), 410)
      const onward = await goOn(request, reply, id)
      if (onward) return onward
      await interactions.startSession(request, reply, id)
      return reply.redirect(`${publicUrl}/login`, 303)
    })

    server.post(`${base}/verify`, async (request, reply) => {
      const id = await accounts.verify(formOf(request)['token'] ?? '')
      if (!id) return html(reply, pages.messagePage('Link no longer valid', spentLink, { href: `${publicUrl}/login`, text: 'Sign in' }), 410)
      // Nobody is signed in by a link alone: it may have been sent on by somebody who wants others in his own account.
      const done = pages.messagePage('Your address is confirmed', 'Thank you. You can go on now.', { href: `${publicUrl}/login`, text: 'Continue' })
      return (await goOn(request, reply, id)) ?? html(reply, done)
    })
  }

  server.get('/idp/reset', async (request, reply) => {
    const { token = '', ix = '' } = queryOf(request)
    const who = await accounts.holderOf(token, 'reset')
    return who
      ? html(reply, pages.resetPage(ix || null, { token, email: who.email }))
      : html(reply, pages.messagePage('Link no longer valid', spentLink, { href: '/idp/forgot', text: 'Ask for a new link' }), 410)
  })

  server.get('/idp/verify', async (request, reply) => {
    const { token = '', ix = '' } = queryOf(request)
    const who = await accounts.holderOf(token, 'verify')
    return who
      ? html(reply, pages.verifyPage(ix || null, { token, email: who.email }))
      : html(reply, pages.messagePage('Link no longer valid', spentLink, { href: `${publicUrl}/login`, text: 'Sign in' }), 410)
  })
}
