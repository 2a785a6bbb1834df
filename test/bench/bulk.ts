// Businesses of any size, written with plain SQL: the benchmark measures reading them, not creating them.

export type Bulk = {
  slug: string
  /** The demo account that becomes the owner; from then on it signs in to this organization. */
  owner_email?: string
  customers: number
  rules: number
  visits: number
  invoices: number
}

/** The business for which the week's goals are stated. */
export const statedWeek = { customers: 2_000, rules: 3_000, visits: 60_000, invoices: 10_000 }

// An id with the time its row would have been created: a business's rows, and so their ids, are years apart.
const idAt = (age_days: string) =>
  `encode(overlay(uuid_send(uuid7()) placing substring(int8send((extract(epoch from now() - make_interval(secs => 86400 * (${age_days} + random()))) * 1000)::bigint) from 3) from 1 for 6), 'hex')::uuid`
const pick = (words: string, by: string) =>
  `(string_to_array('${words}', ' '))[1 + (${by}) % ${words.split(' ').length}]`
const firstNames =
  'Mary James Patricia Robert Jennifer John Linda Michael Elizabeth David Barbara William Susan Richard Jessica Joseph Karen Thomas Sarah Christopher Lisa Charles Nancy Daniel Sandra Matthew Ashley Anthony Emily Mark'
const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts'
const streets =
  'Oak Maple Cedar Pine Elm Washington Lake Hill Walnut Spring North Ridge Church Willow Mill Sunset Railroad Jackson Cherry West Park Highland Center Forest'
// A pseudo-random number from a counter: the same in every run.
const drawn = (n: string, salt: number) =>
  `abs(hashint8extended((${n})::bigint, ${salt}) % 1000003)`

