import type { push } from '../../../api/push.ts'
import {
  deviceName,
  isOutbox,
  isPushService,
  type PushDevice,
} from '../../../domain/messages/push.ts'
import type { App, Handlers } from '../../base/call.ts'
import { audit } from '../../base/events.ts'
import { homeUrl } from '../links.ts'
import { readOffice } from '../recipient.ts'
import { isGoingOut, tell } from '../tell.ts'
import { found, refused } from '../../base/kit/refusals.ts'
import { keepDevice, removeDevice } from './write.ts'

const noDevice = () => refused('no_device', 'None of your devices shows notices yet.')

export const pushHandlers: Handlers<typeof push> = {
  'GET /api/me/push': async ({ app, actor, readOrg }) => {
    const rows = await readOrg((tx) =>
      tx
        .selectFrom('push_subscriptions')
        .select(['id', 'endpoint', 'agent', 'created_at'])
        .where('person_id', '=', actor.person_id)
        .orderBy('id')
        .execute(),
    )
    return {
      public_key: await app.push.publicKey(),
      takes_outbox: app.config.is_private,
      devices: rows.map(shown),
    }
  },

  'POST /api/me/push/subscribe': async ({ app, actor, body, agent, onPlatform }) => {
    if (!isReachable(app, body.endpoint))
      throw refused(
        'push_service_unknown',
        'We do not know this browser’s push service. Use Chrome, Edge, Firefox or Safari.',
      )
    return onPlatform(async (tx) => {
      const device = await keepDevice(tx, actor.person_id, body, agent)
      await audit(tx, {
        action: 'POST /api/me/push/subscribe',
        entity: 'person',
        entity_id: actor.person_id,
        after: { device: device.id },
      })
      return shown(device)
    })
  },

  'POST /api/me/push/unsubscribe': ({ actor, body, onPlatform }) =>
    onPlatform(async (tx) => {
      found(await removeDevice(tx, actor.person_id, body.id))
      await audit(tx, {
        action: 'POST /api/me/push/unsubscribe',
        entity: 'person',
        entity_id: actor.person_id,
        after: { device: body.id },
      })
      return { ok: true as const }
    }),

  'POST /api/me/push/test': ({ actor, inOrg }) =>
    inOrg(async (tx) => {
      const me = (await readOffice(tx)).find((one) => one.person_id === actor.person_id)
      if (!me?.recipient.push) throw noDevice()
      const sendings = await tell(tx, me, {
        kind: 'push_test',
        data: { url: homeUrl('/app/account') },
      })
      if (!isGoingOut(sendings)) throw noDevice()
      return { ok: true as const }
    }),
}

type Row = { id: string; endpoint: string; agent: string | null; created_at: string }
const shown = ({ id, endpoint, agent, created_at }: Row): PushDevice => ({
  id,
  endpoint,
  name: deviceName(agent ?? ''),
  created_at,
})

/** The server writes to push services only; on a developer's machine also to that machine and to the outbox. */
const isReachable = ({ config }: App, endpoint: string): boolean =>
  isPushService(endpoint) ||
  (config.is_private &&
    (isOutbox(endpoint) || /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(endpoint)))
