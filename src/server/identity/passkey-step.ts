import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from './accounts.ts'
import type { Arrival } from './arrival.ts'
import { html, limitsOf, passkeyIn, sayTo } from './page-requests.ts'
import type { PageOptions } from './page-routes.ts'
import * as pages from './pages.ts'
import type { Ended } from './second-step.ts'
import { byPasskey } from './sessions.ts'
import { signInNotes } from './sign-in-notes.ts'

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
