import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Arrival } from './sign-in-result.ts'
import { html, sayTo, uidOf } from './page-requests.ts'
import * as pages from './pages.ts'
import type { Account } from './service.ts'
import type { PageOptions } from './options.ts'

type Onward = { href: string; text: string }

/** The address of a link in a letter; `uid` is the sign-in it goes on with. */
export const linkTo = (
  { publicUrl }: Pick<PageOptions, 'publicUrl'>,
  page: string,
  token: string,
  uid: string | null,
): string => `${publicUrl}/idp/${page}?token=${token}${uid ? `&ix=${encodeURIComponent(uid)}` : ''}`

/** What becomes of a link from a letter. */
export const mailedLinks = ({ interactions, publicUrl }: PageOptions, arrival: Arrival) => ({
  /** Where to sign in. */
  login: (text: string): Onward => ({ href: `${publicUrl}/login`, text }),

  /** Goes on with the sign-in it belongs to, if still open in this browser. */
  async resume(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
  ): Promise<FastifyReply | null> {
    const open = uidOf(request) ? await interactions.find(request, reply) : null
    return open
      ? arrival.proceed(request, reply, { uid: open.uid, account, isTrusted: true })
      : null
  },

  /** It was used, or has expired. */
  spent(request: FastifyRequest, reply: FastifyReply, onward?: Onward): FastifyReply {
    const say = sayTo(request)
    const { spent, spentText, newLink } = say.words
    const next = onward ?? { href: '/idp/forgot', text: newLink }
    return html(reply, pages.messagePage(say, spent, spentText, next), 410)
  },
})
export type MailedLinks = ReturnType<typeof mailedLinks>
