import type { World } from '../../demo/world.ts'
import type { Store } from '../../src/server/base/db/store.ts'

/** Ids, tokens and moments of the clock, which differ from run to run and so give no order. */
const random = /[\w-]{20,}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.[\d+]+/g
/** How many of a kind are tried: they are in different states. */
const most = 6

export type KnownIds = {
  /** The id for a field of a body or a query. */
  named: (name: string) => string
  /** What may stand in a call's path, likeliest first. */
  inPath: (key: string, name: string) => string[]
}

/** Ids of the demo world by the names that calls give them; `visits` as `series:date`. */
export async function knownIds(
  store: Store,
  { green }: World,
  visits: string[],
): Promise<KnownIds> {
  const wire = await store.acquire()
  const rows = async (text: string, ...values: unknown[]) =>
    (await wire.query<Record<string, string>>(text, values)).rows
  const known: Record<string, string[]> = {}
  // Two rows may differ only in whose they are.
  const names = new Map(
    [green.people, green.customers].flatMap((kind) =>
      Object.entries(kind).map(([name, { id }]) => [id, name]),
    ),
  )
  const order = (text: string) => text.replace(random, (id) => names.get(id) ?? '')
  for (const { name } of await rows(
    "select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name) where table_schema = 'public' and column_name in ('id', 'organization_id') and table_type = 'BASE TABLE' group by 1 having count(*) = 2 order by 1",
  ))
    known[name!] = (
      await rows(
        `select id::text, of_kind::text as text from "${name}" of_kind where organization_id = $1 order by id`,
        green.id,
      )
    )
      .map(({ id, text }) => ({ id: id!, text: order(text!) }))
      .toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
      .slice(0, most)
      .map(({ id }) => id)
  const leads = await rows('select id::text from platform_leads order by email')
  wire.release()
  const { casey, ...others } = green.customers
  const customers = [casey!, ...Object.values(others)]
  Object.assign(known, {
    customers: customers.map(({ id }) => id),
    rules: [...visits, ...customers.flatMap(({ rules }) => rules.map(({ id }) => id))],
    series: casey!.rules.map(({ series_id }) => series_id),
    occurrences: visits,
    people: Object.values(green.people).map(({ id }) => id),
    teams: Object.values(green.teams),
    services: Object.values(green.services),
    invoices: Object.values(green.invoices),
    organizations: [green.id],
    leads: leads.map((row) => row['id']!),
    codes: [green.permanent_code],
    slugs: [green.slug],
    zips: ['27601'],
  })
  for (const [as, noun] of Object.entries({
    users: 'people',
    members: 'people',
    crew_members: 'people',
    applicators: 'people',
    persons: 'people',
  }))
    known[as] = known[noun]!
  const all = (noun: string): string[] => known[noun] ?? known[`${noun}s`] ?? []
  return {
    named: (name) => all(name.replace(/_ids?$/, ''))[0] ?? casey!.id,
    inPath(key, name) {
      if (name !== 'id') return all(name.replace(/_?[iI]d$/, '').replace(/^user$/, 'people'))
      const segment = key.split('/{id}')[0]!.split('/').at(-1)!
      return all(segment.replaceAll('-', '_')).slice(0, most)
    },
  }
}
