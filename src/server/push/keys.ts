import type { Config } from '../config.ts'
import type { Store } from '../db/store.ts'
import { keptSetting } from '../identity/secret.ts'
import { newPushKeys, type PushKeys } from '../outside/push.ts'
import { sealFor, unsealFor } from '../secrets.ts'

const purpose = 'push key'

/** The keys that name this installation to push services: configured, or made once and kept, the private one sealed. */
export async function pushKeys(store: Store, secret: Buffer, config: Config): Promise<PushKeys> {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = config
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY)
    return { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY }
  const kept = await keptSetting(store, 'push_keys', async () => {
    const { public_key, private_key } = await newPushKeys()
    return { public_key, sealed: sealFor(secret, purpose, private_key) }
  })
  const private_key = unsealFor(secret, purpose, kept.sealed)
  if (!private_key)
    throw new Error(
      'The push keys were stored with another installation secret. Delete the row push_keys of the table setting; every device has to be switched on again.',
    )
  return { public_key: kept.public_key, private_key }
}
