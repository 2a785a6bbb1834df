import type { FastifyRequest } from 'fastify'
import { originOf, type SecurityEvent } from '../security/log.ts'
import type { Account } from './accounts.ts'
import { isTicket } from './accounts.ts'
import type { PageOptions } from './page-routes.ts'
import type { Proof } from './sessions.ts'

type Tried = Pick<SecurityEvent, 'account_id' | 'typed_email' | 'detail'>

/** Whose sign-in was tried: an account, or an address without one. */
export const triedBy = (email: string, known: Account | undefined): Tried =>
  known ? { account_id: known.id } : { account_id: null, typed_email: email }

/** What the pages tell the security log. */
export const signInNotes = ({
  security,
  throttle,
}: Pick<PageOptions, 'security' | 'throttle'>) => ({
  /** `phone`: the number whose code let them in. */
  entered(
    request: FastifyRequest,
    account_id: string,
    { acr, amr }: Proof,
    phone: string | null = null,
  ): void {
    const detail = { acr, amr, ...(phone ? { phone } : {}) }
    security({ event: 'authn_login_success', account_id, detail }, originOf(request))
  },

  failed: (request: FastifyRequest, tried: Tried, factor: string): void =>
    security(
      { event: 'authn_login_fail', outcome: 'failure', ...tried, detail: { factor } },
      originOf(request),
    ),

  /** Once a minute, however often somebody tries. */
  async limited(request: FastifyRequest, tried: Tried): Promise<void> {
    const whose = tried.account_id ?? tried.typed_email
    if (await throttle.within(`note of a limit ${whose} from ${request.ip}`, 1, 60))
      security({ event: 'authn_login_fail_max', outcome: 'failure', ...tried }, originOf(request))
  },

  newPassword: (request: FastifyRequest, account_id: string, token: string): void =>
    security(
      {
        event: 'authn_password_change',
        account_id,
        detail: { with: isTicket(token) ? 'current password' : 'mailbox' },
      },
      originOf(request),
    ),
})
