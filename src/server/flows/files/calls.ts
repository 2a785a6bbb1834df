import type { files } from '../../../api/files.ts'
import { happenedAt } from '../../../domain/flows/crew-command.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { fileRules } from '../../../domain/base/file.ts'
import type { Handlers } from '../../base/call.ts'
import { enforce, found, invalid, notFound, refuseOtherWorker } from '../../base/kit/refusals.ts'
import { inSchedule } from '../../schedule/week/context.ts'
import { ownerOf } from './owner.ts'
import { pictureOf } from '../../base/kit/pictures.ts'
import { countFilesOfVisit, readContent, readFile } from './read.ts'
import { lockFile, removeFile, writeFile } from './write.ts'

export const fileHandlers: Handlers<typeof files> = {
  'PUT /api/photos/{client_id}': async (call) => {
    const { actor, params, query, raw_body } = call
    const { person_id } = actor
    refuseOtherWorker(actor, query.worker)
    if (!raw_body?.length) throw invalid({ file: 'Choose a photo.' })
    const picture = await pictureOf(raw_body)
    return inSchedule(call, async (ctx) => {
      const { tx } = ctx
      const id = params.client_id
      await lockFile(tx, id)
      const owner = await ownerOf({ ...ctx, actor }, query.visit)
      const known = await readFile(tx, id)
      // No matter who sent it: an id that is taken is another file.
      if (known && known.by_id !== person_id) throw notFound()
      if (known) return known
      enforce(fileRules.add({ count: await countFilesOfVisit(tx, owner) }))
      const { purpose, label = null } = query
      const made_at = happenedAt(query, new Date().toISOString())
      await writeFile(tx, owner, { id, purpose, label, person_id, made_at }, picture)
      return found(await readFile(tx, id))
    })
  },

  'GET /api/photos/{id}': async ({ readOrg, params, query, reply }) => {
    const { bytes, type } = found(await readOrg((tx) => readContent(tx, params.id, query.size)))
    await reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .type(query.size === 'full' ? type : 'image/webp')
      .send(bytes)
    return undefined as never
  },

  'DELETE /api/photos/{id}': (call) => {
    refuseOtherWorker(call.actor, call.query.worker)
    return inSchedule(call, async ({ tx, calendar, may }) => {
      // With the caller's own sight: what they cannot see, they cannot remove.
      const file = found(await readFile(tx, call.params.id))
      if (file.removed_at) return { ok: true }
      enforce(
        fileRules.remove({
          by_crew: may.by_crew,
          is_own: file.by_id === may.person_id,
          made_on: todayIn(calendar.time_zone, file.at),
          today: calendar.today,
        }),
      )
      await removeFile(tx, file.id)
      return { ok: true }
    })
  },
}
