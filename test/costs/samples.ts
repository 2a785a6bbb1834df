import { greenAcres } from '../../demo/data.ts'
import { addDays, weekdayOf, type LocalDate } from '../../src/domain/base/dates.ts'
import type { World } from '../../demo/world.ts'

export type Caller =
  | 'owner'
  | 'manager'
  | 'payee'
  | 'crew_leader'
  | 'crew_member'
  | 'user'
  | 'admin'
  | 'sales'
export type Ask = {
  role?: Caller
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}
/** Makes a call that isn't measured, first, and returns its answer. */
export type Before = (call: string, ask?: Ask) => Promise<any>
type Sample = (before: Before) => Ask | Promise<Ask>

/** This day, or the next one on which Green Acres is open. */
export const openFrom = (date: LocalDate): LocalDate =>
  greenAcres.hours[weekdayOf(date)]![1] > 0 ? date : openFrom(addDays(date, 1))

/** What a call gets that no guess from its declaration could know. All of it is undone afterwards. */
export function samplesOf({ green }: World): Record<string, Sample> {
  const { today } = green
  const inDays = (days: number) => addDays(today, days)
  const casey = green.customers['casey']!
  const visit = `${casey.rules[0]!.series_id}:${today}`
  const later = `${casey.rules[0]!.series_id}:${inDays(7)}`
  const team_id = Object.values(green.teams)[0]!
  const leader = green.people['leader']!.id
  const line = { description: 'Gate repaired', quantity: 1, unit_price_cents: 4_500 }
  const location = { street: '58 Peace St', city: 'Raleigh', state: 'NC', zip: '27601' }

  const draft = async (before: Before) =>
    (
      await before('POST /api/invoices', {
        body: { customer_id: casey.id, lines: [line], open: false },
      })
    ).invoice
  const opened = async (before: Before) => {
    const { id } = await draft(before)
    await before('POST /api/invoices/{id}/open', { params: { id } })
    return { id }
  }
  const credit = async (before: Before) =>
    (
      await before('POST /api/owner/customers/{id}/credits', {
        params: { id: casey.id },
        body: { amount_cents: 500, reason: 'Late' },
      })
    ).credits[0]
  const payLink = async (before: Before) => {
    const { url } = await before('POST /api/invoices/{id}/paylink', {
      params: await opened(before),
      body: { send: false },
    })
    return { token: (url as string).split('/').at(-1)! }
  }
  const drafted = async (before: Before) => {
    const { update } = await before('POST /api/admin/product-updates', {
      role: 'admin',
      body: { subject: 'Routes on a map', text: 'See the day on a map.' },
    })
    return { id: update.id as string }
  }
  /** Somebody else's: Casey pays on their own. */
  const quinn = green.customers['quinn']!
  /** What was paid beyond a bill is the customer's own money. */
  const ownMoney = async (before: Before) => {
    const { invoice } = await before('POST /api/invoices', {
      body: { customer_id: quinn.id, lines: [line] },
    })
    await before('POST /api/invoices/{id}/mark-paid', {
      params: { id: invoice.id },
      body: { amount_cents: invoice.total_cents + 1_000, keep_rest: true },
    })
    const { credits } = await before('GET /api/owner/customers/{id}/credits', {
      params: { id: quinn.id },
    })
    return { id: credits[0].id as string }
  }
  const place = async (before: Before) =>
    (
      await before('POST /api/owner/customers/{id}/locations', {
        params: { id: casey.id },
        body: { ...location, label: 'Cabin' },
      })
    ).id
  const own = async (before: Before) =>
    (
      await before('POST /api/users/locations', {
        role: 'user',
        body: { ...location, label: 'Cabin' },
      })
    ).id
  const gated = (before: Before) =>
    before('PUT /api/owner/customers/{id}', {
      params: { id: casey.id },
      body: { gate_code: '4711' },
    })
  const days = (months: number) => ({
    from: inDays(-30 * months).slice(0, 7),
    to: today.slice(0, 7),
  })

  return {
    'GET /api/schedule/month': () => ({ query: { month: today.slice(0, 7) } }),
    'GET /api/owner/tax-report': () => ({ query: days(2) }),
    'GET /api/schedule': () => ({ query: { from: today, to: inDays(6) } }),
    'GET /api/schedule/week': () => ({ query: { from: today, to: inDays(6) } }),
    'GET /api/schedule/{rule_id}/visit': () => ({ params: { rule_id: visit } }),

    'POST /api/schedule/{rule_id}/complete': () => ({
      params: { rule_id: visit },
      body: { collect: true },
    }),
    'POST /api/schedule/{rule_id}/reschedule': () => ({
      params: { rule_id: later },
      body: { to_date: inDays(8) },
    }),
    'POST /api/schedule/{rule_id}/place': async (before) => {
      await before('POST /api/schedule/{rule_id}/hold', {
        params: { rule_id: later },
        body: { reason: 'Rain' },
      })
      return { params: { rule_id: later }, body: { to_date: inDays(8) } }
    },
    'POST /api/schedule': () => ({
      body: {
        customer_id: casey.id,
        service_key: 'mowing',
        pattern: 'weekly',
        start_date: inDays(3),
      },
    }),
    'POST /api/schedule/set-time': () => ({
      body: { rule_id: later, date: inDays(7), start_time: '09:30' },
    }),
    'POST /api/crew/gate-code-looks': async (before) => {
      await gated(before)
      return { role: 'crew_leader', body: { visit } }
    },
    'POST /api/crew/gate-codes': async (before) => {
      await gated(before)
      return { role: 'crew_leader' }
    },
    'POST /api/owner/customers/{id}/gate-code-looks': async (before) => {
      await gated(before)
      return { params: { id: casey.id }, body: { screen: 'visit', visit } }
    },
    'POST /api/crew/commands': () => ({
      role: 'crew_leader',
      body: {
        worker: `${leader}.${green.id}`,
        commands: [
          {
            client_id: '0190aaaa-0000-7000-8000-000000000000',
            kind: 'finish',
            at: `${today}T14:00:00.000Z`,
            waited_ms: 0,
            visit,
            date: today,
          },
        ],
      },
    }),

    'PUT /api/invoices/{id}/lines': async (before) => {
      const { id, version } = await draft(before)
      return { params: { id }, body: { version, lines: [line], notes: null, due_date: null } }
    },
    'POST /api/invoices': () => ({ body: { customer_id: casey.id, lines: [line] } }),
    'POST /api/invoices/{id}/open': async (before) => ({
      params: { id: (await draft(before)).id },
    }),
    'POST /api/invoices/{id}/send': async (before) => ({
      params: { id: (await draft(before)).id },
      body: {},
    }),
    'POST /api/invoices/{id}/pay': async (before) => ({ params: await opened(before), body: {} }),
    'POST /api/invoices/{id}/collect': async (before) => ({
      params: await opened(before),
      body: {},
    }),
    'POST /api/invoices/{id}/void': async (before) => ({
      params: await opened(before),
      body: { reason: 'Twice' },
    }),
    'POST /api/users/billing/pay-all': async (before) => {
      await opened(before)
      const { total_cents } = await before('GET /api/users/billing/owed', { role: 'user' })
      return { role: 'user', body: { total_cents } }
    },

    'GET /api/public/pay/{token}': async (before) => ({ params: await payLink(before) }),
    'GET /api/public/pay/{token}/pdf': async (before) => ({ params: await payLink(before) }),
    'POST /api/public/pay/{token}/intent': async (before) => ({
      params: await payLink(before),
      body: {},
    }),
    'POST /api/owner/credits/{id}/payback': async (before) => ({
      params: await ownMoney(before),
      body: { method: 'cash' },
    }),
    'PATCH /api/users/billing-settings': () => ({ role: 'user', body: { autopay_enabled: false } }),

    'DELETE /api/owner/credits/{id}': async (before) => ({
      params: { id: (await credit(before)).id },
    }),
    'PUT /api/owner/locations/{id}': async (before) => ({
      params: { id: await place(before) },
      body: { ...location, label: 'Lodge' },
    }),
    'PUT /api/owner/locations/{id}/default': async (before) => ({
      params: { id: await place(before) },
    }),
    'DELETE /api/owner/locations/{id}': async (before) => ({ params: { id: await place(before) } }),
    'PUT /api/users/locations/{id}': async (before) => ({
      params: { id: await own(before) },
      body: { ...location, label: 'Lodge' },
    }),
    'PUT /api/users/locations/{id}/default': async (before) => ({
      params: { id: await own(before) },
    }),
    'DELETE /api/users/locations/{id}': async (before) => ({ params: { id: await own(before) } }),
    'PUT /api/owner/customers/{id}/tax-exemption': () => ({
      params: { id: casey.id },
      body: { tax_certificate: 'E-1', tax_exempt_until: null },
    }),
    'POST /api/owner/customers/{id}/resume': async (before) => {
      await before('POST /api/owner/customers/{id}/pause', {
        params: { id: casey.id },
        body: { from: inDays(1), resume_on: inDays(20) },
      })
      return { params: { id: casey.id }, body: {} }
    },

    'POST /api/owner/time-off': () => ({
      body: { team_id, from_date: inDays(3), to_date: inDays(4) },
    }),
    'DELETE /api/owner/time-off/{id}': async (before) => ({
      params: {
        id: (
          await before('POST /api/owner/time-off', {
            body: { team_id, from_date: inDays(3), to_date: inDays(4) },
          })
        ).time_off.id,
      },
    }),
    'POST /api/owner/timesheets': () => ({
      body: {
        person_id: leader,
        started_at: `${inDays(-20)}T13:00:00Z`,
        ended_at: `${inDays(-20)}T20:00:00Z`,
        reason: 'Forgot to clock in',
      },
    }),
    'POST /api/owner/price-campaigns/preview': () => ({
      body: {
        filter: {},
        raise: { by: 'percent', hundredths: 500 },
        effective_on: inDays(40),
        subject: 'New prices',
        text: 'From {date} your price is {new_price}.',
        tells: true,
      },
    }),
    'PUT /api/owner/brand': () => ({ body: { color: '#1d6b4b' } }),
    'DELETE /api/owner/canned-replies/{id}': async (before) => ({
      params: {
        id: (
          await before('POST /api/owner/canned-replies', {
            body: { title: 'Rain', text: 'We come tomorrow.' },
          })
        ).id,
      },
    }),
    'POST /api/users/leaving/withdraw': async (before) => {
      await before('POST /api/users/leaving', { role: 'user', body: {} })
      return { role: 'user', body: {} }
    },
    'GET /api/users/open-dates': () => ({ role: 'user', query: { occurrence_id: later } }),
    'POST /api/users/request-reschedule': () => ({
      role: 'user',
      body: { occurrence_id: later, date: inDays(7), preferred_dates: [openFrom(inDays(8))] },
    }),
    'POST /api/users/move-visit': async (before) => {
      const { dates } = await before('GET /api/users/open-dates', {
        role: 'user',
        query: { occurrence_id: later },
      })
      return {
        role: 'user',
        body: {
          occurrence_id: later,
          date: inDays(7),
          to_date: dates[0]?.date,
          start_minutes: dates[0]?.start_minutes,
        },
      }
    },
    'POST /api/users/cancel-service': () => ({
      role: 'user',
      body: { occurrence_id: later, date: inDays(7) },
    }),
    'POST /api/users/visit-requests': () => ({
      role: 'user',
      body: { note: 'Please trim the hedge' },
    }),
    'POST /api/admin/create-user': () => ({
      body: {
        email: 'new@mail.example',
        name: 'Nia New',
        role: 'manager',
        organization_id: green.id,
      },
    }),
    'PUT /api/admin/product-updates/{id}': async (before) => ({
      params: await drafted(before),
      body: { subject: 'Maps', text: 'See the day on a map.', version: 1 },
    }),
    'DELETE /api/admin/product-updates/{id}': async (before) => ({ params: await drafted(before) }),
    'POST /api/admin/product-updates/{id}/test': async (before) => ({
      params: await drafted(before),
    }),
    'POST /api/admin/product-updates/{id}/send': async (before) => {
      await before('PUT /api/users/update-me', {
        role: 'owner',
        body: { notification_prefs: { product_updates: true } },
      })
      return { params: await drafted(before), body: { version: 1 } }
    },
    'POST /api/admin/update-organization': () => ({
      body: { id: green.id, name: 'Green Acres' },
    }),
    'POST /api/owner/crew-members': () => ({
      body: { name: 'Nia New', email: 'new@mail.example', role: 'crew_member', team_id },
    }),
  }
}
