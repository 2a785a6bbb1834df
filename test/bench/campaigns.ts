import { send } from './load.ts'
import { bearer, verdict, type Stage } from './stage.ts'

const owner = 'owner@green-acres.example'
const many = 2000
const path = '/api/owner/price-campaigns'

/** A raise of 2,000 prices: seen, done, undone to the byte. */
export async function measureCampaigns(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(
    `with business as (select active_organization_id as id from people where email = '${owner}'),
      made as (insert into customers (organization_id, name, email, status, was_active, autopay_enabled)
        select b.id, 'Campaign ' || n, 'campaign' || n || '@mail.example', 'active', true, n % 4 = 0 from business b, generate_series(1, ${many}) n returning organization_id, id, autopay_enabled),
      tagged as (insert into consents (organization_id, customer_id, kind, accepted, cap_cents, text, text_hash)
        select organization_id, id, 'autopay', true, 4500, 'x', 'x' from made where autopay_enabled)
    insert into rules (organization_id, series_id, customer_id, service_id, pattern, anchor_date, start_date, price_cents)
      select m.organization_id, uuid7(), m.id, (select s.id from services s where s.organization_id = m.organization_id limit 1), 'weekly', current_date - 100, current_date - 100, 4500 from made m`,
    "update customers set tags = '{campaign}' where name like 'Campaign %'",
    'analyze',
  )
  const peer = await place.product()
  const headers = { ...bearer(stage.tokenOf(peer, owner)), 'content-type': 'application/json' }
  const post = async (to: string, body: object) => {
    const began = performance.now()
    const { text } = await send(peer.base, {
      method: 'POST',
      path: to,
      headers,
      body: JSON.stringify(body),
    })
    return { took: performance.now() - began, body: JSON.parse(text) }
  }
  const plans = async () =>
    (
      await place.sql(
        "select md5(string_agg(to_jsonb(r)::text, ',' order by r.id)) as hash from rules r where removed_at is null",
      )
    )[0]!.hash as string
  const draft = {
    filter: { tag: 'campaign' },
    raise: { by: 'percent', hundredths: 500, round_to: 50 },
    effective_on: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
    subject: 'New prices',
    text: '{service} costs {new_price} from {date}.',
    tells: true,
  }
  const before = await plans()
  // The first one warms up.
  await post(`${path}/preview`, draft)
  const seen = await post(`${path}/preview`, draft)
  const done = await post(path, { ...draft, preview: seen.body.preview })
  const undone = await post(`${path}/${done.body.id}/undo`, {})
  const is_same = (await plans()) === before
  const whole = (ms: number) => `${Math.round(ms)} ms`
  stage.say(
    `- preview of ${seen.body.lines.length} series: ${whole(seen.took)} (goal 2,000): ${verdict(seen.took <= 2000 && seen.body.lines.length === many)}`,
  )
  stage.say(`- applied: ${whole(done.took)} (goal 5,000): ${verdict(done.took <= 5000)}`)
  stage.say(
    `- undone: ${whole(undone.took)}, the plans are ${is_same ? 'equal to the byte' : '**not equal**'}: ${verdict(is_same)}`,
  )
  await peer.stop()
}
