import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from './accounts.ts'
import type { Arrival } from './arrival.ts'
import { formOf, html, limitsOf, queryOf, sayTo } from './page-requests.ts'
import type { PageOptions } from './page-routes.ts'
import * as pages from './second-step-pages.ts'
import { byPasswordAndCode } from './sessions.ts'
import { signInNotes } from './sign-in-notes.ts'

/** Kept with the sign-in in progress, on the server: whose password was right, and when. */
export type Step = {
  step: { account_id: string; is_trusted: boolean; phone: string | null; at: number }
}

const step_ms = 10 * 60_000

/** The step a sign-in waits at, if its password was right not long ago. */
export function stepOf(result: unknown): Step['step'] | null {
  const step = (result as Partial<Step> | undefined)?.step
  return step && Date.now() - step.at < step_ms ? step : null
}

/** What a page offers an account after its password. */
export async function shownFactors(
  { factors, passkeys }: Pick<PageOptions, 'factors' | 'passkeys'>,
  uid: string,
  account_id: string,
): Promise<pages.Factor> {
  const state = await factors.read(account_id)
  return {
    has_app: state.has_app,
    passkeys: state.passkeys.length ? await passkeys.ask(uid, account_id) : null,
  }
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
export type Ended = (request: FastifyRequest, reply: FastifyReply) => FastifyReply
