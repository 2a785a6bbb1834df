import type { Config } from '../../base/kit/config.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { Undeliverable } from '../../base/outside/faults.ts'
import { pushTo, newPushKeys, type PushKeys } from '../../base/outside/push.ts'
import { isOutbox } from '../../../domain/messages/push.ts'
import { forgetDevice } from './write.ts'
import { keptSetting } from '../../base/security/secret.ts'
import { sealFor, unsealFor } from '../../base/kit/secrets.ts'

export type PushSender = {
  /** What a browser subscribes with. */
  publicKey(): Promise<string>
  /** Shows a notice on every device of a person; one that takes it is enough. `seconds`: how long it is worth showing. */
  send(notice: {
    id: string
    person_id: string
    title: string
    body: string
    url: string
    seconds: number
  }): Promise<string>
}

/** Notices for the devices of our people. */
export function createPushSender(store: Store, secret: Buffer, config: Config): PushSender {
  let keys: Promise<PushKeys> | undefined
  const ownKeys = () =>
    (keys ??= pushKeys(store, secret, config).catch((fault: unknown) => {
      keys = undefined
      throw fault
    }))
  return {
    publicKey: async () => (await ownKeys()).public_key,
    async send({ id, person_id, title, body, url, seconds }) {
      const devices = await onPlatform(store, system, (tx) =>
        tx
          .selectFrom('push_subscriptions')
          .select(['endpoint', 'p256dh', 'auth'])
          .where('person_id', '=', person_id)
          .execute(),
      )
      const options = { keys: await ownKeys(), contact: `mailto:${config.SUPPORT_EMAIL}`, seconds }
      const faults: unknown[] = []
      for (const device of devices.filter(({ endpoint }) => !isOutbox(endpoint))) {
        try {
          await pushTo(device, { title, body, url, tag: id }, options)
        } catch (fault) {
          faults.push(fault)
          if (fault instanceof Undeliverable && fault.address)
            await onPlatform(store, system, (tx) => forgetDevice(tx, device.endpoint))
        }
      }
      if (devices.length > faults.length)
        return devices.every(({ endpoint }) => isOutbox(endpoint)) ? 'outbox' : id
      throw faultOf(faults)
    },
  }
}

/** A device may take it at the next try, unless every one of them refused for good. */
function faultOf(faults: readonly unknown[]): unknown {
  const passing = faults.find((fault) => !(fault instanceof Undeliverable))
  return passing ?? new Undeliverable('No device of this person takes notices anymore.')
}

const purpose = 'push key'

/** The keys that name this installation to push services: configured, or made once and kept, the private one sealed. */
async function pushKeys(store: Store, secret: Buffer, config: Config): Promise<PushKeys> {
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
