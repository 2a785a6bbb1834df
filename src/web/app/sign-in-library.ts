import {
  ErrorResponse,
  UserManager,
  WebStorageStateStore,
  type SigninSilentArgs,
  type User,
} from 'oidc-client-ts'
import type { PublicConfig } from '../../api/people.ts'
import { staleAfter_s, statePrefix } from './start-sign-in.ts'
import { storePrefix } from './stored-session.ts'

// Everything that needs the sign-in library; a page with a valid token does not wait for it.

/** A user manager that renews once for all tabs and follows sign-in and sign-out in other tabs. */
export class TabSafeUserManager extends UserManager {
  #busy: Promise<User | null> | undefined

  override signinSilent(args?: SigninSilentArgs): Promise<User | null> {
    return (this.#busy ??= this.#locked(args).finally(() => (this.#busy = undefined)))
  }

  async #locked(args?: SigninSilentArgs): Promise<User | null> {
    const seen = (await this.getUser())?.refresh_token
    const run = async (): Promise<User | null> => {
      const now = await this.getUser()
      // Another tab renewed while this one waited; reusing the old refresh token would end the
      // session everywhere.
      if (now && seen && now.refresh_token !== seen && !now.expired) {
        await this.events.load(now)
        return now
      }
      return super.signinSilent(args)
    }
    // Web locks exist only in secure contexts; on a plain-http LAN host, the server's leeway has to
    // suffice.
    return navigator.locks ? navigator.locks.request('fieldhive-renew', run) : run()
  }

  /** Whether the provider refused, rather than the network failing. */
  isRefusal(error: unknown): boolean {
    return error instanceof ErrorResponse
  }

  followOtherTabs(prefix: string): void {
    addEventListener('storage', (event) => {
      if (event.key !== null && event.key !== prefix + this._userStoreKey) return
      void this.getUser().then((user) => (user ? this.events.load(user) : this.events.unload()))
    })
  }
}

export function createManager(
  config: PublicConfig,
  { loaded, unloaded }: { loaded: (user: User) => void; unloaded: () => void },
): TabSafeUserManager {
  const made = new TabSafeUserManager({
    authority: config.authority,
    client_id: config.client_id,
    redirect_uri: `${location.origin}/auth/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: config.scope,
    extraQueryParams: { audience: config.audience },
    staleStateAgeInSeconds: staleAfter_s,
    loadUserInfo: false,
    userStore: new WebStorageStateStore({ store: localStorage, prefix: storePrefix }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: statePrefix }),
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: 60,
    silentRequestTimeoutInSeconds: 6,
    monitorSession: false,
    revokeTokensOnSignout: true,
    revokeTokenTypes: ['refresh_token'],
    // Some providers answer a revocation with an empty text body; without this, log-out would stop
    // halfway.
    revokeTokenAdditionalContentTypes: ['text/plain'],
  })
  made.events.addUserLoaded(loaded)
  made.events.addUserUnloaded(unloaded)
  made.followOtherTabs(storePrefix)
  return made
}