/** The statements that create one business, with literal values instead of parameters. */
export function bulkStatements({
  slug,
  owner_email,
  customers,
  rules,
  visits,
  invoices,
}: Bulk): string[] {
  const org = `(select id from organizations where slug = '${slug}')`
  const person = owner_email
    ? `(select id from people where lower(email) = '${owner_email}')`
    : null
  return [
    `insert into organizations (slug, name, time_zone, owner_person_id, onboarding_step, onboarded_at, next_invoice_number, revision)
      values ('${slug}', 'Bulk ${slug}', 'America/New_York', ${person ?? 'null'}, 'billing', now(), ${invoices + 1}, 1)`,
    ...(person
      ? [
          `insert into memberships (organization_id, person_id, role) values (${org}, ${person}, 'owner')`,
          `update people set active_organization_id = ${org} where id = ${person}`,
        ]
      : []),
    `insert into teams (organization_id, name, color) select ${org}, 'Crew ' || g, '#2f7d5b' from generate_series(1, 12) g`,
    `insert into services (organization_id, key, name, price_cents, estimated_minutes)
      select ${org}, 'service_' || g, ${pick('Mowing Cleaning Pruning Weeding Edging Washing Hauling Raking', 'g - 1')}, 2500 + 500 * g, 30 + 15 * (g % 4) from generate_series(1, 8) g`,
    `create temporary table bulk_customers as
      select ${idAt(`720 * (1 - g / ${customers}.0)`)} as id, first || ' ' || last as name, lower(first || '.' || last) || g || '@example.com' as email,
        '+1919' || line as phone, '(919) ' || substr(line, 1, 3) || '-' || substr(line, 4) as phone_display, (1 + h % 9800) || ' ' || street || ' St' as street, city, '2751' || (h % 5) as zip,
        now() - make_interval(days => (720 * (1 - g / ${customers}.0))::int) as at
      from (select g, ${drawn('g', 1)} as h, ${pick(firstNames, drawn('g', 2))} as first, ${pick(lastNames, drawn('g', 3))} as last,
        lpad((2000000 + ${drawn('g', 4)} * 7 % 7999999)::text, 7, '0') as line, ${pick(streets, drawn('g', 5))} as street, ${pick('Raleigh Durham Cary Apex', drawn('g', 6))} as city
        from generate_series(1, ${customers}) g) c`,
    `insert into customers (organization_id, id, status, was_active, name, email, phone_number, phone_display, available_days, created_at)
      select ${org}, id, 'active', true, name, email, phone, phone_display, '{mon,tue,wed,thu,fri}', at from bulk_customers`,
    `insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default) select ${org}, id, street, city, 'NC', zip, true from bulk_customers`,
    `create temporary table bulk_rules as
      select g as n, ${idAt('(325 - g % 180)')} as id, c.id as customer_id, s.id as service_id, t.id as team_id,
        case when g % 10 < 5 then 'weekly' when g % 10 < 8 then 'every_x_weeks' else 'monthly' end as pattern, case when g % 10 in (5, 6, 7) then 2 else 1 end as step,
        current_date - 325 + g % 180 as start_date, current_date + 400 as end_date, 420 + 30 * (${drawn('g', 7)} % 18) as start_minutes
      from generate_series(1, ${rules}) g
      join (select id, row_number() over (order by id) as n from customers where organization_id = ${org}) c on c.n = 1 + (g - 1) % ${customers}
      join (select id, row_number() over (order by id) as n from services where organization_id = ${org}) s on s.n = 1 + ${drawn('g', 8)} % 8
      join (select id, row_number() over (order by id) as n from teams where organization_id = ${org}) t on t.n = 1 + ${drawn('g', 9)} % 12`,
    `insert into rules (organization_id, id, series_id, customer_id, service_id, team_id, pattern, interval, anchor_date, start_date, end_date, start_minutes, price_cents, notes, created_at, updated_at)
      select ${org}, id, id, customer_id, service_id, team_id, pattern, step, start_date, start_date, end_date, start_minutes, 2500 + 500 * (n % 9),
        case when n % 20 = 0 then 'Gate code ' || ${drawn('n', 10)} end, start_date, start_date from bulk_rules`,
    `insert into invoices (organization_id, id, number, customer_id, doc, money, sent_at, issued_at, paid_at, subtotal_cents, total_cents, paid_cents, due_date, effective_due_date, source, customer_name, customer_email, street, city, state, zip, created_at)
      select ${org}, ${idAt(`300 * (1 - g / ${invoices + 1}.0)`)}, g, c.id, 'open', case when g % 3 > 0 then 'paid' else 'none' end, at, at, case when g % 3 > 0 then at end, total, total,
        case when g % 3 > 0 then total else 0 end, at::date + 14, at::date + 14, 'manual', c.name, c.email, c.street, c.city, c.state, c.zip, at
      from (select g, now() - make_interval(days => (300 * (1 - g / ${invoices + 1}.0))::int) as at, 2500 + 500 * (g % 9) as total from generate_series(1, ${invoices}) g) i
      join (select b.id, b.name, b.email, b.street, b.city, 'NC' as state, b.zip, row_number() over (order by b.id) as n from bulk_customers b) c on c.n = 1 + (g - 1) % ${customers}`,
    // Every 25th paid $5 too much, which half of them have back.
    `create temporary table bulk_paid as select id as invoice_id, customer_id, total_cents, paid_at, n, uuid7() as credit_id, case when n % 25 = 0 then 500 else 0 end as kept
      from (select *, row_number() over (order by id) as n from invoices where organization_id = ${org} and money = 'paid') i`,
    `insert into credits (organization_id, id, customer_id, amount_cents, used_cents, reason, given_at)
      select ${org}, credit_id, customer_id, kept, case when n % 50 = 0 then kept else 0 end, 'Paid more than owed', paid_at from bulk_paid where kept > 0`,
    `insert into credit_uses (organization_id, credit_id, amount_cents, method) select ${org}, credit_id, kept, 'check' from bulk_paid where n % 50 = 0`,
    `insert into payments (organization_id, invoice_id, customer_id, kind, amount_cents, fee_cents, net_cents, status, captured_at, created_at, kept_cents, credit_id)
      select ${org}, invoice_id, customer_id, 'cash', total_cents + kept, 0, total_cents + kept, 'succeeded', paid_at, paid_at, kept, case when kept > 0 then credit_id end from bulk_paid`,
    `insert into visits (organization_id, series_id, original_date, rule_id, customer_id, date, status, skip_reason, completed_at, service_name, start_minutes, duration_minutes, team_id, price_cents)
      select ${org}, id, d, id, customer_id, case when (n + k) % 20 = 0 then d + 1 else d end,
        case when (n + k) % 25 = 0 then 'skipped' when d < current_date - 1 then 'completed' else 'scheduled' end, case when (n + k) % 25 = 0 then 'staff' end,
        case when (n + k) % 25 > 0 and d < current_date - 1 then d + interval '15 hours' end, null, start_minutes, 60, team_id, 2500 + 500 * (n % 9)
      from (select r.*, k, case when pattern = 'monthly' then (date_trunc('month', start_date) + make_interval(months => k) + make_interval(days =>
            least(extract(day from start_date)::int, extract(day from date_trunc('month', start_date) + make_interval(months => k + 1) - interval '1 day')::int) - 1))::date
          else start_date + 7 * step * k end as d
        from bulk_rules r, generate_series(0, 60) k) o
      where d < current_date + 29 order by o.d desc, o.n limit ${visits}`,
    'drop table bulk_rules, bulk_customers, bulk_paid',
  ]
}

