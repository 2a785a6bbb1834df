import { randomInt } from 'node:crypto'
import { cpSync } from 'node:fs'
import { unpackWindow, type PackedWindow } from '../../src/api/schedule-packed.ts'
import { addDays } from '../../src/domain/dates.ts'
import { bulkStatements, statedWeek } from './bulk.ts'
import { fire, median, quiet, send, type Shot } from './load.ts'
import { bearer, comparisonHead, comparisonLine, ms, verdict, type Peer, type Place, type Stage } from './stage.ts'

const owner = 'owner@bright-side.example'
const today = new Date().toISOString().slice(0, 10)
const weekFrom = (from: string, days = 7) => `from=${from}&to=${addDays(from, days - 1)}`
/** A hundred and sixty days to begin at, three lengths: so many windows nobody has asked for yet. */
const windowAt = (n: number) => weekFrom(addDays(today, (n % 160) - 130), 7 - (Math.floor(n / 160) % 3))

/** P2, P6, P7: the week of the stated business, cold and kept, what a new rule costs there, and that no process ever shows an old one. */
export async function measureWeek(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(...bulkStatements({ slug: 'week', owner_email: owner, ...statedWeek }))
  await place.sql('vacuum analyze')
  const [ids] = await place.sql(
    `select o.id, (select id from services s where s.organization_id = o.id limit 1) as service_id from organizations o where slug = 'week'`,
  )
  const customers = (await place.sql(`select id from customers where organization_id = '${ids.id}' order by id`)).map(({ id }) => id as string)
  const thin = await place.thin(ids.id)
  const ours = await place.product()
  const auth = bearer(stage.tokenOf(ours, owner))
  const zipped = { ...auth, 'accept-encoding': 'gzip' }
  const changeAll = () => place.sql(`update organizations set revision = revision + 1 where id = '${ids.id}'`)
  // The triggers that notice it are off for whoever writes past every wall.
  const changePlan = () => place.sql(`update organizations set revision = revision + 1, plan_revision = plan_revision + 1 where id = '${ids.id}'`)

  comparisonHead.forEach(stage.say)
  const ruleAt = (n: number) => ({ customer_id: customers[n % customers.length]!, start_date: addDays(today, 1 + (Math.floor(n / customers.length) % 300)) })
  const rule = await stage.compare(
    {
      peer: ours,
      shot: (n) => ({
        method: 'POST',
        path: '/api/schedule',
        headers: auth,
        body: JSON.stringify({ ...ruleAt(n), service_key: 'service_1', pattern: 'every_x_weeks', interval: 3, start_minutes: 540 }),
      }),
    },
    {
      peer: thin,
      shot: (n) => {
        const { customer_id, start_date } = ruleAt(n)
        const body = { customer_id, service_id: ids.service_id, pattern: 'weekly', start_date, end_date: addDays(start_date, 365), start_minutes: 540 }
        return { method: 'POST', path: '/rules', body: JSON.stringify(body) }
      },
    },
  )
  // The goal is forty times what the peer takes a second, where the bare handler took 7,648: 38 % of it.
  stage.say(comparisonLine('P2', 'create a recurring rule', rule, { p50: 2.5, rps: 38 }))
  // Back to the stated business: the rules just made would make the week another one.
  await place.sql(`delete from rules where organization_id = '${ids.id}' and start_date > current_date`, 'vacuum analyze rules')
  await changePlan()

  const cold = await stage.compare(
    { peer: ours, shot: (n) => ({ method: 'GET', path: `/api/schedule/packed?${windowAt(n)}`, headers: zipped }) },
    { peer: thin, shot: (n) => ({ method: 'GET', path: `/week?${windowAt(n)}` }) },
    90,
    changeAll,
  )
  stage.say(comparisonLine('P6', 'week of 2,000 visits, cold', cold, { p50: 1.6 }))
  await sayWithoutPlans(stage, { ours, thin, headers: zipped, changePlan })
  const week = weekFrom(addDays(today, 1))
  const kept = await stage.compare(
    { peer: ours, shot: () => ({ method: 'GET', path: `/api/schedule/packed?${week}`, headers: zipped }) },
    { peer: thin, shot: () => ({ method: 'GET', path: `/week/kept?${week}` }) },
    2000,
  )
  stage.say(comparisonLine('P7', 'the same week, unchanged, from kept bytes', kept, { p50: 1.6 }))
  const etag = (await send(ours.base, { method: 'GET', path: `/api/schedule/packed?${week}`, headers: zipped })).headers['etag'] as string
  const same = await stage.compare(
    { peer: ours, shot: () => ({ method: 'GET', path: `/api/schedule/packed?${week}`, headers: { ...zipped, 'if-none-match': etag } }) },
    { peer: thin, shot: () => ({ method: 'GET', path: `/week/kept?${week}` }) },
    1000,
  )
  // 304 is the wanted answer here, and `fire` counts it as none.
  stage.say(comparisonLine('P7', 'the same, asked with its ETag (304), against kept bytes', { ...same, errors: 0 }, { p50: 1.6 }))

  const size = async (path: string) => (await send(ours.base, { method: 'GET', path: `${path}?${week}`, headers: zipped })).bytes
  const packed = await size('/api/schedule/packed')
  const visits = JSON.parse((await send(ours.base, { method: 'GET', path: `/api/schedule?${week}`, headers: auth })).text).occurrences.length
  stage.say(
    `\nP6 size of ${visits} visits, gzip: ${(packed / 1000).toFixed(1)} kB packed (wanted ≤ 60): ${verdict(packed <= 60_000)}; ${Math.round((await size('/api/schedule')) / 1000)} kB as GET /api/schedule; thin ${Math.round((await send(thin.base, { method: 'GET', path: `/week?${week}` })).bytes / 1000)} kB.`,
  )
  await thin.stop()
  await checkNeverStale(stage, place, ours)
  await ours.stop()
}

