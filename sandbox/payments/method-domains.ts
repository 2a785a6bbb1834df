// The addresses whose pages may offer wallets on an account's behalf.
import { find } from './call.ts'
import type { Call, Route } from './call.ts'
import { invalid, required } from './errors.ts'
import type { Row } from './store.ts'
import { expandOnly, listPage, newId, now, page } from './wire.ts'

/** Apple refuses these; a name under `.invalid` can belong to nobody. */
const isRefused = (name: string): boolean => name.endsWith('.invalid')

/** What each wallet makes of a domain. */
function standing(name: string) {
  const active = { status: 'active' }
  return {
    amazon_pay: active,
    apple_pay: isRefused(name)
      ? {
          status: 'inactive',
          status_details: { error_message: 'The domain could not be reached by Apple.' },
        }
      : active,
    google_pay: active,
    klarna: active,
    link: active,
    paypal: active,
  }
}

function register(call: Call): Row {
  const { domain_name: name, enabled } = call.params
  if (!name) throw required('domain_name')
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(name))
    throw invalid(
      'Give a domain name without https:// and without a path.',
      undefined,
      'domain_name',
    )
  const known = call.tx
    .list(call.account, 'payment_method_domain')
    .find((row) => row.domain_name === name)
  return (
    known ??
    call.tx.put(call.account, {
      id: newId('pmd_'),
      object: 'payment_method_domain',
      ...standing(name),
      created: now(),
      domain_name: name,
      enabled: enabled ?? true,
      livemode: false,
    })
  )
}

export const methodDomainRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_method_domains',
    params: { ...expandOnly, domain_name: 'string', enabled: 'boolean' },
    run: register,
  },
  {
    method: 'GET',
    path: '/v1/payment_method_domains',
    params: { ...page, domain_name: 'string', enabled: 'boolean' },
    run: (call) =>
      listPage(
        '/v1/payment_method_domains',
        call.tx
          .list(call.account, 'payment_method_domain')
          .filter(
            (row) =>
              row.domain_name === (call.params.domain_name ?? row.domain_name) &&
              row.enabled === (call.params.enabled ?? row.enabled),
          ),
        call.params,
      ),
  },
  {
    method: 'POST',
    path: '/v1/payment_method_domains/{id}/validate',
    params: expandOnly,
    run: (call, id) => {
      const row = find(call, 'payment_method_domain', id)
      return call.tx.change(call.account, row, standing(row.domain_name))
    },
  },
]
