import type { FastifyReply } from 'fastify'
import type { unsubscribe } from '../../../api/unsubscribe.ts'
import type { Handlers } from '../../base/call.ts'
import { readSwitch, showSwitch, turnSwitch } from './switch.ts'

/** Nothing here looks at a cookie: the link itself says whose messages and which sort. */
export const unsubscribeHandlers: Handlers<typeof unsubscribe> = {
  'GET /api/public/unsubscribe/{token}': async ({ app, params, reply }) =>
    send(reply, await showSwitch(app, readSwitch(app, params.token))),

  'POST /api/public/unsubscribe/{token}': async (call) =>
    send(call.reply, await turnSwitch(call, readSwitch(call.app, call.params.token), false)),

  'POST /api/public/unsubscribe/{token}/undo': async (call) =>
    send(call.reply, await turnSwitch(call, readSwitch(call.app, call.params.token), true)),
}

const send = async (reply: FastifyReply, html: string): Promise<never> => {
  await reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  return undefined as never
}
