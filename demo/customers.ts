import { sql } from 'kysely'
import { toE164 } from '../src/domain/contact.ts'
import { addDays, addMonthsClamped, type LocalDate } from '../src/domain/dates.ts'
import { isOccurrence, type Recurrence } from '../src/domain/recurrence.ts'
import { autochargeConsent } from '../src/domain/signup.ts'
import { formatCents } from '../src/domain/money.ts'
import type { App } from '../src/server/call.ts'
import { inOrgAll, onPlatform, system } from '../src/server/db/door.ts'
import { ensureCustomer } from '../src/server/payments/intents.ts'
import type { WorldCustomer, WorldOrganization, WorldWork } from './data.ts'

/** The payment sandbox's address and key: the world's cards are saved and charged there like anybody's. */
export type PaymentSwitch = { host: string; port: number; secretKey: string }

export type BuiltOrganization = {
  id: string
  slug: string
  today: LocalDate
  people: Record<string, { id: string; email: string }>
  customers: Record<
    string,
    { id: string; rules: { id: string; series_id: string; service: string }[] }
  >
  teams: Record<string, string>
  services: Record<string, string>
  invoices: Record<string, string>
  permanent_code: string
}

/** Asks the payment sandbox for what a browser would do. */
export async function ask(
  sandbox: PaymentSwitch,
  path: string,
  body: Record<string, string>,
  account?: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.secretKey}`,
      ...(account ? { 'stripe-context': account } : {}),
      ...(path.startsWith('/_sandbox')
        ? { 'content-type': 'application/json' }
        : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: path.startsWith('/_sandbox')
      ? JSON.stringify(body)
      : new URLSearchParams(body).toString(),
  })
  const value = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(`The payment sandbox refused ${path}: ${JSON.stringify(value)}`)
  return value
}

export const recurrenceOf = (work: WorldWork, today: LocalDate): Recurrence => {
  const date = addDays(today, work.day)
  const months = { monthly: 1, every_x_months: work.interval ?? 2, every_6_months: 6 }[
    work.pattern as string
  ]
  const weeks = work.pattern === 'weekly' ? 1 : (work.interval ?? 2)
  // Far enough back for a history, on a date of the same pattern. A month's end is not walked back over: it would not come again.
  const start =
    work.pattern === 'once'
      ? date
      : months
        ? Number(date.slice(8)) <= 28
          ? addMonthsClamped(date, -3 * months)
          : date
        : addDays(date, -7 * weeks * Math.ceil(10 / weeks))
  return {
    pattern: work.pattern,
    interval: work.interval ?? 1,
    weekdays: null,
    month_week: null,
    anchor_date: start,
    start_date: start,
    end_date: work.pattern === 'once' ? date : null,
    season_start_month: null,
    season_end_month: null,
  }
}

/** A customer with location, work, requests and way to pay. */
export async function addCustomer(
  app: App,
  sandbox: PaymentSwitch | null,
  plan: WorldOrganization,
  built: BuiltOrganization,
  customer: WorldCustomer,
  password: string,
): Promise<void> {
  let person_id: string | null = null
  if (customer.signs_in) {
    await app.identity?.createAccount({
      email: customer.email,
      name: customer.name,
      password,
      email_verified: true,
    })
    person_id = await onPlatform(
      app.store,
      system,
      async (tx) =>
        (
          await tx
            .insertInto('people')
            .values({
              email: customer.email,
              name: customer.name,
              phone_number: toE164(customer.phone),
              active_organization_id: built.id,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    )
    built.people[customer.key] = { id: person_id, email: customer.email }
  }
  const address = {
    street: customer.street,
    city: customer.city ?? plan.city,
    state: plan.state,
    zip: customer.zip,
  }
  await inOrgAll(app.store, built.id, { person_id: built.people['owner']!.id }, async (tx) => {
    const { id } = await tx
      .insertInto('customers')
      .values({
        person_id,
        status: customer.status,
        was_active: customer.status !== 'lead',
        name: customer.name,
        email: customer.email,
        phone_number: toE164(customer.phone),
        phone_display: customer.phone,
        referred_by: customer.referred_by ? built.customers[customer.referred_by]!.id : null,
        team_id: customer.team ? built.teams[customer.team]! : null,
        tags: customer.tags ?? [],
        available_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
        services_selected: JSON.stringify((customer.services ?? []).map((key) => ({ key }))),
        service_frequency: customer.frequency ?? null,
        out_of_area: customer.tags?.includes('out_of_area') ?? false,
        signup_completed_at:
          customer.status === 'lead' || customer.signs_in ? sql`now() - interval '2 days'` : null,
        ...(customer.status === 'paused'
          ? {
              paused_from: built.today,
              resume_on: addDays(built.today, 30),
              pause_reason: 'Away for the month',
            }
          : {}),
        ...(customer.status === 'archived' ? { archived_at: sql`now()` } : {}),
        created_at: sql`now() - ${`${60 + Object.keys(built.customers).length} days`}::interval`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    built.customers[customer.key] = { id, rules: [] }
    await tx
      .insertInto('service_locations')
      .values({ customer_id: id, ...address, is_default: true })
      .execute()
    if (person_id)
      await tx
        .insertInto('memberships')
        .values({ person_id, role: 'user', customer_id: id })
        .execute()
    if (customer.note)
      await tx
        .insertInto('customer_notes')
        .values({
          customer_id: id,
          author_id: built.people['owner']!.id,
          author_name: plan.people[0]!.name,
          text: customer.note,
        })
        .execute()
    for (const work of customer.work ?? []) {
      const rule = recurrenceOf(work, built.today)
      const team = work.team === undefined ? customer.team : (work.team ?? undefined)
      const row = await tx
        .insertInto('rules')
        .values({
          series_id: sql`uuid7()`,
          customer_id: id,
          service_id: built.services[work.service]!,
          team_id: team ? built.teams[team]! : null,
          ...rule,
          anchor_date: rule.start_date,
          weekdays: null,
          start_minutes: work.time ?? null,
          price_cents: work.price_cents ?? null,
          notes: work.notes ?? null,
          created_by: built.people['owner']!.id,
        })
        .returning(['id', 'series_id'])
        .executeTakeFirstOrThrow()
      built.customers[customer.key]!.rules.push({ ...row, service: work.service })
    }
    if (customer.request) {
      const at = workOn(built, customer, addDays(built.today, customer.request.day))
      if (at)
        await tx
          .insertInto('customer_requests')
          .values({
            customer_id: id,
            series_id: at.rule.series_id,
            original_date: at.date,
            date: at.date,
            action: customer.request.action,
            reason: customer.request.reason,
          })
          .execute()
    }
  })
  if (customer.method && sandbox) await saveMethod(app, sandbox, plan, built, customer)
}

/** The work of a customer that falls on a date. */
export function workOn(built: BuiltOrganization, customer: WorldCustomer, date: LocalDate) {
  const index = (customer.work ?? []).findIndex((work) =>
    isOccurrence(recurrenceOf(work, built.today), date),
  )
  return index < 0
    ? null
    : { work: customer.work![index]!, rule: built.customers[customer.key]!.rules[index]!, date }
}

async function saveMethod(
  app: App,
  sandbox: PaymentSwitch,
  plan: WorldOrganization,
  built: BuiltOrganization,
  customer: WorldCustomer,
): Promise<void> {
  const { id } = built.customers[customer.key]!
  const provider = await ensureCustomer(app, built.id, id)
  const method = await ask(
    sandbox,
    `/v1/payment_methods/${customer.method}/attach`,
    { customer: provider.customer },
    provider.account,
  )
  // A bank account is charged under a mandate, which saving it through a setup gives.
  const setup =
    customer.method === 'pm_usBankAccount'
      ? await ask(
          sandbox,
          '/v1/setup_intents',
          {
            customer: provider.customer,
            payment_method: method['id'] as string,
            confirm: 'true',
            usage: 'off_session',
            'allowed_payment_method_types[0]': 'us_bank_account',
            'mandate_data[customer_acceptance][type]': 'offline',
          },
          provider.account,
        )
      : null
  await app.payments
    .on(provider.account)
    .setDefaultMethod(provider.customer, method['id'] as string)
  const card = method['card'] as
    | { brand: string; last4: string; exp_month: number; exp_year: number }
    | undefined
  const bank = method['us_bank_account'] as { bank_name: string; last4: string } | undefined
  const cap = Math.max(
    ...(customer.work ?? []).map(
      (work) =>
        work.price_cents ??
        plan.services.find((service) => service.key === work.service)!.price_cents,
    ),
    0,
  )
  await inOrgAll(app.store, built.id, { person_id: built.people['owner']!.id }, async (tx) => {
    await tx
      .insertInto('payment_methods')
      .values({
        id: method['id'] as string,
        customer_id: id,
        type: card ? 'card' : 'us_bank_account',
        brand: card?.brand ?? null,
        last4: card?.last4 ?? bank?.last4 ?? null,
        exp_month: card?.exp_month ?? null,
        exp_year: card?.exp_year ?? null,
        bank_name: bank?.bank_name ?? null,
        mandate: (setup?.['mandate'] as string | undefined) ?? null,
      })
      .execute()
    await tx
      .updateTable('customers')
      .set({
        default_payment_method_id: method['id'] as string,
        autopay_enabled: customer.autopay ?? false,
      })
      .where('id', '=', id)
      .execute()
    if (customer.autopay) {
      const text = autochargeConsent({ organization: plan.name, limit: formatCents(cap) })
      await tx
        .insertInto('consents')
        .values({
          customer_id: id,
          kind: 'autopay',
          accepted: true,
          text,
          text_hash: sql`encode(sha256(${text}::text::bytea), 'hex')`,
          cap_cents: cap,
          accepted_at: sql`now() - interval '60 days'`,
        })
        .execute()
    }
  })
}
