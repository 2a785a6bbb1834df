import { fire, median, send, type Shot } from './load.ts'
import { bearer, ms, verdict, type Stage } from './stage.ts'

const owner = 'owner@green-acres.example'

/** What the office waits for once a week: the hours of 60 people out of 100,000 shifts, and an invoice as a PDF. */
export async function measureOffice(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(
    `with made as (insert into people (email, name) select 'clock' || n || '@mail.example', 'Clock ' || n from generate_series(1, 60) n returning id),
      business as (select active_organization_id as id from people where email = '${owner}'),
      joined as (insert into memberships (organization_id, person_id, role) select business.id, made.id, 'crew_member' from made, business returning organization_id, person_id)
    insert into shifts (organization_id, person_id, started_at, ended_at, reviewed_at)
    select organization_id, person_id, '2021-05-29T12:00:00Z'::timestamptz - n * interval '1 day', '2021-05-29T20:00:00Z'::timestamptz - n * interval '1 day', now()
    from joined, generate_series(1, 1667) n`,
    'analyze shifts',
  )
  const peer = await place.product()
  const headers = bearer(stage.tokenOf(peer, owner))
  const get = (path: string): Shot => ({ method: 'GET', path, headers })
  const { invoices } = JSON.parse((await send(peer.base, get('/api/invoices?limit=1'))).text) as {
    invoices: { id: string }[]
  }
  const shots: [string, Shot][] = [
    [
      'a week of hours, 60 people out of 100,000 shifts',
      get('/api/owner/timesheets?from=2021-05-16&to=2021-05-22'),
    ],
    ['an invoice as a PDF', get(`/api/invoices/${invoices[0]!.id}/pdf`)],
  ]
  for (const [what, shot] of shots) {
    const rounds: number[] = []
    let errors = 0
    for (let round = 0; round <= stage.rounds; round++) {
      const taken = await fire(peer.base, 1, 10, () => shot)
      errors += taken.errors
      // The first round warms up.
      if (round > 0) rounds.push(taken.p50)
    }
    const p50 = median(rounds)
    stage.say(
      `- ${what}: ${ms(p50)} ms (goal 150), ${errors} errors: ${verdict(p50 <= 150 && errors === 0)}`,
    )
  }
  await peer.stop()
}
