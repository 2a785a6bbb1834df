import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { openapi } from '../src/api/openapi.ts'
import { customerStatuses } from '../src/domain/customers/customer.ts'
import {
  storedInvitationStatuses,
  invitationKinds,
  invitationVias,
} from '../src/domain/people/invitation.ts'
import { invoiceDocs, invoiceMoneys } from '../src/domain/money/invoice.ts'
import { leadStages, leadStatuses } from '../src/domain/people/lead.ts'
import { paymentMethodTypes, paymentStatuses } from '../src/domain/money/payment.ts'
import { patterns } from '../src/domain/base/cadence.ts'
import { VisitRequestStatus } from '../src/domain/schedule/visit-request.ts'
import { leaveStatuses } from '../src/domain/customers/leaving.ts'
import { requestStatuses } from '../src/domain/schedule/request.ts'
import { organizationRoles, platformRoles } from '../src/domain/base/roles.ts'
import { billingModes } from '../src/domain/schedule/schedule.ts'
import { skipReasons } from '../src/domain/schedule/visit.ts'
import { inOrg } from '../src/server/base/db/door.ts'
import { schemaSource } from '../src/server/base/db/schema-source.ts'
import { tablesSource } from '../src/server/base/db/tables-source.ts'
import { openWorld, type OpenWorld } from './world.ts'
import { visitStatuses } from '../src/domain/schedule/visit-status.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

/** Tables that belong to the installation rather than an organization, and why. */
const globalTables: Record<string, string> = {
  backups: 'what became of each nightly backup',
  idp_account: 'who can sign in',
  idp_key: 'signing keys',
  idp_link: 'one-time links',
  idp_factor: 'second factors of accounts',
  idp_passkey: 'one row per passkey of an account',
  erasures: 'a person may belong to several organizations',
  idp_address: 'mailboxes and numbers that open accounts',
  idp_undo: 'how accounts were signed in to before a change',
  idp_sign_in_code: 'codes sent for sign-ins in progress',
  idp_device_link: 'links that sign a device in to an account',
  idp_recovery: 'recovery codes of accounts',
  idp_session: 'where accounts are signed in',
  idp_throttle: 'attempts to sign in',
  idp_payload: 'protocol state',
  impersonations: 'platform administration',
  message_blocks: 'addresses that take no messages',
  migration: 'which migrations ran',
  people: 'a person may belong to several organizations; has a policy of its own',
  person_identities: 'sign-in subjects',
  platform_lead_notes: 'sales',
  platform_leads: 'sales',
  product_updates: 'news of the platform',
  provider_events: 'the webhook inbox',
  security_events: 'what happened at sign-ins, and what was refused',
  setting: 'secrets and marks of the installation',
  sms_senders: 'our numbers that may not send texts',
  sse_tickets: 'one-time stream tickets',
}

