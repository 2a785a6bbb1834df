import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { readEmail } from '../../../domain/base/email.ts'
import { toE164 } from '../../../domain/base/phone.ts'
import { signInNotes, type Arrival } from './sign-in-result.ts'
import { askCodePage, enterCodePage } from './code-pages.ts'
import { formOf, html, limitsOf, sayTo, passkeyIn } from './page-requests.ts'
import type { Ended } from './second-step.ts'
import { byCode, byPasskey } from './sessions.ts'
import type { PageOptions } from './options.ts'
import * as pages from './pages.ts'
import type { Account } from './service.ts'

/** Longer than a message takes to be queued. */
const evenly_ms = 120

/** Signing in with a code that is sent to a mailbox or a phone. */
export function mountCodes(
  server: FastifyInstance,
  options: PageOptions,
  { arrival, ended }: { arrival: Arrival; ended: Ended },
): void {
  const { codes, interactions, outbox } = options
  const may = limitsOf(options)
  const notes = signInNotes(options)

  server.get('/idp/interaction/:uid/send-code', async (request, reply) => {
    const open = await interactions.find(request, reply)
    return open ? html(reply, askCodePage(sayTo(request), open.uid)) : ended(request, reply)
  })

  server.post('/idp/interaction/:uid/send-code', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return ended(request, reply)
    const say = sayTo(request)
    const typed = (formOf(request)['address'] ?? '').trim()
    const again = (status: number, fault: { summary?: string; fields?: Record<string, string> }) =>
      html(reply, askCodePage(say, open.uid, typed, fault), status)
    const address = readEmail(typed)?.toLowerCase() ?? toE164(typed)
    if (!address) return again(422, { fields: { address: say.words.validAddress } })
    if (!(await may.codeFrom(request))) return again(429, { summary: say.words.tooMany })
    // Takes as long, and says the same, for an address nobody has.
    await Promise.all([send(request, open.uid, { typed, address }), sleep(evenly_ms)])
    return html(reply, enterCodePage(say, open.uid, { typed, outbox }))
  })

  server.get('/idp/interaction/:uid/enter-code', async (request, reply) => {
    const open = await interactions.find(request, reply)
    const shown = { typed: '', outbox: null }
    return open
      ? html(reply, enterCodePage(sayTo(request), open.uid, shown))
      : ended(request, reply)
  })

  async function send(
    request: FastifyRequest,
    uid: string,
    { typed, address }: { typed: string; address: string },
  ): Promise<void> {
    const target = await codes.find(typed)
    // Counted for an address nobody has too, and for a device of theirs apart from all others.
    const mayGo = await may.codeTo(request, address, target?.account_id ?? null)
    await codes.forget(uid)
    if (!target || !mayGo) return
    const { by, to, name } = target
    const code = await codes.begin(uid, target)
    const { host } = new URL(options.publicUrl)
    const url = `${options.publicUrl}/idp/interaction/${encodeURIComponent(uid)}/enter-code`
    const data = { name, code, host, url }
    await arrival.send(request, {
      to,
      ...(by === 'sms' ? { by } : {}),
      template: 'sign_in_code',
      data,
    })
  }

  server.post('/idp/interaction/:uid/enter-code', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return ended(request, reply)
    const say = sayTo(request)
    const { address: typed = '', code = '' } = formOf(request)
    const again = (status: number, summary: string) =>
      html(reply, enterCodePage(say, open.uid, { typed, outbox }, { summary }), status)
    if (!(await may.signInFrom(request))) return again(429, say.words.tooMany)
    const arrived = await codes.spend(open.uid, code, say.locale)
    if (!arrived || arrived.account.disabled_at) {
      const account_id = arrived?.account.id ?? null
      notes.failed(request, { account_id, typed_email: typed }, 'code')
      return again(401, say.words.wrongSentCode)
    }
    const { account, phone } = arrived
    // A code from their own mailbox: the device needs no notice. A number can be taken over.
    const proven = { uid: open.uid, account, phone, isTrusted: phone === null, proof: byCode }
    return arrival.proceed(request, reply, proven)
  })
}

/** The page with every way to sign in. */
export const signInPageOf = async (
  { note, passkeys }: PageOptions,
  say: pages.Say,
  uid: string,
  shown: { email?: string; fault?: pages.Fault },
): Promise<string> =>
  pages.signInPage(say, uid, {
    ...shown,
    note,
    passkeys: passkeys.isOffered ? await passkeys.ask(uid) : null,
  })

/** Signing in with a passkey, which is first and second factor in one. */
export function mountPasskeys(
  server: FastifyInstance,
  options: PageOptions,
  { arrival, ended, admit }: { arrival: Arrival; ended: Ended; admit: Admit },
): void {
  const { accounts, interactions, passkeys } = options
  const may = limitsOf(options)
  const notes = signInNotes(options)

  server.post('/idp/interaction/:uid/passkey', async (request, reply) => {
    const open = await interactions.find(request, reply)
    if (!open) return ended(request, reply)
    const say = sayTo(request)
    const again = async (status: number, summary: string) =>
      html(reply, await signInPageOf(options, say, open.uid, { fault: { summary } }), status)
    if (!(await may.signInFrom(request))) return again(429, say.words.tooMany)
    const id = await passkeys.spend(open.uid, passkeyIn(request))
    const account = id ? await accounts.byId(id) : undefined
    if (!account || account.disabled_at) {
      notes.failed(request, { account_id: account?.id ?? null }, 'passkey')
      return again(401, say.words.wrongPasskey)
    }
    if (await accounts.mustVerifyFirst(account)) return admit(request, reply, open.uid, account)
    return arrival.enter(request, reply, account, {
      proof: byPasskey,
      isTrusted: open.step?.account_id === account.id && open.step.is_trusted,
      phone: open.step?.account_id === account.id ? open.step.phone : null,
    })
  })
}

type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
  account: Account,
) => Promise<FastifyReply>
