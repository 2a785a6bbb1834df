import type { FastifyInstance } from 'fastify'
import { originOf } from '../security/log.ts'
import type { MailedLinks } from './mailed-links.ts'
import { formOf, html, limitsOf, queryOf, sayTo } from './page-requests.ts'
import type { PageOptions } from './page-routes.ts'
import { askAgainPage } from './code-pages.ts'
import * as pages from './pages.ts'
import { undoPage } from './undo-page.ts'

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
