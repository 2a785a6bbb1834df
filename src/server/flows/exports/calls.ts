import { Readable } from 'node:stream'
import type { dataExports } from '../../../api/exports.ts'
import { exportRules } from '../../../domain/flows/export.ts'
import type { Handlers, ReadContext } from '../../base/call.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { originOfCall } from '../../base/security/log.ts'
import { readExport, readExports, readPart } from './read.ts'
import { addExport } from './write.ts'

export const exportHandlers: Handlers<typeof dataExports> = {
  'GET /api/owner/exports': ({ readOrg }) =>
    readOrg(async (tx) => ({ exports: await readExports(tx) })),

  'POST /api/owner/exports': async (call) => {
    const { inOrg, app, actor } = call
    const asked = await inOrg(async (tx) => {
      // Two presses at the same moment take turns.
      await tx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', tx.org)
        .forUpdate()
        .execute()
      const all = await readExports(tx)
      enforce(exportRules.start({ building: all.some(({ state }) => state === 'building') }))
      const export_id = await addExport(tx)
      await app.jobs.enqueue(tx, 'export.build', { organization_id: tx.org, export_id })
      return readExport(tx, export_id)
    })
    const { person_id, real_person_id, organization_id, session_id } = actor
    app.security(
      {
        event: 'sensitive_read',
        person_id,
        real_person_id,
        organization_id,
        session_uid: session_id,
        detail: { export: 'everything', id: asked.id },
      },
      originOfCall(call),
    )
    return asked
  },

  'GET /api/owner/exports/{id}/archive': async ({ readOrg, params, reply }) => {
    const { created_at } = await readOrg(async (tx) => {
      const archive = await readExport(tx, params.id)
      enforce(exportRules.download(archive))
      return archive
    })
    await reply
      .header(
        'content-disposition',
        `attachment; filename="fieldhive-${created_at.slice(0, 10)}.tar.gz"`,
      )
      .header('cache-control', 'no-store')
      .type('application/gzip')
      .send(Readable.from(partsOf(readOrg, params.id)))
    return undefined as never
  },
}

async function* partsOf(readOrg: ReadContext['readOrg'], id: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const part = await readOrg((tx) => readPart(tx, id, n))
    if (!part) return
    yield part
  }
}