/** What a cold week takes when rules or customers changed too, so that nothing at all is known of it. */
async function sayWithoutPlans(
  stage: Stage,
  { ours, thin, headers, changePlan }: { ours: Peer; thin: Peer; headers: Record<string, string>; changePlan(): Promise<unknown> },
): Promise<void> {
  const taken: { ours: number; thin: number }[] = []
  for (let round = 0; round < stage.rounds; round++) {
    const at = (n: number) => windowAt(n + 60 * round)
    await quiet()
    const bare = await fire(thin.base, 1, 60, (n) => ({ method: 'GET', path: `/week?${at(n)}` }), stage.limit_ms)
    const whole = await fire(
      ours.base,
      1,
      60,
      (n) => changePlan().then(() => ({ method: 'GET', path: `/api/schedule/packed?${at(n)}`, headers })),
      2 * stage.limit_ms,
    )
    taken.push({ ours: whole.p50, thin: bare.p50 })
  }
  const best = (side: 'ours' | 'thin') => ms(Math.min(...taken.map((one) => one[side])))
  const ratio = median(taken.map((one) => one.ours / one.thin))
  stage.say(
    `| P6 | the same, right after a rule or a customer changed: nothing is known | ${best('ours')} ms | ${best('thin')} ms | p50 ${ratio.toFixed(2)}x | | | |`,
  )
}

/** Writes on one of two processes, then reads on either: what was acknowledged must be seen, kept bytes or not. */
async function checkNeverStale(stage: Stage, place: Place, ours: Peer): Promise<void> {
  // A folder of its own, with the same secrets in it: the sandbox of payments keeps its own beside them.
  const folder = `${place.folder}-second`
  cpSync(place.folder, folder, { recursive: true, filter: (path) => !path.endsWith('lock') })
  // Both are known by the address of the first, whose tokens both take.
  const peers = [ours, await place.product({ DATA_DIR: folder, PUBLIC_URL: `http://localhost:${ours.base.port}` })] as const
  const auth = bearer(stage.tokenOf(ours, 'owner@green-acres.example'))
  const window = weekFrom(addDays(today, 1))
  const read = (peer: Peer, headers: Shot['headers'] = {}) =>
    send(peer.base, { method: 'GET', path: `/api/schedule/packed?${window}`, headers: { ...auth, ...headers } })
  const { occurrences } = unpackWindow(JSON.parse((await read(ours)).text) as PackedWindow)
  const free = occurrences.filter(({ status }) => status === 'scheduled')
  const wanted = stage.isQuick ? 400 : 10_000
  let [checks, stale, notModified] = [0, 0, 0]
  const worker = async (own: typeof free) => {
    const known = new Map<Peer, { etag: string; text: string }>()
    const written = new Map<string, number>()
    while (checks < wanted && own.length) {
      checks++
      const { id } = own[randomInt(own.length)]!
      // One in four checks writes nothing: what is kept must still be right then.
      if (randomInt(4) || !written.has(id)) {
        const start_minutes = 420 + 5 * randomInt(120)
        const answer = await send(peers[randomInt(2)]!.base, {
          method: 'POST',
          path: '/api/schedule/set-time',
          headers: auth,
          body: JSON.stringify({ rule_id: id, start_minutes }),
        })
        if (answer.status !== 200) throw new Error(`Setting a time answered ${answer.status}: ${answer.text}`)
        written.set(id, start_minutes)
      }
      const peer = peers[randomInt(2)]!
      const before = known.get(peer)
      const answer = await read(peer, before && randomInt(2) ? { 'if-none-match': before.etag } : {})
      if (answer.status === 304) notModified++
      const text = answer.status === 304 ? before!.text : answer.text
      known.set(peer, { etag: answer.headers['etag'] as string, text })
      const seen = unpackWindow(JSON.parse(text) as PackedWindow).occurrences.find((visit) => visit.id === id)
      if (seen?.start_minutes !== written.get(id)) stale++
    }
  }
  const workers = 4
  await Promise.all(Array.from({ length: workers }, (_, n) => worker(free.filter((__, at) => at % workers === n))))
  await peers[1].stop()
  stage.say(
    `\nP7 never stale: ${checks.toLocaleString('en-US')} reads after acknowledged writes on two processes, ${notModified} of them 304: ${stale} stale: ${verdict(stale === 0 && checks >= wanted)}.`,
  )
}
