import { fire, memoryOf, send } from './load.ts'
import {
  bearer,
  comparisonHead,
  comparisonLine,
  verdict,
  type Kind,
  type Peer,
  type Place,
  type Stage,
} from './stage.ts'

const owner = 'owner@green-acres.example'
const idOf = (answer: { id?: string; invoice?: { id: string } }): string =>
  answer.invoice?.id ?? answer.id ?? ''

/** The main journey's writes and the simplest read compared with a bare handler; invoice numbers under load; memory afterwards (G11). */
export async function measureInvoices(stage: Stage): Promise<void> {
  await onDatabase(stage, 'PostgreSQL')
  await onDatabase(stage, 'embedded')
}

async function onDatabase(stage: Stage, kind: Kind): Promise<void> {
  const place = await stage.world(kind)
  const [{ id: organization_id, customer_id }] = (await place.sql(
    `select o.id, (select c.id from customers c where c.organization_id = o.id and c.status = 'active' order by c.id desc limit 1) as customer_id
      from organizations o join people p on p.active_organization_id = o.id where p.email = '${owner}'`,
  )) as [{ id: string; customer_id: string }]
  const thin = await place.thin(organization_id)
  const ours = await place.product()
  const auth = bearer(stage.tokenOf(ours, owner))
  const crew = bearer(stage.tokenOf(ours, 'crew@green-acres.example'))
  const body = JSON.stringify({
    customer_id,
    lines: [1, 2, 3].map((k) => ({
      description: `Line ${k}`,
      quantity: k,
      unit_price_cents: 1500,
    })),
  })
  const create = { method: 'POST', path: '/api/invoices', body, headers: auth }
  const createThin = { method: 'POST', path: '/invoices', body }

  stage.say(`\n### ${kind}\n`)
  comparisonHead.forEach(stage.say)
  stage.say(
    comparisonLine(
      'invoice with 3 lines, gapless number',
      await stage.compare(
        { peer: ours, shot: () => create },
        { peer: thin, shot: () => createThin },
      ),
    ),
  )
  const wide = await fire(ours.base, 64, 640, () => create, 10_000)

  const open: { ours: string[]; theirs: string[] } = { ours: [], theirs: [] }
  const needed = stage.rounds * 5 * 400 + 100
  const fill = async (peer: Peer, into: string[], shot: typeof createThin) => {
    while (into.length < needed) into.push(idOf(JSON.parse((await send(peer.base, shot)).text)))
  }
  await Promise.all(Array.from({ length: 16 }, () => fill(ours, open.ours, create)))
  await Promise.all(Array.from({ length: 16 }, () => fill(thin, open.theirs, createThin)))
  const paid = await stage.compare(
    {
      peer: ours,
      shot: (n) => ({
        method: 'POST',
        path: `/api/invoices/${open.ours[n % open.ours.length]}/mark-paid`,
        body: '{"kind":"cash"}',
        headers: auth,
      }),
    },
    {
      peer: thin,
      shot: (n) => ({
        method: 'POST',
        path: `/invoices/${open.theirs[n % open.theirs.length]}/paid`,
        body: '{}',
      }),
    },
  )
  stage.say(comparisonLine('mark paid', paid))
  const key = await stage.compare(
    {
      peer: ours,
      shot: () => ({ method: 'GET', path: '/api/crew/shifts/current', headers: crew }),
    },
    { peer: thin, shot: () => ({ method: 'GET', path: '/one' }) },
    2000,
  )
  stage.say(comparisonLine('signed-in GET with one key look-up, against `select 1`', key))
  stage.say(
    `\nNumbers at 64 callers in one organization: ${wide.errors} errors in 640 calls, ${Math.round(wide.rps)}/s.`,
  )
  if (kind === 'PostgreSQL') await checkNumbers(stage, place, organization_id)
  const loaded = memoryOf(ours.child.pid!)
  const limit = kind === 'PostgreSQL' ? 220 : 600
  stage.say(
    `G11 memory (PSS) after the load: ${Math.round(loaded)} MiB (≤ ${limit}): ${verdict(loaded <= limit)}.`,
  )
  await thin.stop()
  await ours.stop()
}

async function checkNumbers({ say }: Stage, place: Place, organization_id: string): Promise<void> {
  const [row] = await place.sql<{ n: number; d: number; span: number }>(
    `select count(*)::int as n, count(distinct number)::int as d, (max(number) - min(number) + 1)::int as span from invoices where organization_id = '${organization_id}' and number is not null`,
  )
  say(
    `Invoices ${row!.n}, distinct numbers ${row!.d}, span ${row!.span}: ${verdict(row!.n === row!.d && row!.d === row!.span)} (0 gaps, 0 duplicates).`,
  )
}
