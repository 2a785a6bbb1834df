import type { announcements } from '../../../api/announcements.ts'
import type { Handlers } from '../../base/call.ts'
import { requirePostalAddress } from '../../base/organizations/read.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import { preview } from './telling.ts'
import { readAnnouncements } from './read.ts'
import { addAnnouncement, stopAnnouncement } from './write.ts'

const readOne = async (tx: OrgTx, id: string) => found((await readAnnouncements(tx, id))[0])

export const announcementHandlers: Handlers<typeof announcements> = {
  'GET /api/owner/announcements': ({ readOrg }) =>
    readOrg(async (tx) => ({ announcements: await readAnnouncements(tx) })),

  'POST /api/owner/announcements/preview': ({ readOrg, body }) =>
    readOrg(async (tx) => {
      if (body.kind === 'promotion') await requirePostalAddress(tx)
      return preview(tx, body)
    }),

  'POST /api/owner/announcements': ({ inOrg, body, actor }) =>
    inOrg(async (tx) => {
      if (body.kind === 'promotion') await requirePostalAddress(tx)
      return readOne(tx, await addAnnouncement(tx, body, actor.person_id))
    }),

  'POST /api/owner/announcements/{id}/stop': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await stopAnnouncement(tx, await readOne(tx, params.id))
      return readOne(tx, params.id)
    }),
}
