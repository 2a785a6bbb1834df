import type { FastifyInstance } from 'fastify'
import { deviceOf } from '../../domain/push.ts'
import { onPlatform, system } from '../db/door.ts'
import * as pages from './code-pages.ts'
import { endEverySignIn } from './empty-account.ts'
import type { MailedLinks } from './mailed-links.ts'
import { formOf, html, limitsOf, queryOf, sayTo } from './page-requests.ts'
import type { PageOptions } from './page-routes.ts'
import { byDevice } from './sessions.ts'
import { signInNotes } from './sign-in-notes.ts'

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
      ? html(reply, pages.devicePage(say, { token, ...open }))
      : links.spent(request, reply, links.login(say.words.signIn))
  })

  server.post('/idp/device', async (request, reply) => {
    const say = sayTo(request)
    if (!(await may.signInFrom(request))) return html(reply, pages.askAgainPage(say), 429)
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
