// Events: stored first, then delivered to the webhook endpoints of their kind.
import { apiVersion, find, schedule } from './call.ts'
import type { Call, Route, WebhookKind } from './call.ts'
import { missing } from './errors.ts'
import type { Row } from './store.ts'
import { createdPage, expandOnly, listPage, newId, now, publicForm } from './wire.ts'
import type { Fields } from './wire.ts'

/**
 * Records that `row` changed. Events of a connected account go to the Connect endpoints, others to
 * the platform's.
 */
export function emit(
  call: Call,
  type: string,
  row: Fields,
  previous?: Fields,
  account = call.account,
): void {
  const isConnected = account !== call.platform
  const kind: WebhookKind = isConnected ? 'connect' : 'platform'
  const endpoints = call.endpoints(kind)
  const event: Row = {
    id: newId('evt_'),
    object: 'event',
    ...(isConnected ? { account, context: account } : {}),
    api_version: apiVersion,
    created: now(),
    data: {
      object: publicForm(row),
      ...(previous ? { previous_attributes: publicForm(previous) } : {}),
    },
    livemode: false,
    pending_webhooks: endpoints,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  }
  call.tx.put(account, event)
  for (let index = 0; index < endpoints; index++) {
    schedule(call, {
      kind: 'webhook',
      due: Date.now(),
      account,
      subject: event.id,
      endpoint: kind,
      endpointIndex: index,
    })
  }
}

/** A v2 event has no object, only a reference to it; the platform's thin endpoint gets it. */
export function emitThin(
  call: Call,
  type: string,
  related: { id: string; type: string; url: string } | null,
  data?: Fields,
): void {
  const endpoints = call.endpoints('thin')
  const event: Row = {
    id: newId('evt_'),
    object: 'v2.core.event',
    created: new Date().toISOString(),
    livemode: false,
    ...(call.requestId
      ? {
          reason: {
            type: 'request',
            request: { id: call.requestId, idempotency_key: call.idempotencyKey },
          },
        }
      : {}),
    related_object: related,
    type,
    ...(data ? { data } : {}),
  }
  call.tx.put(call.platform, event)
  for (let index = 0; index < endpoints; index++) {
    schedule(call, {
      kind: 'webhook',
      due: Date.now(),
      account: call.platform,
      subject: event.id,
      endpoint: 'thin',
      endpointIndex: index,
    })
  }
}

/** What a thin endpoint receives: the event without its data. */
export function thinNotification(event: Row): Fields {
  const { data: _data, ...notification } = publicForm(event) as Row
  return notification
}

/** Adds how many endpoints have yet to receive the event. */
const withPending = (call: Call, event: Row): Row => ({
  ...event,
  pending_webhooks: call.tx.jobsOf(event.id),
})

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events/{id}',
    params: expandOnly,
    run: (call, id) => withPending(call, find(call, 'event', id)),
  },
  {
    method: 'GET',
    path: '/v1/events',
    params: {
      ...createdPage,
      type: 'string',
      types: { list: 'string' },
      delivery_success: 'boolean',
      related_object: 'string',
    },
    run: (call) => {
      const { type, types, delivery_success: delivered, related_object: related } = call.params
      const rows = call.tx
        .list(call.account, 'event')
        .filter(
          (event) =>
            (type === undefined || matches(event.type, type)) &&
            (types === undefined ||
              (types as string[]).some((wanted) => matches(event.type, wanted))) &&
            (delivered === undefined || (call.tx.jobsOf(event.id) === 0) === delivered) &&
            (related === undefined || event.data.object.id === related),
        )
      const found = listPage('/v1/events', rows, call.params)
      return { ...found, data: found.data.map((event: Row) => withPending(call, event)) }
    },
  },
  {
    method: 'GET',
    path: '/v2/core/events/{id}',
    params: {},
    run: (call, id) => {
      const event = call.tx.object(call.platform, id)
      if (event?.object !== 'v2.core.event') throw missing('event', id)
      return event
    },
  },
  {
    method: 'GET',
    path: '/v2/core/events',
    params: { object_id: 'string', types: { list: 'string' }, limit: 'integer', page: 'string' },
    run: (call) => {
      const { object_id: about, types, limit = 20, page: from = '0' } = call.params
      const rows = call.tx
        .list(call.platform, 'v2.core.event')
        .reverse()
        .filter(
          (event) =>
            (about === undefined || event.related_object?.id === about) &&
            (types === undefined || types.includes(event.type)),
        )
      const next = Number(from) + Math.min(limit, 100)
      return {
        data: rows.slice(Number(from), next),
        next_page_url: next < rows.length ? `/v2/core/events?page=${next}` : null,
        previous_page_url: null,
      }
    },
  },
]

/** `charge.*` matches every type that starts with `charge.`. */
const matches = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
