import type { sales } from '../../../api/sales.ts'
import { leadAfter, leadRules, type LeadPatch } from '../../../domain/people/lead.ts'
import type { Handlers } from '../../base/call.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { enforce, invalid, refused } from '../../base/kit/refusals.ts'
import { lockLead, readLead, readLeadAfter, readLeads, readOverview, readSellers } from './read.ts'
import { addLeadByHand, addLeadNote, assignLead, changeLead } from './write.ts'
import type { Actor } from '../../base/actor.ts'

export const salesHandlers: Handlers<typeof sales> = {
  'GET /api/sales/leads': ({ readPlatform, actor, query }) =>
    readPlatform((tx) => readLeads(tx, actor, query)),

  'GET /api/sales/stats/overview': ({ readPlatform, actor }) =>
    readPlatform(async (tx) => ({ summary: await readOverview(tx, actor) })),

  'GET /api/sales/users': ({ readPlatform }) =>
    readPlatform(async (tx) => ({ users: await readSellers(tx) })),

  'POST /api/sales/leads': ({ onPlatform, actor, body }) =>
    onPlatform(async (tx) => {
      const { id, holder } = await addLeadByHand(tx, body, actor.person_id)
      if (actor.platform_role !== 'admin' && holder !== null && holder !== actor.person_id)
        throw refused('lead_known', 'A colleague already works on this lead.')
      await auditLead(tx, 'POST /api/sales/leads', id, body)
      return { lead: await readLead(tx, actor, id) }
    }),

  'POST /api/sales/leads/{id}/claim': ({ onPlatform, actor, params }) =>
    onPlatform(async (tx) => {
      // A colleague may have been faster: then the lead is no longer visible, but the refusal says why.
      const { holder } = await lockLead(tx, { ...actor, platform_role: 'admin' }, params.id)
      enforce(leadRules.claim(factsOf(holder, actor)))
      await assignLead(tx, params.id, actor.person_id)
      await auditLead(tx, 'POST /api/sales/leads/{id}/claim', params.id)
      return { lead: await readLead(tx, actor, params.id) }
    }),

  'POST /api/sales/leads/{id}/assign': ({ onPlatform, actor, params, body }) =>
    onPlatform(async (tx) => {
      const { holder } = await lockLead(tx, { ...actor, platform_role: 'admin' }, params.id)
      enforce(leadRules.assign(factsOf(holder, actor)))
      const sellers = await readSellers(tx)
      if (body.user_id && !sellers.some(({ id }) => id === body.user_id))
        throw invalid({ user_id: 'Choose somebody who works leads' })
      await assignLead(tx, params.id, body.user_id)
      await auditLead(tx, 'POST /api/sales/leads/{id}/assign', params.id, body, { user_id: holder })
      return { lead: await readLeadAfter(tx, params.id) }
    }),

  'PATCH /api/sales/leads/{id}': ({ onPlatform, actor, params, body }) =>
    onPlatform(async (tx) => {
      await patchLead(tx, actor, params.id, body)
      return { lead: await readLead(tx, actor, params.id) }
    }),

  'POST /api/sales/leads/{id}/notes': ({ onPlatform, actor, params, body }) =>
    onPlatform(async (tx) => {
      await lockLead(tx, actor, params.id)
      await addLeadNote(tx, params.id, actor.person_id, body.text)
      return { lead: await readLead(tx, actor, params.id) }
    }),
}

const factsOf = (holder: string | null, actor: Actor) => ({
  assigned_to_user_id: holder,
  actor_id: actor.person_id,
  is_admin: actor.platform_role === 'admin',
})

async function patchLead(
  tx: PlatformTx,
  actor: Actor,
  id: string,
  { version, stage, status, ...fields }: LeadPatch,
): Promise<void> {
  const before = await lockLead(tx, actor, id)
  if (version !== undefined && version !== before.version)
    throw refused('stale', 'Somebody changed this lead meanwhile. Reload to see the change.')
  const { holder: _, ...shown } = before
  await changeLead(tx, id, { ...fields, ...leadAfter(before, definedOf({ stage, status })) })
  await auditLead(tx, 'PATCH /api/sales/leads/{id}', id, { ...fields, stage, status }, shown)
}

const definedOf = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const auditLead = (
  tx: PlatformTx,
  action: string,
  id: string,
  after?: unknown,
  before?: unknown,
): Promise<void> => audit(tx, { action, entity: 'lead', entity_id: id, before, after })
