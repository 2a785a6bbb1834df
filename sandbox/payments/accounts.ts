// Connected accounts: created and onboarded through the v2 API, summarized by the v1 one.
import type { Call, Route } from './call.ts'
import { ApiError, invalid, missing, required } from './errors.ts'
import { emit, emitThin } from './events.ts'
import type { Row } from './store.ts'
import { expandOnly, mergeMetadata, newId, now, type Fields, type Shape } from './wire.ts'
import { type Standing, isActive, shown, summary, platformSummary } from './account-views.ts'

const accountFields: Shape = {
  configuration: 'any',
  contact_email: 'string',
  contact_phone: 'string',
  dashboard: ['express', 'full', 'none'],
  defaults: 'any',
  display_name: 'string',
  identity: 'any',
  include: {
    list: [
      'configuration.customer',
      'configuration.merchant',
      'configuration.recipient',
      'defaults',
      'future_requirements',
      'identity',
      'requirements',
    ],
  },
  metadata: 'metadata',
}

/** Refuses payments for an account that is not ready for them. */
export function requireCharging(call: Call): void {
  if (call.account === call.platform) return
  const account = call.tx.object(call.platform, call.account)!
  if (isActive(account, 'card_payments')) return
  throw new ApiError(400, {
    code: 'capability_not_active',
    message:
      'Your account cannot currently make charges: the card_payments capability is not active. Complete onboarding first.',
  })
}

/**
 * Payment method types an account can offer: always cards, bank debits once it has requested the
 * capability.
 */
export function offeredTypes(call: Call): string[] {
  const account =
    call.account === call.platform ? null : call.tx.object(call.platform, call.account)!
  return !account || account._capabilities.includes('ach_debit_payments')
    ? ['card', 'us_bank_account']
    : ['card']
}

export const accountRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v2/core/accounts',
    params: accountFields,
    run: (call) => {
      const { params } = call
      if (call.account !== call.platform)
        throw new ApiError(403, { message: 'Only the platform can create accounts.' })
      checkConfiguration(params.configuration)
      const asked = params.configuration?.merchant?.capabilities ?? {}
      const account: Row = {
        id: newId('acct_1', 16),
        object: 'v2.core.account',
        applied_configurations: Object.keys(params.configuration ?? {}),
        closed: false,
        contact_email: params.contact_email ?? null,
        contact_phone: params.contact_phone ?? null,
        created: new Date().toISOString(),
        dashboard: params.dashboard ?? 'none',
        display_name: params.display_name ?? null,
        livemode: false,
        metadata: params.metadata ?? {},
        _standing: 'new' satisfies Standing,
        _merchant: params.configuration?.merchant
          ? { ...params.configuration.merchant, capabilities: undefined }
          : null,
        _capabilities: Object.keys(asked).filter((name) => asked[name]?.requested),
        _configuration: params.configuration ?? {},
        _identity: { country: 'us', ...params.identity },
        _defaults: {
          currency: 'usd',
          ...params.defaults,
          responsibilities: {
            fees_collector: 'stripe',
            losses_collector: 'stripe',
            ...params.defaults?.responsibilities,
            requirements_collector: 'stripe',
          },
        },
      }
      call.tx.put(call.platform, account)
      emitThin(call, 'v2.core.account.created', related(account))
      return shown(account, params.include)
    },
  },
  {
    method: 'GET',
    path: '/v2/core/accounts/{id}',
    params: { include: accountFields.include! },
    run: (call, id) => shown(accountOf(call, id), call.params.include),
  },
  {
    method: 'POST',
    path: '/v2/core/accounts/{id}',
    params: accountFields,
    run: (call, id) => {
      const account = accountOf(call, id)
      const { params } = call
      checkConfiguration(params.configuration)
      const asked = params.configuration?.merchant?.capabilities ?? {}
      const changes: Fields = {}
      for (const name of ['contact_email', 'contact_phone', 'dashboard', 'display_name']) {
        if (params[name] !== undefined) changes[name] = params[name] || null
      }
      if (params.metadata !== undefined)
        changes.metadata = mergeMetadata(account.metadata, params.metadata)
      if (params.configuration) {
        changes._configuration = { ...account._configuration, ...params.configuration }
        changes.applied_configurations = Object.keys(changes._configuration)
        changes._capabilities = [
          ...new Set([
            ...account._capabilities,
            ...Object.keys(asked).filter((name) => asked[name]?.requested),
          ]),
        ]
        if (params.configuration.merchant)
          changes._merchant = {
            ...account._merchant,
            ...params.configuration.merchant,
            capabilities: undefined,
          }
      }
      if (params.identity) changes._identity = { ...account._identity, ...params.identity }
      if (params.defaults) changes._defaults = { ...account._defaults, ...params.defaults }
      const updated = call.tx.change(call.platform, account, changes)
      emitThin(call, 'v2.core.account.updated', related(updated))
      return shown(updated, params.include)
    },
  },
  {
    method: 'GET',
    path: '/v2/core/accounts',
    params: {
      limit: 'integer',
      closed: 'boolean',
      applied_configurations: { list: 'string' },
      page: 'string',
    },
    run: (call) => {
      const limit = Math.min(call.params.limit ?? 20, 100)
      const rows = call.tx.list(call.platform, 'v2.core.account').reverse()
      const from = Number(call.params.page ?? 0)
      const next =
        from + limit < rows.length ? `/v2/core/accounts?limit=${limit}&page=${from + limit}` : null
      return {
        data: rows.slice(from, from + limit).map((row) => shown(row)),
        next_page_url: next,
        previous_page_url: null,
      }
    },
  },
  {
    method: 'POST',
    path: '/v2/core/account_links',
    params: { account: 'string', use_case: 'any' },
    run: (call) => {
      const { account: id, use_case: useCase } = call.params
      if (!id) throw required('account')
      const details = useCase?.[useCase?.type]
      if (
        !['account_onboarding', 'account_update'].includes(useCase?.type) ||
        !details?.refresh_url
      )
        throw required('use_case.account_onboarding.refresh_url')
      const unknown = Object.keys(details).find(
        (name) => !['collection_options', 'refresh_url', 'return_url'].includes(name),
      )
      if (unknown)
        throw invalid(
          `Received unknown parameter: ${unknown}`,
          'parameter_unknown',
          `use_case.${useCase.type}.${unknown}`,
        )
      for (const name of ['refresh_url', 'return_url']) {
        if (details[name] !== undefined && !/^https?:\/\//.test(details[name]))
          throw invalid(`Not a valid URL: ${name}`, 'url_invalid', name)
      }
      // A business that left comes back the way it first came.
      const account = accountOf(call, id, { left: true })
      const token = newId('', 32)
      call.tx.put(call.platform, {
        id: `link_${token}`,
        object: '_account_link',
        created: now(),
        account: account.id,
        expires: now() + 300,
        used: false,
        useCase: useCase.type,
        returnUrl: details.return_url ?? null,
        refreshUrl: details.refresh_url,
      })
      return {
        object: 'v2.core.account_link',
        account: account.id,
        created: new Date().toISOString(),
        expires_at: new Date(Date.now() + 300_000).toISOString(),
        livemode: false,
        url: call.pageUrl(`/onboarding/${token}`, details.return_url ?? details.refresh_url),
        use_case: useCase,
      }
    },
  },
  {
    method: 'GET',
    path: '/v1/accounts/{id}',
    params: expandOnly,
    run: (call, id) => summary(accountOf(call, id)),
  },
  {
    method: 'GET',
    path: '/v1/account',
    params: expandOnly,
    run: (call) =>
      call.account === call.platform
        ? platformSummary(call)
        : summary(accountOf(call, call.account)),
  },
]

