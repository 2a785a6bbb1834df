import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { rowsOf } from '../faults/business.ts'
import { pause } from '../faults/process.ts'
import { newCluster, person } from './cluster.ts'
import { underLoad, type Lost } from './load.ts'

/** `undone`: the files in which a cut dropped something, on average. */
export type Cuts = Lost & { cuts: number; undone: number }

const database = 'fieldhive'

/** A cluster on a disk that loses what was not synced whenever its power is cut. */
async function onUnsureDisk() {
  const place = mkdtempSync(join(tmpdir(), 'fieldhive-disk-'))
  const images = join(place, 'images')
  const library = join(place, 'power-cut.so')
  mkdirSync(images)
  const owner = person()
  for (const one of owner ? [place, images] : []) chownSync(one, owner!.uid, owner!.gid)
  const source = join(import.meta.dirname, 'power-cut.c')
  execFileSync('gcc', [
    '-shared',
    '-fPIC',
    '-O2',
    '-Wall',
    '-Werror',
    '-Wno-format-truncation',
    '-o',
    library,
    source,
  ])
  const cluster = await newCluster({ LD_PRELOAD: library, POWER_CUT_IMAGES: images })
  // It syncs all it made. Small files of its log, since each commit copies one.
  const first = ['-D', cluster.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']
  cluster.call('initdb', ...first, '--data-checksums', '--wal-segsize=1')
  return {
    cluster,
    /** Ends all processes and drops what was not synced; returns in how many files. */
    async cut(): Promise<number> {
      await cluster.kill()
      return putBack(cluster.data, images)
    },
    remove() {
      cluster.remove()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Two writes this close may bear the same time. */
const clockStep_ms = 100n

const isEqual = (one: string, other: string): boolean =>
  readFileSync(one).equals(readFileSync(other))

function putBack(folder: string, images: string): number {
  let undone = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const { ino, birthtimeNs, size, mtimeMs } = statSync(file, { bigint: true })
    const image = join(images, `${ino}-${birthtimeNs}`)
    const kept = statSync(image, { bigint: true, throwIfNoEntry: false })
    if (!kept) {
      if (size) undone++
      truncateSync(file)
    } else if (mtimeMs + clockStep_ms > kept.mtimeMs && !isEqual(file, image)) {
      undone++
      copyFileSync(image, file)
      utimesSync(file, 0, 0)
    }
  }
  return undone
}

/** Cuts the power of a database under load again and again. */
export async function cutPower(cuts: number, say: (line: string) => void): Promise<Cuts> {
  const disk = await onUnsureDisk()
  const { cluster } = disk
  try {
    cluster.start()
    await createDatabase(cluster.url, database)
    await onDatabase(cluster.url, `alter database ${database} reset synchronous_commit`)
    const url = Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href
    let undone = 0
    const lost = await underLoad({ url, visits: cuts * 6, say }, async ({ told, next }) => {
      for (let cut = 1; cut <= cuts; cut++) {
        await pause(400 + Math.random() * 800)
        undone += await disk.cut()
        cluster.start()
        await next()
        if (cut % 10 === 0 || cut === cuts) say(`Cut ${cut}: ${told.length} writes told`)
      }
    })
    return { ...lost, cuts, undone: undone / cuts }
  } finally {
    disk.remove()
  }
}

/** How many of 100 rows, told to be there, are gone after a cut: none if each waits for the disk. */
export async function rowsGone(waits: 'on' | 'off'): Promise<number> {
  const disk = await onUnsureDisk()
  const { cluster } = disk
  try {
    cluster.start({ synchronous_commit: waits, wal_writer_delay: '10s' })
    await onDatabase(cluster.url, 'create table told (n int)', 'checkpoint')
    const rows = Array.from({ length: 100 }, (_, n) => `insert into told values (${n})`)
    await onDatabase(cluster.url, ...rows)
    await disk.cut()
    cluster.start()
    const store = await openPostgres(cluster.url)
    const [row] = await rowsOf<{ n: number }>(store, 'select count(*) as n from told')
    await store.close()
    return 100 - row!.n
  } finally {
    disk.remove()
  }
}
