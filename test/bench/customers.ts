import { bulkStatements } from './bulk.ts'
import { fire, median, send } from './load.ts'
import {
  bearer,
  comparisonHead,
  comparisonLine,
  ms,
  verdict,
  type Peer,
  type Stage,
} from './stage.ts'

const owner = 'owner@bright-side.example'

/** Adding a customer, and listing 10,000 customers and 10,000 invoices, with the last page as fast as the first (G7). */
export async function measureCustomers(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(
    ...bulkStatements({
      slug: 'many',
      owner_email: owner,
      customers: 10_000,
      rules: 3_000,
      visits: 20_000,
      invoices: 10_000,
    }),
  )
  await place.sql('vacuum analyze')
  const [{ id }] = (await place.sql(`select id from organizations where slug = 'many'`)) as [
    { id: string },
  ]
  const thin = await place.thin(id)
  const ours = await place.product()
  const headers = bearer(stage.tokenOf(ours, owner))

  comparisonHead.forEach(stage.say)
  const bodyAt = (who: string, n: number) =>
    JSON.stringify({
      name: `${who} Customer ${n}`,
      email: `${who}${n}@example.org`,
      phone_number: `+1919${2_000_000 + n}`,
      street: `${n} Elm St`,
      city: 'Cary',
      state: 'NC',
      zip: '27511',
    })
  const create = await stage.compare(
    {
      peer: ours,
      shot: (n) => ({
        method: 'POST',
        path: '/api/owner/customers',
        headers,
        body: bodyAt('ours', n),
      }),
    },
    { peer: thin, shot: (n) => ({ method: 'POST', path: '/customers', body: bodyAt('thin', n) }) },
  )
  stage.say(comparisonLine('create a customer', create))
  for (const [what, path, thinPath] of [
    ['list 50 of 10,000 invoices', '/api/invoices?limit=50', '/invoices'],
    ['list 50 of 10,000 customers', '/api/owner/customers?limit=50', '/customers'],
  ] as const) {
    const list = await stage.compare(
      { peer: ours, shot: () => ({ method: 'GET', path, headers }) },
      { peer: thin, shot: () => ({ method: 'GET', path: thinPath }) },
    )
    stage.say(comparisonLine(what, list))
  }
  stage.say()
  for (const [what, path] of [
    ['invoices', '/api/invoices?limit=50'],
    ['customers', '/api/owner/customers?limit=50'],
  ] as const) {
    const last = await pageAfter(ours, path, headers, 199)
    const ratios: number[] = []
    let best = { first: Infinity, last: Infinity }
    for (let round = 0; round < stage.rounds * 3; round++) {
      const first = await fire(ours.base, 1, 100, () => ({ method: 'GET', path, headers }))
      const late = await fire(ours.base, 1, 100, () => ({
        method: 'GET',
        path: `${path}&cursor=${encodeURIComponent(last)}`,
        headers,
      }))
      ratios.push(late.p50 / first.p50)
      best = { first: Math.min(best.first, first.p50), last: Math.min(best.last, late.p50) }
    }
    const ratio = median(ratios)
    stage.say(
      `G7 ${what}: page 200 ${ms(best.last)} ms, page 1 ${ms(best.first)} ms, ${ratio.toFixed(2)}x (goal ≤ 1.3): ${verdict(ratio <= 1.3)}.\n`,
    )
  }
  await thin.stop()
  await ours.stop()
}

/** The cursor of the page after this many rows. */
async function pageAfter(
  peer: Peer,
  path: string,
  headers: Record<string, string>,
  pages: number,
): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const answer = await send(peer.base, {
      method: 'GET',
      path: cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path,
      headers,
    })
    const next = (JSON.parse(answer.text) as { next_cursor: string | null }).next_cursor
    if (!next) throw new Error(`${path} ended after ${page + 1} pages`)
    cursor = next
  }
  return cursor
}
