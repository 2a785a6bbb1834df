import { addDays } from '../../src/domain/base/dates.ts'
import { bulkStatements, smallStatements, statedWeek } from './bulk.ts'
import { fire, median, quiet, type Shot } from './load.ts'
import { bearer, verdict, type Peer, type Place, type Stage } from './stage.ts'

const today = new Date().toISOString().slice(0, 10)
type Business = {
  peer: Peer
  headers: Record<string, string>
  customers: string[]
  invoices: string[]
}
const works: [string, (of: Business, n: number) => Shot][] = [
  [
    'list of invoices',
    ({ headers }) => ({ method: 'GET', path: '/api/invoices?limit=50', headers }),
  ],
  [
    'list of customers',
    ({ headers }) => ({ method: 'GET', path: '/api/owner/customers?limit=50', headers }),
  ],
  [
    'one customer',
    ({ headers, customers }, n) => ({
      method: 'GET',
      path: `/api/owner/customers/${customers[n % customers.length]}`,
      headers,
    }),
  ],
  [
    'create a customer',
    ({ headers }, n) => ({
      method: 'POST',
      path: '/api/owner/customers',
      headers,
      body: JSON.stringify({
        name: `New ${n}`,
        email: `new${n}@example.org`,
        city: 'Cary',
        state: 'NC',
      }),
    }),
  ],
  [
    'mark paid',
    ({ headers, invoices }, n) => ({
      method: 'POST',
      path: `/api/invoices/${invoices[n]}/mark-paid`,
      headers,
      body: '{"kind":"cash"}',
    }),
  ],
  [
    'week',
    ({ headers }, n) => {
      const from = addDays(today, (n % 100) - 80)
      return {
        method: 'GET',
        path: `/api/schedule/week?from=${from}&to=${addDays(from, 6 - (Math.floor(n / 100) % 3))}`,
        headers: { ...headers, 'accept-encoding': 'gzip' },
      }
    },
  ],
]

/** G7: the cost of ten times the customers, and ten times the businesses. The week's response grows with its visits. */
export async function measureGrowth(stage: Stage): Promise<void> {
  const times = stage.isQuick ? 3 : 10
  const place = await stage.world('PostgreSQL')
  const grown = Object.fromEntries(
    Object.entries(statedWeek).map(([what, count]) => [what, count * times]),
  ) as typeof statedWeek
  await place.sql(
    ...bulkStatements({ slug: 'one', owner_email: 'owner@bright-side.example', ...statedWeek }),
    ...smallStatements(1, 100),
  )
  await place.sql('vacuum analyze')
  const crowded = await place.copy()
  await place.sql(
    ...bulkStatements({ slug: 'ten', owner_email: 'manager@bright-side.example', ...grown }),
  )
  await place.sql('vacuum analyze')
  await crowded.sql(...smallStatements(101, 100 * (times - 1)))
  await crowded.sql('vacuum analyze')

  const [here, there] = [await place.product(), await crowded.product()]
  const one = await businessIn(stage, place, here, 'one', 'owner@bright-side.example')
  const ten = await businessIn(stage, place, here, 'ten', 'manager@bright-side.example')
  const among = await businessIn(stage, crowded, there, 'one', 'owner@bright-side.example')
  stage.say(
    `| G7 | ${times}x customers, rules, visits, invoices | Wanted | | ${times}x businesses beside it | Wanted | |`,
  )
  stage.say('|---|---|---|---|---|---|---|')
  for (const [what, shot] of works) {
    let used = 0
    const taken: number[][] = [[], [], []]
    const calls = what === 'week' ? 30 : 80
    for (let round = 0; round < stage.rounds; round++) {
      for (const [at, business] of [one, ten, among].entries()) {
        await quiet(3_000)
        const from = used
        used += calls
        const { p50, errors } = await fire(
          business.peer.base,
          1,
          calls,
          (n) => shot(business, from + n),
          stage.limit_ms,
        )
        if (errors) throw new Error(`${what}: ${errors} errors`)
        taken[at]!.push(p50)
      }
    }
    const ratio = (at: number) =>
      median(taken[at]!.map((value, round) => value / taken[0]![round]!))
    const limit = what === 'week' ? times * 1.1 : 1.3
    stage.say(
      `| ${what} | ${ratio(1).toFixed(2)}x | ≤ ${limit}x | ${verdict(ratio(1) <= limit)} | ${ratio(2).toFixed(2)}x | ≤ 1.3x | ${verdict(ratio(2) <= 1.3)} |`,
    )
  }
  await here.stop()
  await there.stop()
}

async function businessIn(
  stage: Stage,
  place: Place,
  peer: Peer,
  slug: string,
  email: string,
): Promise<Business> {
  const of = `organization_id = (select id from organizations where slug = '${slug}')`
  const ids = async (text: string) => (await place.sql<{ id: string }>(text)).map(({ id }) => id)
  return {
    peer,
    headers: bearer(stage.tokenOf(peer, email)),
    customers: await ids(`select id from customers where ${of} order by md5(id::text) limit 500`),
    invoices: await ids(
      `select id from invoices where ${of} and money = 'none' order by md5(id::text) limit 3000`,
    ),
  }
}