function accountOf(call: Call, id: string, { left = false } = {}): Row {
  const account = call.tx.object(call.platform, id)
  const isOwn = call.account === call.platform || call.account === id
  if (account?.object !== 'v2.core.account' || (account.closed && !left) || !isOwn) {
    throw new ApiError(403, {
      code: 'account_invalid',
      message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    })
  }
  return account
}

function checkConfiguration(configuration: Fields | undefined): void {
  for (const name of Object.keys(configuration ?? {})) {
    if (!['customer', 'merchant', 'recipient'].includes(name))
      throw invalid(`Received unknown parameter: configuration.${name}`, 'parameter_unknown')
  }
}

const related = (account: Row) => ({
  id: account.id,
  type: 'v2.core.account',
  url: `/v2/core/accounts/${account.id}`,
})

/** Called by the onboarding page when it is completed. */
export function setStanding(call: Call, account: Row, standing: Standing, link?: Row): void {
  const before = account._standing as Standing
  const updated = call.tx.change(call.platform, account, { _standing: standing, closed: false })
  if (link) {
    call.tx.change(call.platform, link, { used: true })
    emitThin(call, 'v2.core.account_link.returned', null, {
      account_id: account.id,
      configurations: updated.applied_configurations,
      use_case: link.useCase,
    })
  }
  if (before === standing && !account.closed) return
  emitThin(call, 'v2.core.account[identity].updated', related(updated))
  emitThin(call, 'v2.core.account[requirements].updated', related(updated))
  for (const name of [...updated._capabilities, 'stripe_balance.payouts'] as string[]) {
    const short = name === 'stripe_balance.payouts' ? 'payouts' : name
    if (isActive(account, short) !== isActive(updated, short)) {
      emitThin(
        call,
        'v2.core.account[configuration.merchant].capability_status_updated',
        related(updated),
        { updated_capability: name },
      )
    }
  }
  emit({ ...call, account: account.id }, 'account.updated', summary(updated))
}

/** The business revoked the platform's access, as it can in its Stripe dashboard. */
export function deauthorize(call: Call, account: Row): void {
  emit({ ...call, account: account.id }, 'account.application.deauthorized', {
    id: `ca_${call.platform.slice(5)}`,
    object: 'application',
    name: 'Platform',
  })
  call.tx.change(call.platform, account, { closed: true })
}

/** A link works once, for five minutes. */
export function openLink(call: Call, token: string): Row {
  const link = call.tx.object(call.platform, `link_${token}`)
  if (!link) throw missing('account link', token)
  return link
}
