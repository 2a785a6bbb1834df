import type { FastifyInstance } from 'fastify'
import { deviceOf } from '../../../domain/messages/push.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import { askAgainPage, devicePage, undoPage } from './code-pages.ts'
import { endEverySignIn } from './empty-account.ts'
import type { MailedLinks } from './mailed-links.ts'
import { formOf, html, limitsOf, queryOf, sayTo } from './page-requests.ts'
import { byDevice } from './sessions.ts'
import { signInNotes } from './sign-in-result.ts'
import type { PageOptions } from './options.ts'
import { originOf } from '../../base/security/log.ts'
import * as pages from './pages.ts'

/** The page a QR code of the office opens: signs this one device in. */
export function mountDevices(
  server: FastifyInstance,
  options: PageOptions,
  { links }: { links: MailedLinks },
): void {
  const { deviceLinks, interactions, publicUrl } = options
  const may = limitsOf(options)
  const notes = signInNotes(options)

  server.get('/idp/device', async (request, reply) => {
    const { token = '' } = queryOf(request)
    const say = sayTo(request)
    const open = await deviceLinks.read(token)
    return open
      ? html(reply, devicePage(say, { token, ...open }))
      : links.spent(request, reply, links.login(say.words.signIn))
  })

  server.post('/idp/device', async (request, reply) => {
    const say = sayTo(request)
    if (!(await may.signInFrom(request))) return html(reply, askAgainPage(say), 429)
    const { token = '' } = formOf(request)
    const open = await deviceLinks.read(token)
    const link = open && (await deviceLinks.spend(token))
    if (!open || !link) return links.spent(request, reply, links.login(say.words.signIn))
    notes.entered(request, link.account_id, byDevice)
    await options.deviceSetUp({
      ...link,
      name: open.name,
      ...deviceOf(request.headers['user-agent'] ?? ''),
    })
    // A lost phone stays signed in until then: the new one takes its place.
    await onPlatform(options.store, system, (tx) => endEverySignIn(tx, link.account_id))
    await interactions.startSession(request, reply, link.account_id, byDevice)
    // There they make a passkey or prove a number of their own.
    const next = encodeURIComponent('/app/account?start=sign-in')
    return reply.redirect(`${publicUrl}/login?entered=1&next=${next}`, 303)
  })
}

/** The page behind the link of a letter about a changed sign-in: takes the change back. */
export function mountUndo(
  server: FastifyInstance,
  { undos, security, ...options }: PageOptions,
  { links }: { links: MailedLinks },
): void {
  const may = limitsOf(options)

  server.get('/idp/undo', async (request, reply) => {
    const { token = '' } = queryOf(request)
    const say = sayTo(request)
    return (await undos.isOpen(token))
      ? html(reply, undoPage(say, token))
      : links.spent(request, reply, links.login(say.words.signIn))
  })

  server.post('/idp/undo', async (request, reply) => {
    const say = sayTo(request)
    if (!(await may.signInFrom(request))) return html(reply, askAgainPage(say), 429)
    const account_id = await undos.take(formOf(request)['token'] ?? '')
    if (!account_id) return links.spent(request, reply, links.login(say.words.signIn))
    const detail = { action: 'change taken back' }
    security({ event: 'authn_factor_change', account_id, detail }, originOf(request))
    const { undone, undoneText, newPasswordTitle } = say.words
    const next = { href: '/idp/forgot', text: newPasswordTitle }
    return html(reply, pages.messagePage(say, undone, undoneText, next))
  })
}
