import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signInNotes, shownFactors, type Arrival } from './sign-in-result.ts'
import { formOf, html, limitsOf, queryOf, sayTo } from './page-requests.ts'
import * as pages from './code-pages.ts'
import { byPasswordAndCode } from './sessions.ts'
import type { Account } from './service.ts'
import type { PageOptions, Step } from './options.ts'

const step_ms = 10 * 60_000

/** The step a sign-in waits at, if its password was right not long ago. */
export function stepOf(result: unknown): Step['step'] | null {
  const step = (result as Partial<Step> | undefined)?.step
  return step && Date.now() - step.at < step_ms ? step : null
}

/** The page that asks for the code of the authenticator app, or a recovery code. */
export function mountSecondStep(
  server: FastifyInstance,
  options: PageOptions,
  { arrival, ended }: { arrival: Arrival; ended: Ended },
): void {
  const { accounts, interactions } = options
  const may = limitsOf(options)
  const notes = signInNotes(options)

  async function waiting(request: FastifyRequest, reply: FastifyReply) {
    const open = await interactions.find(request, reply)
    const account = open?.step ? await accounts.byId(open.step.account_id) : undefined
    return open?.step && account && !account.disabled_at
      ? { uid: open.uid, step: open.step, account }
      : null
  }

  const shownTo = async (request: FastifyRequest, uid: string, account_id: string) => ({
    ...(await shownFactors(options, uid, account_id)),
    isRecovery: queryOf(request)['screen'] === 'recovery',
  })

  server.get('/idp/interaction/:uid/code', async (request, reply) => {
    const found = await waiting(request, reply)
    return found
      ? html(
          reply,
          pages.codePage(
            sayTo(request),
            found.uid,
            await shownTo(request, found.uid, found.account.id),
          ),
        )
      : ended(request, reply)
  })

  server.post('/idp/interaction/:uid/code', async (request, reply) => {
    const found = await waiting(request, reply)
    if (!found) return ended(request, reply)
    const { uid, step, account } = found
    const { words } = sayTo(request)
    const shown = await shownTo(request, uid, account.id)
    const again = (status: number, summary: string) =>
      html(reply, pages.codePage(sayTo(request), uid, shown, { summary }), status)
    const tried = { account_id: account.id }
    if (!(await may.code(request, account))) {
      await notes.limited(request, tried)
      return again(429, words.tooMany)
    }
    const used = await options.factors.spend(account.id, formOf(request)['code'] ?? '')
    if (!used) {
      notes.failed(request, tried, 'code')
      return again(401, words.wrongCode)
    }
    await may.coded(request, account)
    if (used === 'recovery') await tellOfRecovery(request, account)
    return arrival.enter(request, reply, account, {
      proof: byPasswordAndCode,
      isTrusted: step.is_trusted,
      phone: step.phone,
    })
  })

  const tellOfRecovery = (request: FastifyRequest, { email, name }: Account) =>
    arrival.send(request, {
      to: email,
      template: 'second_factor_changed',
      data: { name, change: 'recovery', url: `${options.publicUrl}/app/account` },
    })
}
/** Answers somebody whose sign-in is no longer in progress. */
export type Ended = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
