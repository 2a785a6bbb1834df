import type { services } from '../../../api/services.ts'
import type { Handlers } from '../call.ts'
import { readFollowers, readServices } from './read.ts'
import { addService, addServices, changeService } from './write.ts'

export const serviceHandlers: Handlers<typeof services> = {
  'GET /api/owner/services': ({ readOrg }) =>
    readOrg(async (tx) => ({ services: await readServices(tx) })),

  'GET /api/owner/services/{id}/followers': ({ readOrg, params }) =>
    readOrg((tx) => readFollowers(tx, params.id)),

  'POST /api/owner/services': ({ inOrg, body }) => inOrg((tx) => addService(tx, body)),

  'POST /api/owner/services/many': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await addServices(tx, body.services)
      return { services: await readServices(tx) }
    }),

  'PATCH /api/owner/services/{id}': ({ inOrg, params, body }) =>
    inOrg((tx) => changeService(tx, params.id, body)),
}
