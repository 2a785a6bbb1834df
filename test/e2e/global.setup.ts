import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebIfStale } from '../../src/server/build-web.ts'
import { makeTemplate } from '../template.ts'
import { worldFolder } from './server.ts'

/** Builds the pages and the demo world once; every journey server starts from a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  // A world that is given stays for the next run.
  if (process.env[worldFolder]) {
    await buildWebIfStale()
    return () => Promise.resolve()
  }
  const folder = await mkdtemp(join(tmpdir(), 'fieldhive-template-'))
  await Promise.all([buildWebIfStale(), makeTemplate(folder)])
  process.env[worldFolder] = folder
  return () => rm(folder, { recursive: true, force: true })
}
