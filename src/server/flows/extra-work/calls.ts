import type { extraWork } from '../../../api/extra-work.ts'
import type { Handlers } from '../../base/call.ts'
import { inSchedule, readSchedule } from '../../schedule/week/context.ts'
import { confirmExtra, rejectExtra } from './bill.ts'
import { readExtraWork } from './read.ts'

export const extraWorkHandlers: Handlers<typeof extraWork> = {
  'GET /api/crew/services': (call) =>
    readSchedule(call, async ({ calendar, may }) => ({
      services: [...calendar.services.values()]
        .filter(({ active }) => active)
        .map(({ id, name, price_cents }) => ({
          id,
          name,
          price_cents: may.sees_prices ? price_cents : null,
        })),
    })),

  'GET /api/owner/extra-work': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readExtraWork(tx) })),

  'POST /api/owner/extra-work/{id}/confirm': (call) =>
    inSchedule(call, async (ctx) => ({
      ok: true as const,
      invoice_id: await confirmExtra(ctx, call.params.id, call.body),
    })),

  'POST /api/owner/extra-work/{id}/reject': (call) =>
    inSchedule(call, async (ctx) => {
      await rejectExtra(ctx, call.params.id, call.body.reason)
      return { ok: true as const }
    }),
}
