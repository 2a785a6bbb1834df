import { Agent, get } from 'node:http'
import { addDays } from '../../src/domain/base/dates.ts'
import { ownedStatements, smallStatements } from './bulk.ts'
import { cpuOf, machineCpu, memoryOf, quiet, send, type Shot } from './load.ts'
import { bearer, ms, type Peer, type Place, type Stage } from './stage.ts'

// A Monday morning: many businesses with 75 visits a week, their screens open, and calls that arrive at a rate of their own,
// however long the ones before take. The rate rises until nineteen of twenty calls are no longer answered within 150 ms.

const goal_ms = 150
const rates = [50, 100, 150, 200, 250, 300, 350, 400]
/** Nobody waits this long: a rate with so many calls under way has collapsed. */
const mostUnderWay = 2_000

type Business = {
  headers: Record<string, string>
  token: string
  customers: string[]
  /** Names of visits of the last seven days that are not done yet, today's last. */
  open: string[]
}
type Kind = { name: string; share: number; shot: (of: Business, n: number) => Shot }

/** The calls of a morning, in hundredths. */
const kindsOn = (today: string): Kind[] => {
  const read = (name: string, share: number, path: (of: Business, n: number) => string): Kind => ({
    name,
    share,
    shot: (of, n) => ({ method: 'GET', path: path(of, n), headers: of.headers }),
  })
  return [
    {
      name: 'complete',
      share: 12,
      shot: ({ headers, open }) => {
        const visit = open.pop()
        if (!visit) throw new Error('A business has no visit left to complete.')
        const path = `/api/schedule/${visit}/complete`
        return { method: 'POST', path, headers, body: '{}' }
      },
    },
    {
      name: 'new customer',
      share: 4,
      shot: ({ headers }, n) => ({
        method: 'POST',
        path: '/api/owner/customers',
        headers,
        body: JSON.stringify({
          name: `Morning ${n}`,
          email: `morning${n}.${performance.now()}@example.org`,
        }),
      }),
    },
    read('day', 22, () => `/api/schedule?from=${today}&to=${today}`),
    read('week', 12, () => `/api/schedule/week?from=${today}&to=${addDays(today, 6)}`),
    read('who am I', 16, () => '/api/auth/me'),
    read('customers', 10, () => '/api/owner/customers?limit=50'),
    read(
      'customer',
      12,
      ({ customers }, n) => `/api/owner/customers/${customers[n % customers.length]}`,
    ),
    read('invoices', 12, () => '/api/invoices?limit=50'),
  ]
}

/** G1: the highest rate that holds, what a call costs there, and what is used up first. */
export async function measureCapacity(stage: Stage): Promise<void> {
  const [businesses, streams] = stage.isQuick ? [100, 300] : [1_000, 3_000]
  const place = await stage.world('PostgreSQL')
  const [{ today }] = (await place.sql<{ today: string }>(
    `select (now() at time zone 'America/New_York')::date::text as today`,
  )) as [{ today: string }]
  await place.sql(...smallStatements(1, businesses), ...ownedStatements())
  await place.sql('vacuum analyze')
  const peer = await place.product()
  const all = await businessesOf(peer, place, today)
  const kinds = kindsOn(today)
  const opened = await openStreams(peer, all, streams)
  stage.say(
    `${businesses} businesses, ${streams} streams opened in ${ms(opened.took_ms / 1000)} s, ${opened.failed} refused. The mix, in hundredths: ${kinds.map(({ name, share }) => `${name} ${share}`).join(', ')}.\n`,
  )
  await atRate(peer, all, kinds, 25, stage.isQuick ? 3 : 15)
  stage.say('| Wanted | Answered | p50 | p95 | Errors | CPU a call | Process, database | Memory |')
  stage.say('|---|---|---|---|---|---|---|---|')
  let held = 0
  for (const rate of rates) {
    await quiet(4_000)
    const taken = await atRate(peer, all, kinds, rate, stage.isQuick ? 4 : 20)
    stage.say(
      `| ${rate}/s | ${Math.round(taken.answered)}/s | ${ms(taken.p50)} ms | ${ms(taken.p95)} ms | ${taken.errors} | ${ms(taken.cpu_ms)} ms | ${Math.round(taken.own * 100)} %, ${Math.round(taken.others * 100)} % of a core | ${Math.round(memoryOf(peer.child.pid!))} MiB |`,
    )
    if (taken.p95 > goal_ms || taken.errors > 0) {
      stage.say(
        `\nBeyond ${held}/s the ${taken.own > taken.others ? "process's own CPU" : 'CPU of the database'} is used up first. Slowest: ${taken.slowest}.`,
      )
      break
    }
    held = rate
  }
  stage.say(
    `\nG1: ${held}/s held (goal 300/s with p95 ≤ ${goal_ms} ms). Streams, client and database share the cores.\n`,
  )
  opened.close()
  await peer.stop()
}

