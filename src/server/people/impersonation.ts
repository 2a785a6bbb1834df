import { sql } from 'kysely'
import type { MyProfile } from '../../api/people.ts'
import { impersonationMinutes, personRules, type UserStatus } from '../../domain/base/person.ts'
import type { Role } from '../../domain/base/roles.ts'
import type { App, CallContext } from '../base/call.ts'
import { onPlatform, readPlatform, system } from '../base/db/door.ts'
import { audit, rightsChanged } from '../base/events.ts'
import { enforce, found } from '../base/kit/refusals.ts'
import { fingerprint, randomToken } from '../base/kit/secrets.ts'
import { readActor } from './read-actor.ts'
import { readProfile } from './read-profile.ts'
import { closeImpersonation, startImpersonation, stopImpersonation } from './write.ts'
import type { Actor } from '../base/actor.ts'

const impersonationCookie = 'impersonation'

type AdminCall = CallContext & { actor: Actor }

/** Lets an admin act as another person. Sets the cookie, and returns that person's profile. */
export async function impersonate(
  call: AdminCall,
  { user_id, reason }: { user_id: string; reason?: string | undefined },
): Promise<MyProfile> {
  const { app, actor } = call
  const code = randomToken()
  const expires = new Date(Date.now() + impersonationMinutes * 60_000)
  const profile = await call.onPlatform(async (tx) => {
    const target = found(
      await tx
        .selectFrom('people')
        .select(['id', 'status', 'platform_role'])
        .where('id', '=', user_id)
        .executeTakeFirst(),
    )
    const facts = {
      role: target.platform_role as Role | null,
      status: target.status as UserStatus,
    }
    enforce(personRules.impersonate({ target: facts, already: actor.impersonation_id !== null }))
    const impersonation_id = await startImpersonation(tx, {
      admin_id: actor.person_id,
      target_id: target.id,
      session_hash: fingerprint(code),
      expires_at: expires.toISOString(),
    })
    const acting = await readActor(tx, target.id, null)
    await audit(tx, {
      action: 'impersonation.started',
      entity: 'person',
      entity_id: target.id,
      organization_id: acting.organization_id,
      after: { impersonation_id, expires_at: expires, reason },
    })
    return readProfile(tx, app, {
      ...acting,
      real_person_id: actor.person_id,
      impersonation_id,
    })
  })
  call.reply.setCookie(impersonationCookie, code, { ...cookieOptions(app), expires })
  return profile
}

/** Ends an impersonation, if one is running, and clears the cookie. */
export async function endImpersonation(call: AdminCall): Promise<void> {
  const { app, actor, cookies, reply } = call
  const admin_id = actor.real_person_id ?? actor.person_id
  const code = cookies[impersonationCookie]
  if (code) {
    await call.onPlatform(async (tx) => {
      const ended = await stopImpersonation(tx, { admin_id, session_hash: fingerprint(code) })
      if (!ended) return
      await audit(tx, {
        action: 'impersonation.stopped',
        entity: 'person',
        entity_id: ended.target_id,
        organization_id: actor.impersonation_id ? actor.organization_id : null,
        after: { impersonation_id: ended.id },
      })
      await rightsChanged(tx, [admin_id])
    })
  }
  reply.clearCookie(impersonationCookie, cookieOptions(app))
}

type Expired = {
  id: string
  admin_id: string
  target_id: string
  expires_at: string
  organization_id: string | null
}

/** Ends impersonations whose time is over, in the history of the business they began in. */
export async function endExpiredImpersonations({ store }: Pick<App, 'store'>): Promise<void> {
  const { rows } = await readPlatform(store, system, (tx) =>
    sql<Expired>`
      select i.id, i.admin_id, i.target_id, i.expires_at, a.organization_id from impersonations i
      left join audit a on a.at = i.started_at and a.action = 'impersonation.started' and a.after ->> 'impersonation_id' = i.id::text
      where i.ended_at is null and i.expires_at <= now() order by i.id`.execute(tx),
  )
  for (const { id, admin_id, target_id, expires_at, organization_id } of rows) {
    const cause = { person_id: target_id, real_person_id: admin_id, impersonation_id: id }
    await onPlatform(store, cause, async (tx) => {
      if (!(await closeImpersonation(tx, id))) return
      await audit(tx, {
        action: 'impersonation.expired',
        entity: 'person',
        entity_id: target_id,
        organization_id,
        after: { impersonation_id: id, expires_at },
      })
    })
  }
}

const cookieOptions = (app: App) => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: app.config.PUBLIC_URL.startsWith('https:'),
})
