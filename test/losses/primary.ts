import { rmSync } from 'node:fs'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { pause } from '../faults/process.ts'
import { fill, newCluster, type Cluster } from './cluster.ts'
import { underLoad, type Lost } from './load.ts'

/** `outages_ms`: from each loss to the first write that a caller was told is done. */
export type Losses = Lost & { rounds: number; outages_ms: number[] }

const database = 'fieldhive'

/**
 * Two clusters, one of which follows the other and must have each write before its caller is told. Again and again the
 * first is lost: killed and its files deleted, or, every fourth time, its machine no longer answers. The second takes over,
 * and a new one follows it.
 */
export async function losePrimaries(rounds: number, say: (line: string) => void): Promise<Losses> {
  const clusters = [await newCluster(), await newCluster()]
  try {
    let [primary, standby] = clusters as [Cluster, Cluster]
    fill(primary)
    primary.start(asPrimary)
    await createDatabase(primary.url, database)
    await onDatabase(primary.url, `alter database ${database} reset synchronous_commit`)
    await follow(standby, primary)
    const hosts = clusters.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const url = `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`
    const outages_ms: number[] = []
    const lost = await underLoad({ url, visits: rounds * 12, say }, async ({ told, next }) => {
      for (let round = 1; round <= rounds; round++) {
        await pause(1_000 + Math.random() * 1_000)
        const lost_at = Date.now()
        const isHeld = round % 4 === 2
        if (isHeld) primary.hold()
        else await lose(primary)
        standby.call('pg_ctl', '-D', standby.data, '-w', 'promote')
        const promotion_ms = Date.now() - lost_at
        const outage_ms = (await next()) - lost_at
        outages_ms.push(outage_ms)
        say(
          `Round ${round}: ${isHeld ? 'held' : 'killed'}, ${told.length} writes told, promoted after ${promotion_ms} ms, back after ${outage_ms} ms`,
        )
        if (isHeld) await lose(primary)
        ;[primary, standby] = [standby, primary]
        await follow(standby, primary)
      }
    })
    return { ...lost, rounds, outages_ms }
  } finally {
    for (const one of clusters) one.remove()
  }
}

async function lose(cluster: Cluster): Promise<void> {
  await cluster.kill()
  rmSync(cluster.data, { recursive: true })
}

// Replication keeps the data here, so waiting for a disk would show nothing more.
const asPrimary = { fsync: 'off', full_page_writes: 'off' }

/** Fills a cluster from another, lets it follow, and from then on the other waits for it. */
async function follow(standby: Cluster, primary: Cluster): Promise<void> {
  const from = `host=127.0.0.1 port=${primary.port} user=postgres`
  const ways = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  standby.call('pg_basebackup', '-D', standby.data, '-d', from, ...ways)
  standby.start(asPrimary)
  await onDatabase(
    primary.url,
    "alter system set synchronous_standby_names = '*'",
    'select pg_reload_conf()',
  )
  const isFollowing = `do $$ begin
      for n in 1..1000 loop
        if exists (select from pg_stat_replication where sync_state = 'sync') then return; end if;
        perform pg_sleep(0.02), pg_stat_clear_snapshot();
      end loop;
      raise 'The standby does not follow';
    end $$`
  await onDatabase(primary.url, isFollowing)
}
