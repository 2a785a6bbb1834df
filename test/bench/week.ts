import { randomInt } from 'node:crypto'
import { cpSync } from 'node:fs'
import { joinWeek, type ScheduleWeek } from '../../src/api/week.ts'
import { addDays } from '../../src/domain/base/dates.ts'
import { bulkStatements, statedWeek } from './bulk.ts'
import { fire, median, quiet, send, type Measured, type Shot } from './load.ts'
import { bearer, ms, verdict, type Peer, type Place, type Stage } from './stage.ts'

const owner = 'owner@bright-side.example'
const today = new Date().toISOString().slice(0, 10)
const call = '/api/schedule/week'
const weekFrom = (from: string) => `${call}?from=${from}&to=${addDays(from, 6)}`
const weekAt = (n: number) => weekFrom(addDays(today, (n % 40) - 20))

/** G3: a week of 2,000 visits, uncached and cached, its size, and that no process ever returns a stale one. */
export async function measureWeek(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(...bulkStatements({ slug: 'week', owner_email: owner, ...statedWeek }))
  await place.sql('vacuum analyze')
  const ours = await place.product()
  const auth = bearer(stage.tokenOf(ours, owner))
  await measureReads(stage, place, ours, { ...auth, 'accept-encoding': 'gzip, br' })
  await checkNeverStale(stage, place, ours)
  await ours.stop()
}

async function measureReads(
  { rounds, limit_ms, say }: Stage,
  place: Place,
  { base }: Peer,
  headers: Record<string, string>,
): Promise<void> {
  const get = (path: string, more: Shot['headers'] = {}): Shot => ({
    method: 'GET',
    path,
    headers: { ...headers, ...more },
  })
  const changed = () => place.sql(`update organizations set revision = revision + 1`)
  const week = weekFrom(today)
  let etag: string | undefined
  const known = async () => (etag ??= (await send(base, get(week))).headers['etag'] as string)
  const ways: [string, number, (n: number) => Promise<Shot>][] = [
    ['cold', 60, (n) => changed().then(() => get(weekAt(n)))],
    ['unchanged, from kept bytes', 1000, async () => get(week)],
    [
      'unchanged, asked with its ETag (304)',
      1000,
      async () => get(week, { 'if-none-match': await known() }),
    ],
  ]
  say('| Week of 2,000 visits, one caller | p50, median of rounds | p95 | Goal | |')
  say('|---|---|---|---|---|')
  for (const [what, calls, shot] of ways) {
    const taken: Measured[] = []
    for (let round = 0; round < rounds; round++) {
      await quiet()
      taken.push(await fire(base, 1, calls, shot, limit_ms))
    }
    const [p50, p95] = [median(taken.map((one) => one.p50)), median(taken.map((one) => one.p95))]
    const limit = what === 'cold' ? 100 : 1
    say(
      `| ${what} | ${ms(p50)} ms | ${ms(p95)} ms | p50 ≤ ${limit} ms | ${verdict(p50 <= limit)} |`,
    )
  }
  const kB = (await send(base, get(week))).bytes / 1000
  say(`\nG3 size, Brotli: ${kB.toFixed(1)} kB (goal ≤ 130): ${verdict(kB <= 130)}.`)
}

/** Writes on one of two processes, then reads on either: acknowledged writes must be visible, cached or not. */
async function checkNeverStale(stage: Stage, place: Place, ours: Peer): Promise<void> {
  // A separate folder with the same secrets, because the payment sandbox stores its files there, too.
  const folder = `${place.folder}-second`
  cpSync(place.folder, folder, { recursive: true, filter: (path) => !path.endsWith('lock') })
  // Both use the first one's public URL, so both accept its tokens.
  const peers = [
    ours,
    await place.product({ DATA_DIR: folder, PUBLIC_URL: `http://localhost:${ours.base.port}` }),
  ] as const
  const auth = bearer(stage.tokenOf(ours, 'owner@green-acres.example'))
  const window = weekFrom(addDays(today, 1))
  const read = (peer: Peer, headers: Shot['headers'] = {}) =>
    send(peer.base, {
      method: 'GET',
      path: window,
      headers: { ...auth, ...headers },
    })
  const { occurrences } = joinWeek(JSON.parse((await read(ours)).text) as ScheduleWeek)
  const free = occurrences.filter(({ status }) => status === 'scheduled')
  const wanted = stage.isQuick ? 400 : 10_000
  let [checks, stale, notModified] = [0, 0, 0]
  const worker = async (own: typeof free) => {
    const known = new Map<Peer, { etag: string; text: string }>()
    const written = new Map<string, number>()
    while (checks < wanted && own.length) {
      checks++
      const { id } = own[randomInt(own.length)]!
      // One check in four writes nothing: the cached response must still be right.
      if (randomInt(4) || !written.has(id)) {
        const start_minutes = 420 + 5 * randomInt(120)
        const answer = await send(peers[randomInt(2)]!.base, {
          method: 'POST',
          path: '/api/schedule/set-time',
          headers: auth,
          body: JSON.stringify({ rule_id: id, start_minutes }),
        })
        if (answer.status !== 200)
          throw new Error(`Setting a time answered ${answer.status}: ${answer.text}`)
        written.set(id, start_minutes)
      }
      const peer = peers[randomInt(2)]!
      const before = known.get(peer)
      const answer = await read(
        peer,
        before && randomInt(2) ? { 'if-none-match': before.etag } : {},
      )
      if (answer.status === 304) notModified++
      const text = answer.status === 304 ? before!.text : answer.text
      known.set(peer, { etag: answer.headers['etag'] as string, text })
      const seen = joinWeek(JSON.parse(text) as ScheduleWeek).occurrences.find(
        (visit) => visit.id === id,
      )
      if (seen?.start_minutes !== written.get(id)) stale++
    }
  }
  const workers = 4
  await Promise.all(
    Array.from({ length: workers }, (_, n) => worker(free.filter((__, at) => at % workers === n))),
  )
  await peers[1].stop()
  stage.say(
    `\nG3 never stale: ${checks.toLocaleString('en-US')} reads after acknowledged writes on two processes, ${notModified} of them 304: ${stale} stale: ${verdict(stale === 0 && checks >= wanted)}.`,
  )
}
