import type { imports } from '../../../api/imports.ts'
import { addDays, todayIn } from '../../../domain/base/dates.ts'
import { importRules } from '../../../domain/flows/import.ts'
import { recognize } from '../../../domain/flows/import-recognize.ts'
import type { Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readTimeZone } from '../../base/organizations/read.ts'
import { enforce, invalid } from '../../base/kit/refusals.ts'
import { checkFile } from './check.ts'
import { commitImport } from './commit.ts'
import { inviteImported } from './invite.ts'
import { readFile } from './read-file.ts'
import { readDetail, readImport, readImports, readRows } from './read.ts'
import { importTemplate } from './template.ts'
import { planUndo, undoImport } from './undo.ts'
import { addImport, setCheck, setMapping } from './write.ts'

export const importHandlers: Handlers<typeof imports> = {
  'GET /api/owner/imports': ({ readOrg }) =>
    readOrg(async (tx) => ({ imports: await readImports(tx) })),

  'GET /api/owner/imports/template': async ({ readOrg, reply }) => {
    const zone = await readOrg(readTimeZone)
    await reply
      .header('content-disposition', 'attachment; filename="import-template.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(importTemplate(addDays(todayIn(zone, new Date().toISOString()), 7)))
    return undefined as never
  },

  'POST /api/owner/imports': async ({ inOrg, raw_body, query }) => {
    if (!raw_body?.length) throw invalid({ file: 'Choose a file.' })
    const table = await readFile(raw_body)
    return inOrg(async (tx) =>
      readDetail(
        tx,
        await addImport(
          tx,
          query.file_name,
          table,
          recognize(
            table.headers,
            table.rows.map(({ cells }) => cells),
          ),
        ),
      ),
    )
  },

  'GET /api/owner/imports/{id}': ({ readOrg, params }) =>
    readOrg((tx) => readDetail(tx, params.id)),

  'POST /api/owner/imports/{id}/map': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockOpen(tx, params.id)
      if (body.mapping.length !== row.headers.length)
        throw invalid({ mapping: 'Choose what every column of the file is.' })
      await setMapping(tx, params.id, body.mapping, body.source)
      return readDetail(tx, params.id)
    }),

  'POST /api/owner/imports/{id}/dry-run': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockOpen(tx, params.id)
      const said = { choices: body.choices, answers: body.answers ?? row.answers }
      const { check } = await checkFile(tx, row, await readRows(tx, params.id), said)
      await setCheck(tx, params.id, said, check)
      return readDetail(tx, params.id)
    }),

  'POST /api/owner/imports/{id}/commit': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await commitImport(tx, params.id, body)
      return readDetail(tx, params.id)
    }),

  'GET /api/owner/imports/{id}/undo': ({ readOrg, params }) =>
    readOrg((tx) => planUndo(tx, params.id)),

  'POST /api/owner/imports/{id}/undo': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await undoImport(tx, params.id, body)
      return readDetail(tx, params.id)
    }),

  'POST /api/owner/imports/{id}/invite': ({ inOrg, app, params }) =>
    inOrg((tx) => inviteImported(tx, app, params.id)),
}

async function lockOpen(tx: OrgTx, id: string) {
  const row = await readImport(tx, id, { lock: true })
  enforce(importRules.change(row))
  return row
}
