import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { isNumberOf, typedNumber } from '../../../domain/money/invoice-search.ts'
import {
  hasRole,
  moneyRoles,
  officeAndAdminRoles,
  officeRoles,
} from '../../../domain/base/roles.ts'
import { api } from '../client.ts'
import { asksAgain } from '../live.ts'
import { useMe } from '../me.ts'
import { customerItem, invoiceItem, ownItems, personItem, visitItem, type Item } from './items.ts'
import { indexOf, ranked } from './rank.ts'
import { recentOf } from './recent.ts'

const customersQuery = api['GET /api/find/customers'].query()
const visitsCall = api['GET /api/find/visits']
asksAgain(['customer_updated'], customersQuery.queryKey)
asksAgain(['customer_updated', 'schedule.*', 'occurrence_updated'], visitsCall.key())

const shownFound = 8
const shownWork = 4
/** Whose recent items: a person's, in an organization. */
export const whoseOf = (me: { id: string; organization_id: string | null }): string =>
  `${me.id}.${me.organization_id ?? ''}`

/** The results for what was typed; `sought` is the same a moment later, for what the server finds. */
export function useItems(typed: string, sought: string) {
  const me = useMe()
  const index = useIndex()
  const work = useWork(sought)
  const now = useDeferredValue(typed)
  const recent = recentOf(whoseOf(me))
  const found = ranked(index.lines, now, { recent, atMost: shownFound })
  const numbered = work.items.filter((one) => isNumbered(one, now))
  const others = work.items.filter((one) => !isNumbered(one, now))
  const items = now === '' ? openedLately(index.all, recent) : [...numbered, ...found, ...others]
  return {
    items,
    isSettled: now === typed && typed === sought && !work.isLoading && !index.isLoading,
    failed: index.failed || work.failed,
    retry: () => (index.retry(), work.retry()),
  }
}

/** Whether what was typed is exactly the number of this invoice, which then comes first. */
const isNumbered = ({ kind, label }: Item, typed: string): boolean =>
  kind === 'Invoice' && isNumberOf(label.replace(/^Invoice #/, ''), typed)
/** A number alone is asked of the server, so that Enter waits for its answer. */
export const isNumber = (typed: string): boolean => /^\d+$/.test(typedNumber(typed))

/** Without a word typed: what was opened lately, and then what can be started. */
function openedLately(all: readonly Item[], recent: readonly string[]): Item[] {
  const byKey = new Map(all.map((one) => [one.key, one]))
  const lately = recent.flatMap((key) => byKey.get(key) ?? [])
  const starts = all.filter((one) => one.kind === 'Action' && one.keys && !lately.includes(one))
  return [...lately, ...starts].slice(0, 2 * shownFound)
}

/** What is searched here at every key: actions, pages, customers, people. */
function useIndex() {
  const { roles, organization_id } = useMe()
  const router = useRouter()
  const has = organization_id !== null
  const customers = useQuery({
    ...customersQuery,
    staleTime: 5 * 60_000,
    enabled: has && hasRole(roles, officeAndAdminRoles),
  })
  const people = useQuery({
    ...api['GET /api/owner/people'].query(),
    enabled: has && hasRole(roles, officeRoles),
  })
  const all = useMemo(
    () => [
      ...ownItems(router, roles),
      ...(customers.data?.customers ?? []).map(customerItem),
      ...(people.data?.people ?? []).map(personItem),
    ],
    [router, roles, customers.data, people.data],
  )
  return {
    all,
    lines: useMemo(() => indexOf(all), [all]),
    isLoading: customers.isLoading || people.isLoading,
    failed: customers.isError || people.isError,
    retry: () => (void customers.refetch(), void people.refetch()),
  }
}

/** What the server finds: invoices by number or name, and the next visits of a customer. */
function useWork(q: string) {
  const { roles, organization_id } = useMe()
  const isOn = q !== '' && organization_id !== null
  const invoices = useQuery({
    ...api['GET /api/invoices'].query({ query: { q, limit: shownWork } }),
    enabled: isOn && hasRole(roles, moneyRoles),
    placeholderData: keepPreviousData,
  })
  const visits = useQuery({
    ...visitsCall.query({ query: { q: q || '-' } }),
    enabled: isOn && hasRole(roles, officeAndAdminRoles),
    placeholderData: keepPreviousData,
  })
  return {
    items: isOn
      ? [
          ...(invoices.data?.items ?? []).map(invoiceItem),
          ...(visits.data?.visits ?? []).map(visitItem),
        ]
      : [],
    isLoading: invoices.isFetching || visits.isFetching,
    failed: invoices.isError || visits.isError,
    retry: () => (void invoices.refetch(), void visits.refetch()),
  }
}
