import type { admin } from '../../../api/admin.ts'
import { readBackupStanding } from '../../base/backup/nightly.ts'
import type { Handlers } from '../../base/call.ts'
import { found } from '../../base/kit/refusals.ts'
import { resetFactor } from '../../people/second-factor/reset.ts'
import { endShifts } from './end-shifts.ts'
import { inviteUser, inviteOwner, readOwnerInvitations } from './invite.ts'
import { createOrganization, updateOrganization } from './organizations.ts'
import {
  readOneOrganization,
  readOrganizations,
  readSummaries,
  readUser,
  readUsers,
} from './read.ts'
import { addUser, changeUser } from './users.ts'

export const adminHandlers: Handlers<typeof admin> = {
  'GET /api/admin/users': ({ readPlatform, query }) => readPlatform((tx) => readUsers(tx, query)),

  'GET /api/admin/organizations': ({ readPlatform, query }) =>
    readPlatform((tx) => readOrganizations(tx, query)),

  'GET /api/admin/organization-summary': ({ readPlatform, query }) =>
    readPlatform((tx) => readSummaries(tx, query)),

  'GET /api/admin/backup': async ({ app }) => ({
    is_made: app.config.BACKUP_DIR !== null,
    backup: await readBackupStanding(app.store),
  }),

  'POST /api/admin/create-user': ({ onPlatform, app, body, actor }) =>
    onPlatform(async (tx) => {
      const user = await addUser(tx, body)
      if (body.send_invite) await inviteUser(tx, app, { ...body, id: user.id }, actor.name)
      return { user, invited: body.send_invite, note: null }
    }),

  'POST /api/admin/update-user': async (call) => {
    const { onPlatform, body, actor } = call
    const user = await onPlatform((tx) => changeUser(tx, body, actor.person_id))
    await endShifts(call, user.id)
    return { user }
  },

  'POST /api/admin/users/{id}/second-factor-reset': async (call) => {
    const { id } = call.params
    const { status, organization_id } = found(await call.readPlatform((tx) => readUser(tx, id)))
    const action = 'POST /api/admin/users/{id}/second-factor-reset'
    await resetFactor(call, { action, person_id: id, status, elsewhere: false, organization_id })
    return { ok: true as const }
  },

  'POST /api/admin/create-organization': ({ onPlatform, body }) =>
    onPlatform(async (tx) => ({ organization: await createOrganization(tx, body) })),

  'POST /api/admin/update-organization': async (call) => {
    await updateOrganization(call, call.body)
    const row = await call.readPlatform((tx) => readOneOrganization(tx, call.body.id))
    return { organization: found(row) }
  },

  'POST /api/admin/owner-invitations': ({ onPlatform, app, body }) =>
    onPlatform(async (tx) => ({ invite: await inviteOwner(tx, app, body) })),

  'GET /api/admin/owner-invitations/recent': ({ readPlatform, app, query }) =>
    readPlatform(async (tx) => ({ invites: await readOwnerInvitations(tx, app, query.limit) })),
}
