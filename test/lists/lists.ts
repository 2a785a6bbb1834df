import type { Role } from '../../src/domain/base/roles.ts'
import { wallClockIn } from '../../src/domain/base/dates.ts'
import { marked, together, type Copies } from './rows.ts'

export type Row = Record<string, any>
export type Facts = { zone: string; me: string; casey: string; green: string; today: string }
/** What a list holds, told independently of how it is read. */
export type List = {
  role: Role
  copies: (facts: Facts) => Copies[]
  params?: (facts: Facts) => Record<string, string>
  /** The query that leaves nothing out, where that is not the usual one. */
  whole?: (facts: Facts) => Record<string, string>
  /** Whether a row stays when a filter has a value, where that is not a field of the same name. */
  keeps?: Record<string, (row: Row, value: string, facts: Facts) => boolean>
  /** Filters about something that rows don't show: they leave a part of the list, and why no more is checked. */
  part?: Record<string, string>
  /** Filters whose values have lists of their own, and what they choose. */
  apart?: Record<string, string>
  /** What leaves the rows as they are, and what it is for. */
  alike?: Record<string, string>
  /** The texts a search goes through that a row shows. `words`: word by word, without accents. */
  search?: { in: (row: Row) => (string | null)[]; by: 'text' | 'words' }
}

const dateOf = (moment: string, { zone }: Facts) => wallClockIn(zone, moment).date
const yes = (value: string) => value === 'true'
const onOrAfter =
  (field: string): NonNullable<List['keeps']>[string] =>
  (row, value, facts) =>
    dateOf(row[field], facts) >= value
const onOrBefore =
  (field: string): NonNullable<List['keeps']>[string] =>
  (row, value, facts) =>
    dateOf(row[field], facts) <= value
const status = (row: Row, value: string) => value === 'all' || row['status'] === value

/** Another customer for each copy. */
const someone =
  '(select c.id from customers c where c.organization_id = x.organization_id order by c.id desc offset k limit 1)'
const customers: Copies = {
  table: 'customers',
  where: "status = 'active'",
  set: {
    name: marked,
    email: "'copy' || k || '@mail.example'",
    phone_number: 'null',
    person_id: 'null',
    created_at: together,
    status: "(array['active', 'paused', 'lead', 'archived'])[1 + k % 4]",
    autopay_enabled: 'k % 3 = 0',
    wishes_changed_at: 'case when k % 4 = 0 then now() end',
  },
}
const customerFilters = {
  customer_id: (row: Row, value: string) => row['id'] === value,
  status: (row: Row, value: string) => value.split(',').includes(row['status']),
  team_id: (row: Row, value: string) => (row['team_id'] ?? 'none') === value,
  tag: (row: Row, value: string) => row['tags'].includes(value),
}
const customerParts = {
  service: 'a row shows current and past services alike',
  frequency: 'it is that of the planned work, or the wished one',
}
const byWords = {
  in: ({ name, email, street, city, tags = [] }: Row) => [name, email, street, city, ...tags],
  by: 'words',
} as const

