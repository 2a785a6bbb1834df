import { createGzip } from 'node:zlib'
import type { App } from '../../base/call.ts'
import { inOrgAll, readOrgAtOnce, system } from '../../base/db/door.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyOffice } from '../../messages/tell.ts'
import { writeArchive, type Manifest } from './archive.ts'
import { createTar, type Tar } from './tar.ts'
import { addPart, setFailed, setPercent, setReady, startRun } from './write.ts'

/** Runs, whether they failed or their process was killed, before an archive is given up. */
const mostRuns = 3
/** Bytes of an archive in one row. */
const partSize = 1024 * 1024

type Wanted = { organization_id: string; export_id: string }
type BuildApp = Pick<App, 'store' | 'log'>

/**
 * Builds an archive: everything as it was at one moment, into a file on disk, then in pieces into the database, where every process can
 * read it. Repeating it begins again; a run that was overtaken stops.
 */
export async function buildExport(
  app: BuildApp,
  { organization_id, export_id }: Wanted,
): Promise<void> {
  const { store } = app
  const run = await inOrgAll(store, organization_id, system, (tx) => startRun(tx, export_id))
  if (run === null) return
  if (run > mostRuns) return giveUp(app, { organization_id, export_id })
  const progress = progressOf(app, organization_id, { id: export_id, run })
  try {
    const { tar, manifest } = await readAll(app, organization_id, progress.set)
    try {
      await progress.settled()
      await keep(app, organization_id, { id: export_id, run }, tar, manifest)
    } finally {
      await tar.close()
    }
  } catch (fault) {
    if (run < mostRuns) throw fault
    app.log.error({ err: fault, organization_id, export_id }, 'an archive could not be built')
    await giveUp(app, { organization_id, export_id })
  }
}

function readAll(
  { store }: BuildApp,
  organization_id: string,
  onProgress: (percent: number) => void,
): Promise<{ tar: Tar; manifest: Manifest }> {
  const made_at = new Date()
  return readOrgAtOnce(store, organization_id, system, async (tx) => {
    const tar = await createTar(made_at)
    try {
      return { tar, manifest: await writeArchive(tx, tar, made_at, onProgress) }
    } catch (fault) {
      await tar.close()
      throw fault
    }
  })
}

async function keep(
  { store }: BuildApp,
  organization_id: string,
  run: { id: string; run: number },
  tar: Tar,
  manifest: Manifest,
): Promise<void> {
  let n = 0
  let byte_count = 0
  const { stream } = await tar.read()
  const packed = stream.pipe(createGzip())
  stream.on('error', (fault) => packed.destroy(fault))
  for await (const content of piecesOf(packed)) {
    const isCurrent = await inOrgAll(store, organization_id, system, (tx) =>
      addPart(tx, run, n++, content),
    )
    if (!isCurrent) return
    byte_count += content.length
  }
  const row_count = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0)
  await inOrgAll(store, organization_id, system, async (tx) => {
    if (await setReady(tx, run, { row_count, byte_count }))
      await notifyOffice(
        tx,
        run.id,
        {
          kind: 'export_ended',
          data: { organization: manifest.organization, ready: true, url: page() },
        },
        ['owner'],
      )
  })
}

/** The bytes of a stream in pieces of one size. */
async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const bytes of stream) {
    held.push(bytes)
    size += bytes.length
    if (size < partSize) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size) yield Buffer.concat(held)
}

const page = () => homeUrl('/app/settings?tab=data')

async function giveUp({ store }: BuildApp, { organization_id, export_id }: Wanted): Promise<void> {
  await inOrgAll(store, organization_id, system, async (tx) => {
    if (!(await setFailed(tx, export_id))) return
    const organization = await tx
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
    await notifyOffice(
      tx,
      `${export_id}:failed`,
      { kind: 'export_ended', data: { organization, ready: false, url: page() } },
      ['owner'],
    )
  })
}

/**
 * Writes the percent down beside the reading. The embedded database has one connection, which the reading holds, so nobody waits for it
 * until the reading is over.
 */
function progressOf(
  { store }: BuildApp,
  organization_id: string,
  run: { id: string; run: number },
) {
  let writing: Promise<unknown> | null = null
  return {
    set(percent: number) {
      writing ??= inOrgAll(store, organization_id, system, (tx) => setPercent(tx, run, percent))
        .catch(() => {})
        .finally(() => (writing = null))
    },
    settled: () => writing,
  }
}