describe('the database', () => {
  it('every table has forced row security or is listed as global', async () => {
    const tables = await open.rows<{ name: string; walled: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled, (select count(*) from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname)::int as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' order by 1`,
    )
    const open_ = tables
      .filter((table) => !(table.walled && table.policies >= 2))
      .map((table) => table.name)
    expect(open_.filter((name) => !(name in globalTables))).toEqual([])
    expect(
      Object.keys(globalTables).filter(
        (name) => name !== 'people' && !tables.some((table) => table.name === name),
      ),
    ).toEqual([])
  })

  it('the role transactions run under owns nothing and can’t bypass row security', async () => {
    const roles = await open.rows(
      "select rolname, rolbypassrls, rolsuper from pg_roles where rolname in ('fieldhive_app', 'fieldhive_platform') order by 1",
    )
    expect(roles).toEqual([
      { rolname: 'fieldhive_app', rolbypassrls: false, rolsuper: false },
      { rolname: 'fieldhive_platform', rolbypassrls: false, rolsuper: false },
    ])
    expect(
      await open.rows(
        "select tablename from pg_tables where schemaname = 'public' and tableowner in ('fieldhive_app', 'fieldhive_platform')",
      ),
    ).toEqual([])
  })

  it('even without a filter, a transaction sees only its own organization', async () => {
    const tables = await open.rows<{ name: string }>(
      "select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name) where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'",
    )
    const { green, bright } = open.world
    for (const { name } of tables.filter((table) => !(table.name in globalTables))) {
      const foreign = await inOrg(
        open.app.store,
        { organization_id: green.id, sight: 'all' },
        { person_id: null },
        async (tx) => {
          const result = await tx
            .selectFrom(name as 'customers')
            .select((e) => e.fn.countAll<number>().as('n'))
            .where('organization_id', '=', bright.id)
            .executeTakeFirstOrThrow()
          return result.n
        },
      )
      expect([name, foreign]).toEqual([name, 0])
    }
    await expect(
      inOrg(
        open.app.store,
        { organization_id: green.id, sight: 'all' },
        { person_id: null },
        (tx) =>
          tx
            .insertInto('closed_dates')
            .values({ organization_id: bright.id, date: '2031-01-01' })
            .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('a customer sees only their own rows and a crew only its own work, whatever the query', async () => {
    const { green } = open.world
    const casey = green.customers['casey']!
    const count = (
      view: Parameters<typeof inOrg>[1],
      table: 'customers' | 'invoices' | 'payments' | 'customer_notes' | 'payment_methods',
      where?: string,
    ) =>
      inOrg(
        open.app.store,
        view,
        { person_id: null },
        async (tx) =>
          (
            await tx
              .selectFrom(table as 'invoices')
              .selectAll()
              .execute()
          ).filter(
            (row) => !where || (row as unknown as Record<string, unknown>)['customer_id'] !== where,
          ).length,
      )
    const own = { organization_id: green.id, sight: 'customer', customer_id: casey.id } as const
    expect(await count(own, 'customers')).toBe(1)
    expect(await count(own, 'invoices')).toBeGreaterThan(0)
    expect(await count(own, 'invoices', casey.id)).toBe(0)
    expect(await count(own, 'payments', casey.id)).toBe(0)
    expect(await count(own, 'customer_notes')).toBe(0)
    const crew = {
      organization_id: green.id,
      sight: 'team',
      team_ids: [green.teams['North Crew']!],
    } as const
    expect(await count(crew, 'payments')).toBe(0)
    expect(await count(crew, 'payment_methods')).toBe(0)
    const seen = await inOrg(open.app.store, crew, { person_id: null }, (tx) =>
      tx.selectFrom('customers').select('name').orderBy('name').execute(),
    )
    expect(seen.map((row) => row.name)).toEqual(['Casey Walker', 'Declan Price', 'Harper Nguyen'])
  })

  it('check constraints allow exactly the values the domain lists', async () => {
    const checks = await open.rows<{ name: string; text: string }>(
      "select conrelid::regclass::text || '.' || (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as name, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and array_length(conkey, 1) = 1",
    )
    const held = (name: string): string[] =>
      [
        ...(
          checks.find((check) => check.name === name && check.text.includes('ARRAY'))?.text ?? ''
        ).matchAll(/'([^']+)'::text/g),
      ]
        .map((match) => match[1]!)
        .toSorted()
    const lists: Record<string, readonly string[]> = {
      'customers.status': customerStatuses,
      'invitations.kind': invitationKinds,
      'invitations.via': invitationVias,
      'invitations.status': storedInvitationStatuses,
      'invoices.doc': invoiceDocs,
      'invoices.money': invoiceMoneys,
      'rules.pattern': patterns,
      'rules.billing_mode': billingModes,
      'visits.status': visitStatuses,
      'visits.skip_reason': skipReasons,
      'customer_requests.status': requestStatuses,
      'leave_requests.status': leaveStatuses,
      'visit_requests.status': VisitRequestStatus.options,
      'memberships.role': organizationRoles,
      'people.platform_role': platformRoles,
      'payments.status': paymentStatuses,
      'payment_methods.type': paymentMethodTypes,
      'platform_leads.stage': leadStages,
      'platform_leads.status': leadStatuses,
    }
    for (const [name, list] of Object.entries(lists))
      expect([name, held(name)]).toEqual([name, [...list].toSorted()])
  })
})

/** Files that may query across organizations, and why. */
const acrossOrganizations: Record<string, string> = {
  'base/backup/nightly': 'backups of the whole installation',
  'flows/admin/calls': 'the administration of the platform',
  'flows/admin/end-shifts': 'ends the shifts of somebody the platform locked out',
  'base/backup/restore': 'puts the whole installation back',
  'money/books/check': 'adds up the books of every business at night',
  'customers/calendar-feeds/calls': 'a link names its calendar',
  'flows/card-page/find': 'a link names its charge',
  'money/bill-reminders/hold': 'reviews the holds of every business',
  'money/bill-reminders/late-fees': 'adds the late fees of every business',
  'money/bill-reminders/remind': 'reminds customers of every business',
  'call-context': 'hands the door to calls that need it',
  'job-handlers': 'a lead of the platform is won once its owner proved the mailbox',
  'people/identity/sign-in-result': 'notes the first sign-in with a number',
  'people/identity/link-steps': 'ends the sign-ins of a lost phone',
  'people/identity/account-mail': 'reads the numbers of an account',
  'people/identity/own-numbers': 'the numbers of an account',
  'people/identity/proof-codes': 'reads the numbers of an account',
  'people/identity/undo': 'what an account was before a change',
  'people/identity/accounts': 'sign-in',
  'people/identity/actors': 'who is calling',
  'people/identity/adapter': 'sign-in',
  'people/identity/keys': 'signing keys',
  'people/identity/throttle': 'attempts to sign in, of any account',
  'people/identity/factors': 'second factors of accounts',
  'people/identity/own-factor': 'a person’s own sign-ins',
  'people/identity/passkeys': 'accounts belong to no organization',
  'flows/erasures/calls': 'a person’s own request, in all organizations',
  'flows/erasures/run': 'deletes a person in all organizations',
  'people/identity/device-links': 'accounts belong to no organization',
  'people/identity/sign-in-codes': 'accounts belong to no organization',
  'base/security/log': 'what happened at sign-ins',
  'people/read-profile': 'one’s own picture, and an administrator’s view',
  'people/second-factor/own': 'a person’s own second factor',
  'people/second-factor/reset': 'accounts belong to no organization',
  'people/identity/protocol': 'sign-outs',
  'people/identity/sessions': 'where accounts are signed in',
  'people/sessions/calls': 'a person’s own sessions',
  'base/security/secret': 'the installation’s secret',
  'people/invitations/calls': 'a code names its organization',
  sweep: 'housekeeping',
  'customers/write-status': 'finds the businesses with a pause that ends',
  'schedule/requests/expire': 'finds the businesses with requests that run out',
  'customers/seal-plain': 'gate codes of an earlier version',
  'flows/imports/seal-plain': 'files of an earlier version',
  'flows/inbox/receive': 'who a message from outside is for',
  'people/leads/calls': 'the platform’s own leads',
  'flows/exports/load': 'an archive goes into an organization named by its address',
  'dead-links': 'whether the secret in a page’s address still opens something',
  'base/live/calls': 'stores the ticket of a call',
  'base/live/read': 'revisions of open streams',
  'base/live/write': 'stream tickets',
  'people/impersonation': 'an admin acts as another person',
  'base/security/calls': 'the platform’s log, and one’s own sign-ins',
  'people/teams/add-without-mailbox': 'a person and their account belong to no organization',
  'people/teams/calls': 'a person by email address',
  'money/invoices/send-due': 'finds the bills whose time has come',
  'money/invoices/send': 'a message names its invoice',
  'customers/locate': 'finds which businesses have addresses to look up',
  'messages/deliver': 'sends any organization’s messages',
  'messages/write-waiting':
    'lets the messages of a business go once its owner’s mailbox is confirmed',
  'messages/outbox-pages': 'the outbox in development',
  'flows/visit-reminders/remind': 'finds whose hour of reminders has come',
  'flows/onboarding/calls': 'founds organizations',
  'flows/pay-page/find': 'a pay link names its invoice',
  'money/payments/calls': 'webhooks',
  'money/payments/accounts': 'an account names its organization',
  'money/payments/apply': 'an intent names its organization',
  'money/payments/facts': 'an intent names its payment',
  'money/payments/provider-events': 'the webhook inbox',
  'money/payments/reconcile': 'finds what is unsettled',
  'money/payments/due-charges': 'finds what is due',
  'people/calls': 'own profile',
  'money/platform/subscription': 'a customer of the platform names its organization',
  'flows/product-updates/send': 'news of the platform to people of any business',
  'flows/unsubscribe/switch': 'a person’s choice about news of the platform',
  'flows/product-updates/calls': 'news of the platform',
  'messages/push/calls': 'a device may change hands',
  'messages/push/sender': 'devices of any organization’s people',
  'flows/portal/organizations': 'businesses that want to be found',
  'people/staff/calls': 'ends sessions at the sign-in provider',
  'flows/signup/calls': 'a sign-up token names its organization',
  'flows/signup/claim': 'the token of a sign-up that its owner claims',
  'flows/signup/office': 'which businesses have sign-ups left unfinished',
  'messages/ask-reviews': 'which businesses ask for reviews',
  'flows/needs/send-digest': 'which businesses begin their day',
  'money/payments/tell-ahead': 'which businesses have charges or expiring cards ahead',
  'money/platform/tell': 'whose platform bill it is, and which trials end soon',
  'flows/signup/target': 'the code a sign-up comes through',
  'money/consents/ask': 'finds whose planned work outgrew their consent',
  'money/consents/read': 'a link from a mail names its customer',
  'messages/account-mail': 'account mail',
}

describe('the source', () => {
  const files = (dir: string): string[] =>
    readdirSync(dir).flatMap((name) =>
      statSync(join(dir, name)).isDirectory()
        ? files(join(dir, name))
        : name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('test-bed')
          ? [join(dir, name)]
          : [],
    )
  const root = new URL('../', import.meta.url).pathname

  it('only the listed files query across organizations', () => {
    const users = files(join(root, 'src/server'))
      .filter((file) =>
        /\b(onPlatform|readPlatform|asOwner)\(/.test(
          readFileSync(file, 'utf8').replace(
            /export const (onPlatform|readPlatform|asOwner)[^\n]*/g,
            '',
          ),
        ),
      )
      .map((file) => file.slice(root.length))
    expect(users.toSorted()).toEqual(
      Object.keys(acrossOrganizations)
        .map((name) => `src/server/${name}.ts`)
        .toSorted(),
    )
  })

  it('the server handles the declared calls and a short list of other routes', () => {
    const declared = new Set(
      Object.entries(calls as Record<string, CallDeclaration>)
        .flatMap(([key, call]) => [
          key,
          ...(call.aliases ?? []).map((alias) => (typeof alias === 'string' ? alias : alias.call)),
        ])
        .map((key) => key.replace(/\{(\w+)\}/g, ':$1')),
    )
    const missing = [...declared].filter(
      (key) =>
        !open.server.hasRoute({ method: key.split(' ')[0] as 'GET', url: key.split(' ')[1]! }),
    )
    expect(missing).toEqual([])
  })

  it('db/schema.ts and db/tables.sql are up to date: npm run schema', async () => {
    const written = (name: string) => readFileSync(join(root, 'db', name), 'utf8')
    expect(written('schema.ts')).toBe(await schemaSource(open.app.store))
    expect(written('tables.sql')).toBe(await tablesSource(open.app.store))
  })

  it('docs/openapi.json is up to date: npm run openapi -- --write', () => {
    expect(readFileSync(join(root, 'docs/openapi.json'), 'utf8')).toBe(
      `${JSON.stringify(openapi(calls), null, 1)}\n`,
    )
  })

  it('GET /api/openapi.json returns that document, and all its references resolve', async () => {
    const reply = await open.server.inject({ url: '/api/openapi.json' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(openapi(calls))
    const { components } = reply.json<{ components: Record<string, object> }>()
    const named = [...reply.body.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(named.length).toBeGreaterThan(500)
    const lost = named.filter(([, kind, name]) => !Object.hasOwn(components[kind!] ?? {}, name!))
    expect(lost.map(([text]) => text)).toEqual([])
  })
})