export const lists: Record<string, List> = {
  'GET /api/admin/users': {
    role: 'admin',
    copies: () => [
      {
        table: 'people',
        where: 'platform_role is null',
        set: { name: marked, email: "'copy' || k || '@mail.example'" },
      },
    ],
    keeps: { status },
    search: {
      in: ({ name, email, organization_name }) => [name, email, organization_name],
      by: 'text',
    },
  },
  'GET /api/admin/organizations': {
    role: 'admin',
    copies: () => [
      {
        table: 'organizations',
        where: "slug = 'green-acres'",
        set: {
          name: marked,
          slug: "'copy-' || k",
          status: "(array['active', 'inactive'])[1 + k % 2]",
          owner_person_id: 'null',
        },
      },
    ],
    keeps: { status },
    search: {
      in: ({ name, city, owner_name, owner_email }) => [name, city, owner_name, owner_email],
      by: 'text',
    },
  },
  'GET /api/admin/organization-summary': {
    role: 'admin',
    copies: () => [],
    keeps: { status },
    search: { in: ({ name }) => [name], by: 'text' },
  },
  'GET /api/schedule/candidates': {
    role: 'owner',
    copies: () => [],
    whole: () => ({ include_leads: 'true' }),
    keeps: {
      customer_id: customerFilters.customer_id,
      include_leads: (row, value) => yes(value) || row['status'] !== 'lead',
    },
    part: { unscheduled: 'rows show no visits' },
    search: byWords,
  },
  'GET /api/owner/payouts': {
    role: 'owner',
    copies: () => [{ table: 'payouts', set: { made_at: together } }],
  },
  'GET /api/owner/customers/table': {
    role: 'owner',
    copies: () => [customers],
    keeps: {
      ...customerFilters,
      due: (row, value) => row['balance_cents'] > 0 === yes(value),
    },
    part: { ...customerParts, autopay: 'the table has no such column', wishes: 'neither' },
    search: byWords,
  },
  'GET /api/owner/customers': {
    role: 'owner',
    copies: () => [],
    keeps: {
      ...customerFilters,
      autopay: (row, value) => row['has_autopay'] === yes(value),
      due: (row, value) => row['outstanding_balance_cents'] > 0 === yes(value),
      wishes: (row, value) => (row['wishes_changed_at'] !== null) === yes(value),
    },
    part: customerParts,
    search: byWords,
  },
  'GET /api/owner/customers/{id}/notes': {
    role: 'owner',
    params: ({ casey }) => ({ id: casey }),
    copies: ({ casey }) => [
      {
        table: 'customer_notes',
        set: { customer_id: `'${casey}'`, created_at: together },
      },
    ],
  },
  'GET /api/owner/audit': {
    role: 'owner',
    copies: ({ me }) => [
      {
        table: 'audit',
        set: { at: together, actor_id: `case when k % 2 = 0 then '${me}'::uuid end` },
      },
    ],
    keeps: {
      person_id: (row, value) => row['person']?.id === value,
      from: onOrAfter('at'),
      to: onOrBefore('at'),
    },
    part: { kind: 'a row says the act in words' },
  },
  'GET /api/owner/record-changes': {
    role: 'owner',
    copies: ({ casey }) => [
      {
        table: 'record_changes',
        set: {
          record: "'customer'",
          record_id: `'${casey}'`,
          customer_id: `'${casey}'`,
          at: together,
        },
      },
    ],
    whole: ({ casey }) => ({ record: 'customer', id: casey }),
    alike: { record: 'it names the page', id: 'it names the page' },
  },
  'GET /api/owner/threads': {
    role: 'owner',
    copies: () => [
      {
        table: 'threads',
        set: {
          customer_id: 'null',
          name: marked,
          state: "(array['open', 'waiting', 'closed'])[1 + k % 3]",
          last_at: together,
          last_in_at: 'case when k % 2 = 0 then now() end',
        },
      },
      {
        table: 'messages',
        set: {
          thread_id: `(select t.id from threads t where t.name = ${marked} limit 1)`,
          once_key: 'null',
          provider_id: 'null',
          text: "'Hello'",
          recipient: "'+19195550100'",
        },
      },
    ],
    keeps: {
      state: (row, value) => value === 'all' || row['state'] === value,
      unread: (row, value) => !yes(value) || row['is_unread'],
      assignee: (row, value, { me }) =>
        value === 'none' ? row['assignee'] === null : row['assignee']?.id === me,
    },
    search: { in: ({ name }) => [name], by: 'text' },
  },
  'GET /api/owner/invitations/recent': {
    role: 'owner',
    copies: () => [
      {
        table: 'invitations',
        where: "kind = 'customer'",
        set: {
          email: marked,
          phone: 'null',
          via: "(array['qr', 'email', 'sms'])[1 + k % 3]",
          created_at: together,
        },
      },
    ],
    keeps: {
      via: (row, value) => value === 'all' || row['via'] === value,
      from: onOrAfter('created_at'),
    },
    apart: { kind: 'invitations of customers or of staff' },
    search: { in: ({ email }) => [email], by: 'text' },
  },
  'GET /api/invoices': {
    role: 'owner',
    copies: () => [
      {
        table: 'invoices',
        where: "doc = 'open'",
        set: {
          customer_name: marked,
          doc: "(array['open', 'void', 'draft'])[1 + k % 3]",
          number: 'case when k % 3 < 2 then 5000 + k end',
          pay_token_hash: 'null',
          created_at: together,
          updated_at: together,
        },
      },
    ],
    keeps: {
      status: (row, value) =>
        ({ unpaid: 'open', succeeded: 'paid' })[value] === row['status'] || row['status'] === value,
      date_from: (row, value, facts) =>
        dateOf(row['issued_at'] ?? row['created_at'], facts) >= value,
      date_to: (row, value, facts) => dateOf(row['issued_at'] ?? row['created_at'], facts) <= value,
    },
    apart: {
      group: 'each group has an order of its own',
      tile: 'the rule and its SQL are compared in tile.test.ts',
    },
    alike: { flat: 'the rows without what stands around them' },
    search: {
      in: ({ customer_name, customer_email, street }) => [customer_name, customer_email, street],
      by: 'text',
    },
  },
  'GET /api/owner/billing/queue': {
    role: 'owner',
    copies: () => [
      {
        table: 'invoices',
        where: "doc = 'open'",
        set: {
          number: '9000 + k',
          money: "'none'",
          paid_cents: '0',
          refunded_cents: '0',
          credit_cents: '0',
          failure_code: 'null',
          refusal_sentence: 'null',
          series_id: 'null',
          original_date: 'null',
          due_date: 'null',
          effective_due_date: 'null',
          sent_at: 'null',
          send_at: 'null',
          pay_token_hash: 'null',
          updated_at: together,
        },
      },
    ],
    whole: () => ({ tab: 'to_send' }),
    apart: { tab: 'why a bill waits' },
  },
  'GET /api/owner/leave-requests': {
    role: 'owner',
    copies: () => [
      { table: 'leave_requests', set: { customer_id: someone, created_at: together } },
    ],
  },
  'GET /api/owner/messages': {
    role: 'owner',
    copies: () => [
      {
        table: 'messages',
        where: "direction = 'out'",
        set: {
          subject: marked,
          once_key: 'null',
          provider_id: 'null',
          created_at: together,
          thread_id: 'null',
        },
      },
    ],
    search: {
      in: ({ recipient, subject, customer_name, text }) => [
        recipient,
        subject,
        customer_name,
        text,
      ],
      by: 'text',
    },
  },
  'GET /api/owner/stripe/payments': {
    role: 'owner',
    copies: () => [
      {
        table: 'payments',
        set: { customer_name: marked, created_at: together, provider_charge_id: 'null' },
      },
    ],
    keeps: { from: onOrAfter('created_at'), to: onOrBefore('created_at') },
    alike: { format: 'the rows as a file' },
    search: {
      in: ({ customer_name, customer_email, description, payment_intent_id, last4 }) => [
        customer_name,
        customer_email,
        description,
        payment_intent_id,
        last4,
      ],
      by: 'text',
    },
  },
  'GET /api/admin/security-events': {
    role: 'admin',
    copies: ({ me, green }) => [
      {
        table: 'security_events',
        set: {
          at: together,
          person_id: `case when k % 2 = 0 then '${me}'::uuid end`,
          organization_id: `case when k % 3 = 0 then '${green}'::uuid end`,
        },
      },
    ],
    keeps: {
      kind: (row, value) => row['event'] === value,
      person_id: (row, value) => row['person']?.id === value,
      organization_id: (row, value) => row['organization']?.id === value,
    },
  },
  'GET /api/admin/audit': {
    role: 'admin',
    copies: ({ me, green }) => [
      {
        table: 'audit',
        set: {
          at: together,
          real_actor_id: `case when k % 2 = 0 then '${me}'::uuid else (select id from people where platform_role = 'sales' limit 1) end`,
          organization_id: `case when k % 3 = 0 then '${green}'::uuid end`,
        },
      },
    ],
    keeps: {
      person_id: (row, value) => row['person']?.id === value,
      organization_id: (row, value) => row['organization']?.id === value,
    },
  },
  'GET /api/me/sign-ins': {
    role: 'owner',
    copies: () => [
      {
        table: 'security_events',
        set: {
          event: "'authn_login_success'",
          outcome: "'success'",
          account_id:
            "(select id from idp_account where email = 'owner@green-acres.example' limit 1)",
        },
      },
    ],
  },
  'GET /api/owner/customer-requests': {
    role: 'owner',
    copies: () => [
      {
        table: 'customer_requests',
        set: {
          status: "(array['requested', 'approved', 'denied'])[1 + k % 3]",
          original_date: 'x.original_date + k',
          created_at: together,
        },
      },
    ],
    whole: () => ({ status: 'all' }),
    keeps: {
      status: (row, value) =>
        value === 'all' ||
        row['status'] === (['open', 'pending'].includes(value) ? 'requested' : value),
      from: (row, value) => row['date'] >= value,
      to: (row, value) => row['date'] <= value,
    },
  },
  'GET /api/schedule/tray': { role: 'owner', copies: () => [] },
  'GET /api/sales/leads': {
    role: 'sales',
    copies: ({ me }) => [
      {
        table: 'platform_leads',
        set: {
          name: marked,
          email: "'copy' || k || '@mail.example'",
          status: "(array['open', 'won'])[1 + k % 2]",
          next_action_at: `case when k % 3 = 0 then ${together} end`,
          assigned_to_person_id: `case when k % 4 > 0 then '${me}'::uuid end`,
        },
      },
    ],
    keeps: {
      unclaimed: (row, value) => !yes(value) || row['assigned_to_user_id'] === null,
      mine: (row, value, { me }) => !yes(value) || row['assigned_to_user_id'] === me,
    },
    alike: { all: 'what older pages sent' },
    search: { in: ({ name, email, company, phone }) => [name, email, company, phone], by: 'text' },
  },
  'GET /api/schedule/ending': {
    role: 'owner',
    copies: ({ today }) => [
      {
        table: 'rules',
        where: `removed_at is null and start_date < date '${today}'`,
        set: { series_id: 'uuid7()', end_date: `date '${today}' + 5` },
      },
    ],
  },
  'GET /api/owner/visit-requests': {
    role: 'owner',
    copies: () => [
      { table: 'visit_requests', set: { customer_id: someone, created_at: together } },
    ],
  },
}