async function businessesOf(peer: Peer, place: Place, today: string): Promise<Business[]> {
  const rows = await place.sql<{ email: string; customers: string[]; open: string[] }>(
    `select p.email, array(select id::text from customers c where c.organization_id = o.id) as customers,
      array(select r.series_id || ':' || d::date from rules r, generate_series('${today}'::date - 6, '${today}'::date, '1 day') d
        where r.organization_id = o.id and r.start_date <= d and (d::date - r.start_date) % 7 = 0 order by d) as open
    from organizations o join people p on p.id = o.owner_person_id where o.slug like 'small-%' order by o.slug`,
  )
  return Promise.all(
    rows.map(async ({ email, customers, open }) => {
      const { status, text } = await send(peer.base, {
        method: 'POST',
        path: '/idp/development/token',
        headers: {
          'x-fieldhive-development': '1',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ email }).toString(),
      })
      if (status !== 200) throw new Error(`No token for ${email}: ${text}`)
      return { headers: bearer(text), token: text, customers, open }
    }),
  )
}

/** Opens streams spread over all businesses; resolves when each has been accepted or refused. */
async function openStreams({ base }: Peer, all: readonly Business[], count: number) {
  const agent = new Agent({ maxSockets: Infinity })
  const began = performance.now()
  let failed = 0
  await Promise.all(
    Array.from(
      { length: count },
      (_, n) =>
        new Promise<void>((resolve) => {
          const path = `/api/sse?access_token=${all[n % all.length]!.token}`
          get({ agent, host: base.hostname, port: base.port, path }, (answer) => {
            if (answer.statusCode !== 200) failed++
            answer.on('error', () => {}).resume()
            resolve()
          }).on('error', () => {
            failed++
            resolve()
          })
        }),
    ),
  )
  return { took_ms: performance.now() - began, failed, close: () => agent.destroy() }
}

/** Sends calls at a rate for some seconds; times count from the moment a call was due. */
async function atRate(
  peer: Peer,
  all: readonly Business[],
  kinds: readonly Kind[],
  rate: number,
  seconds: number,
) {
  const drawn = kinds.flatMap((kind) => Array<Kind>(kind.share).fill(kind))
  const times = new Map<string, number[]>(kinds.map(({ name }) => [name, []]))
  const [pid, count] = [peer.child.pid!, rate * seconds]
  let errors = 0
  let underWay = 0
  const calls: Promise<void>[] = []
  const before = { own: cpuOf(pid), client: process.cpuUsage(), machine: machineCpu() }
  const began = performance.now()
  const one = async (n: number, due: number): Promise<void> => {
    // 37 and 100 have no common divisor: each hundred calls has the whole mix.
    const kind = drawn[(n * 37) % 100]!
    underWay++
    const { status } = await send(peer.base, kind.shot(all[(n * 7) % all.length]!, n)).catch(
      () => ({ status: 0 }),
    )
    underWay--
    if (status < 200 || status > 299) errors++
    times.get(kind.name)!.push(performance.now() - due)
  }
  for (let n = 0; n < count; n++) {
    if (underWay >= mostUnderWay) break
    const due = began + (n * 1000) / rate
    const wait = due - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    calls.push(one(n, due))
  }
  await Promise.all(calls)
  const took = performance.now() - began
  const client = process.cpuUsage(before.client)
  const own = (cpuOf(pid) - before.own) / 1000
  const others = machineCpu() - before.machine - own - (client.user + client.system) / 1000
  const sorted = [...times.values()].flat().toSorted((a, b) => a - b)
  const p95 = (of: readonly number[]) => of[Math.floor(of.length * 0.95)] ?? NaN
  const slowest = [...times]
    .map(([name, of]) => ({ name, at: p95(of.toSorted((a, b) => a - b)) }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, 3)
  return {
    answered: (sorted.length / took) * 1000,
    p50: sorted[sorted.length >> 1] ?? NaN,
    p95: p95(sorted),
    errors,
    cpu_ms: own / sorted.length,
    own: own / took,
    others: others / took,
    slowest: slowest.map(({ name, at }) => `${name} ${Math.round(at)} ms`).join(', '),
  }
}
