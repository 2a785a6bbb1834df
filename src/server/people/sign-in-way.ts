import type { PublicConfig } from '../../api/people.ts'
import type { App } from '../base/call.ts'
import type { Config } from '../base/kit/config.ts'

type Way = Pick<PublicConfig, 'authority' | 'client_id' | 'audience' | 'scope'>

/** Where browsers sign in, and as whom they ask. `form_url`: the provider's first page, if it is ours; others are asked for theirs. */
export const signInWay = (
  config: Config,
  identity: App['identity'],
): Way & { form_url: string | null } => ({
  authority: identity?.issuer ?? config.OIDC_ISSUER ?? '',
  client_id: identity?.clientId ?? config.OIDC_CLIENT_ID,
  audience: config.OIDC_AUDIENCE,
  scope: 'openid profile email offline_access',
  form_url: identity ? `${identity.issuer}/auth` : null,
})
