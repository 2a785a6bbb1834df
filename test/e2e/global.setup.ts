import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWebIfStale } from '../../scripts/build-web.ts'
import { worldFolder } from './server.ts'

const buildTemplate = new URL('../template.ts', import.meta.url).pathname

/** Builds the pages and the demo world once; every server of the journeys starts from a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhive-template-'))
  await Promise.all([buildWebIfStale(), promisify(execFile)(process.execPath, [buildTemplate, folder])])
  process.env[worldFolder] = folder
  return () => rm(folder, { recursive: true, force: true })
}