/** Many small businesses: 20 customers, 75 rules and 300 visits each. */
export function smallStatements(from: number, count: number): string[] {
  const range = `generate_series(${from}, ${from + count - 1})`
  return [
    `insert into organizations (slug, name, time_zone, onboarding_step, onboarded_at, next_invoice_number, revision) select 'small-' || g, 'Small ' || g, 'America/New_York', 'billing', now(), 101, 1 from ${range} g`,
    `create temporary table small_orgs as select id as org from organizations where slug in (select 'small-' || g from ${range} g)`,
    `insert into services (organization_id, key, name, price_cents, estimated_minutes) select org, 'mowing', 'Mowing', 4500, 45 from small_orgs`,
    `insert into customers (organization_id, status, was_active, name, email, phone_number)
      select org, 'active', true, 'Customer ' || g, 'customer' || g || '@example.com', '+1919555' || lpad(g::text, 4, '0') from small_orgs, generate_series(1, 20) g`,
    `insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default)
      select c.organization_id, c.id, substr(c.name, 10) || ' Oak St', 'Cary', 'NC', '27511', true from small_orgs o join customers c on c.organization_id = o.org`,
    `create temporary table small_rules as select uuid7() as id, org, c.id as customer_id, s.id as service_id, current_date - 60 + g as start_date
      from small_orgs o, generate_series(1, 75) g, lateral (select id from customers where organization_id = o.org order by id limit 1 offset g % 20) c, lateral (select id from services where organization_id = o.org) s`,
    `insert into rules (organization_id, id, series_id, customer_id, service_id, pattern, anchor_date, start_date, end_date, start_minutes)
      select org, id, id, customer_id, service_id, 'weekly', start_date, start_date, current_date + 400, 540 from small_rules`,
    `insert into visits (organization_id, series_id, original_date, rule_id, customer_id, date) select org, id, start_date + 7 * k, id, customer_id, start_date + 7 * k from small_rules, generate_series(0, 3) k`,
    `insert into invoices (organization_id, number, customer_id, doc, subtotal_cents, total_cents, issued_at)
      select org, row_number() over (partition by org order by g, id), id, 'open', 4500, 4500, now() from small_orgs o join customers c on c.organization_id = o.org, generate_series(1, 5) g`,
    'drop table small_rules',
    'drop table small_orgs',
  ]
}

/** Gives each small business an owner who can sign in, hours, and a due day like the demo's. */
export function ownedStatements(): string[] {
  return [
    `create temporary table owned as select id as org, uuid7() as person, 'owner@' || slug || '.example' as email from organizations where slug like 'small-%'`,
    `insert into people (id, email, name, active_organization_id, email_verified_at) select person, email, 'Owner', org, now() from owned`,
    `insert into idp_account (id, email, email_verified, name) select person, email, true, 'Owner' from owned`,
    `insert into idp_address (account_id, kind, address, how) select person, 'mailbox', email, 'link' from owned`,
    `insert into memberships (organization_id, person_id, role) select org, person, 'owner' from owned`,
    `update organizations o set owner_person_id = person from owned where org = o.id`,
    `insert into business_hours (organization_id, weekday, opens_minutes, closes_minutes, is_closed) select org, d, 420, 1140, false from owned, generate_series(0, 6) d`,
    'drop table owned',
  ]
}
