import { addDays } from '../src/domain/base/dates.ts'
import { askForConsent } from '../src/server/money/consents/ask.ts'
import { openFrom, type Before } from './costs/samples.ts'
import type { Stand } from './stands.ts'
import type { OpenWorld } from './world.ts'

type Known = { hear: () => Promise<string>; issued: (before: Before) => Promise<string> }

/** What happens before calls about visits, messages and money. */
export function standsOfWork(open: OpenWorld, { hear, issued }: Known): Record<string, Stand> {
  const { green } = open.world
  const inDays = (days: number) => addDays(green.today, days)
  const casey = green.customers['casey']!
  const { series_id } = casey.rules[0]!
  const later = `${series_id}:${inDays(7)}`

  const newest = async (table: string): Promise<{ id: string }> =>
    (await open.rows<{ id: string }>(`select id from ${table} order by id desc limit 1`))[0]!
  const heard = async () => {
    const message_id = await hear()
    const { id } = await open.row<{ id: string }>('select id from threads where customer_id = $1', [
      casey.id,
    ])
    return { params: { id: id }, message_id }
  }
  /** What the browser does with the provider's form. */
  const confirm = async (
    client_secret: string,
    account: string | null,
  ): Promise<{ payment_method: string }> => {
    const { host, port, publishableKey } = open.sandbox!
    const answer = await fetch(
      `http://${host}:${port}/v1/setup_intents/${client_secret.split('_secret')[0]}/confirm`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${publishableKey}`,
          ...(account ? { 'stripe-account': account } : {}),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          client_secret,
          payment_method: 'pm_card_mastercard',
        }).toString(),
      },
    )
    return answer.json()
  }
  const setUp = async (before: Before) => {
    const { client_secret, setup_intent_id, account_id } = await before(
      'POST /api/users/billing/setup-intent',
      { role: 'user', body: { pm_types: ['card'] } },
    )
    const { payment_method } = await confirm(client_secret, account_id)
    return { setup_intent_id, payment_method }
  }
  const secondCard = async (before: Before) => {
    const { setup_intent_id, payment_method } = await setUp(before)
    await before('POST /api/users/billing/saved', { role: 'user', body: { setup_intent_id } })
    return { role: 'user' as const, body: { payment_method_id: payment_method } }
  }
  const platformCard = async (before: Before) => {
    const { client_secret, setup_intent_id } = await before(
      'POST /api/owner/platform-billing/set-payment-method',
    )
    const { payment_method } = await confirm(client_secret, null)
    return { payment_method_id: payment_method, setup_intent_id }
  }
  const subscribed = async (before: Before) => {
    await before('POST /api/owner/platform-billing/save-payment-method', {
      body: await platformCard(before),
    })
    await before('POST /api/owner/platform-billing/confirm-subscription', { body: {} })
  }
  const cardLink = async () => {
    const { url } = await open.row<{ url: string }>(
      "select data ->> 'url' as url from messages where template = 'payment_failed' order by id desc limit 1",
    )
    return { token: /\/card\/(\w+)$/.exec(url)![1]! }
  }
  /** Casey's work costs more than they agreed to. */
  const dearer = async () => {
    await open.rows(
      'update rules set price_cents = 7000 where customer_id = $1 and removed_at is null',
      [casey.id],
    )
    await askForConsent(open.app)
    const { url } = await open.row<{ url: string }>(
      "select data ->> 'url' as url from messages where template = 'consent_request' order by id desc limit 1",
    )
    return { token: url.split('/agree/')[1] as string }
  }
  const campaign = async (before: Before) => {
    const body = {
      filter: {},
      raise: { by: 'percent', hundredths: 500, round_to: 50 },
      effective_on: inDays(20),
      subject: 'New prices',
      text: 'From {date}: {service} {old_price} → {new_price}.',
      tells: true,
    }
    const { preview } = await before('POST /api/owner/price-campaigns/preview', { body })
    await before('POST /api/owner/price-campaigns', { body: { ...body, preview } })
    return newest('price_campaigns')
  }
  const asked = async (before: Before) => {
    await before('POST /api/users/request-reschedule', {
      role: 'user',
      body: { occurrence_id: later, date: inDays(7), preferred_dates: [openFrom(inDays(8))] },
    })
    return newest('customer_requests')
  }
  const wished = async (before: Before) => {
    await before('POST /api/users/visit-requests', {
      role: 'user',
      body: { note: 'Please trim the hedge' },
    })
    return newest('visit_requests')
  }
  const written = async (before: Before) => {
    const { wordings } = await before('GET /api/owner/messages/wordings')
    const [{ kind, variant, locale, ours }] = wordings
    return { kind, variant, locale, words: ours }
  }
  /** A file that is read, and for a later step what comes before it. */
  const uploaded = async () => {
    const owner = await open.as('owner@green-acres.example')
    const { body } = await owner('POST /api/owner/imports', {
      body: 'Customer ID,Name,Email,Street,City,State,ZIP\r\nM-1,May Maple,may@maple.example,1 Maple St,Durham,NC,27701\r\n',
      headers: { 'content-type': 'application/octet-stream' },
      query: { file_name: 'customers.csv' },
    })
    return { id: body.id }
  }
  const compared = async (before: Before) => {
    const params = await uploaded()
    await before('POST /api/owner/imports/{id}/dry-run', { params, body: { choices: {} } })
    return params
  }
  const imported = async (before: Before) => {
    const params = await compared(before)
    await before('POST /api/owner/imports/{id}/commit', { params, body: {} })
    return params
  }
  const visitor = { email: 'ida.new@mail.example' }
  const started = async (before: Before) => {
    const params = { code: green.permanent_code }
    const { lead_token } = await before('POST /api/public/signup/{code}/lead', {
      params,
      body: visitor,
    })
    return { params, body: { email: visitor.email, lead_token } }
  }
  const signup =
    (more: object): Stand =>
    async (before) => {
      const { params, body } = await started(before)
      return { params, body: { ...body, ...more } }
    }

  return {
    'POST /api/users/billing/saved': async (before) => {
      const { setup_intent_id } = await setUp(before)
      return { role: 'user', body: { setup_intent_id } }
    },
    'POST /api/users/billing/set-default': secondCard,
    'POST /api/users/billing/detach': secondCard,
    'POST /api/public/card/{token}/setup': async () => ({ params: await cardLink(), body: {} }),
    'DELETE /api/invoices/{id}/write-off': async (before) => {
      const params = { id: await issued(before) }
      await before('POST /api/invoices/{id}/write-off', { params })
      return { params }
    },
    'POST /api/public/consent/{token}': async () => ({
      params: await dearer(),
      body: { agree: false },
    }),
    'POST /api/users/consent-request': async () => {
      await dearer()
      return { role: 'user', body: { agree: false } }
    },
    'POST /api/owner/consent-requests/{id}/ask': async () => {
      await dearer()
      return { params: await newest('consent_requests'), body: {} }
    },
    'POST /api/owner/platform-billing/save-payment-method': async (before) => ({
      body: await platformCard(before),
    }),
    'POST /api/owner/platform-billing/confirm-subscription': async (before) => {
      await before('POST /api/owner/platform-billing/save-payment-method', {
        body: await platformCard(before),
      })
      return { body: {} }
    },
    'POST /api/owner/platform-billing/cancel': async (before) => {
      await subscribed(before)
      return { body: {} }
    },
    'POST /api/owner/platform-billing/restart': async (before) => {
      await subscribed(before)
      await before('POST /api/owner/platform-billing/cancel', { body: {} })
      return { body: {} }
    },
    'POST /api/owner/price-campaigns/{id}/undo': async (before) => ({
      params: await campaign(before),
    }),

    'PATCH /api/owner/threads/{id}': async () => {
      const { params } = await heard()
      return { params, body: { state: 'closed' } }
    },
    'POST /api/owner/threads/{id}/reads': async () => {
      const { params } = await heard()
      return { params, body: { upto: new Date().toISOString() } }
    },
    'POST /api/owner/threads/{id}/requests': async () => {
      const { params, message_id } = await heard()
      return { params, body: { message_id, occurrence_id: later, action: 'cancel' } }
    },
    'PATCH /api/owner/canned-replies/{id}': async (before) => {
      const body = { title: 'Rain', text: 'We come tomorrow.' }
      const { id } = await before('POST /api/owner/canned-replies', { body })
      return { params: { id }, body: { text: 'We come on Monday.' } }
    },
    'POST /api/owner/messages/wordings/save': async (before) => ({ body: await written(before) }),
    'POST /api/owner/leave-requests/{id}/keep': async (before) => {
      await before('POST /api/users/leaving', { role: 'user', body: {} })
      const { items } = await before('GET /api/owner/leave-requests')
      return { params: { id: items[0].id }, body: { answer: 'Please stay' } }
    },
    'POST /api/owner/announcements/{id}/stop': async (before) => {
      const { id } = await before('POST /api/owner/announcements', {
        body: {
          kind: 'announcement_service',
          subject: 'Rain',
          text: 'We come later.',
          by_email: true,
          by_text: false,
          group: {},
        },
      })
      return { params: { id } }
    },

    'POST /api/owner/imports/{id}/dry-run': async () => ({
      params: await uploaded(),
      body: { choices: {} },
    }),
    'POST /api/owner/imports/{id}/commit': async (before) => ({
      params: await compared(before),
      body: {},
    }),
    'POST /api/owner/imports/{id}/undo': async (before) => ({
      params: await imported(before),
      body: {},
    }),
    'POST /api/owner/imports/{id}/invite': async (before) => ({
      params: await imported(before),
      body: {},
    }),

    'POST /api/users/series/pause': async () => ({
      role: 'user',
      body: { series_ids: [series_id], from: inDays(3), resume_on: inDays(30) },
    }),
    'POST /api/users/requests/{id}/withdraw': async (before) => ({
      role: 'user',
      params: await asked(before),
    }),
    'POST /api/users/visit-requests/{id}/withdraw': async (before) => ({
      role: 'user',
      params: await wished(before),
    }),
    'POST /api/owner/visit-requests/{id}/decline': async (before) => ({
      params: await wished(before),
      body: { reason: 'We are full' },
    }),
    'POST /api/owner/timesheets/open': async (before) => {
      const { id } = await before('POST /api/owner/timesheets/approve', {
        body: { from: inDays(-60), to: inDays(-50) },
      })
      return { body: { id, reason: 'A break was missing' } }
    },
    'POST /api/owner/customers/{id}/status': async () => {
      const { id } = await open.row<{ id: string }>(
        "insert into customers (organization_id, name, status) values ($1, 'Lou Lead', 'lead') returning id",
        [green.id],
      )
      return { params: { id }, body: { status: 'active' } }
    },
    'POST /api/schedule/edits/{id}/undo': async (before) => {
      await before('DELETE /api/owner/teams/{id}/customers/{customerId}', {
        params: { id: Object.values(green.teams)[0]!, customerId: casey.id },
      })
      return { params: await newest('schedule_edits') }
    },
    'PATCH /api/public/signup/{code}/lead': signup({ name: 'Ida Newer' }),
    'PATCH /api/public/signup/{code}/lead/availability': signup({ available_days: ['monday'] }),
    'PATCH /api/public/signup/{code}/lead/services': signup({
      services_selected: [{ key: 'mowing' }],
    }),
    'PATCH /api/public/signup/{code}/lead/frequency': signup({ service_frequency: 'weekly' }),
    'PATCH /api/public/signup/{code}/lead/consents': signup({ sms_opt_in: false }),
  }
}
