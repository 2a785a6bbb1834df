import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { paymentStatuses, type PaymentStatus } from '../../../domain/money/payment.ts'
import { api } from '../../app/client.ts'

export type PaymentFilter = {
  q: string
  status: PaymentStatus | null
  from: LocalDate | null
  to: LocalDate | null
  limit: number
}
export type FilterChange = Partial<PaymentFilter>

const debounceMs = 400
const list = api['GET /api/owner/stripe/payments']

/** The URL's filter, the page within it, and its rows. */
export function usePayments(usual: number, sizes: readonly number[]) {
  const raw = useSearch({ strict: false }) as Partial<
    Record<'q' | 'status' | 'from' | 'to', string>
  > & { limit?: number }
  const navigate = useNavigate()
  const [q, setQ] = useState(raw.q ?? '')
  const [asked] = useDebouncedValue(q.trim(), debounceMs)
  // Keyset paging: the last row of every page before this one.
  const [before, setBefore] = useState<readonly string[]>([])
  const filter: PaymentFilter = {
    q,
    status: paymentStatuses.find((known) => known === raw.status) ?? null,
    from: raw.from ?? null,
    to: raw.to ?? null,
    limit: raw.limit !== undefined && sizes.includes(raw.limit) ? raw.limit : usual,
  }
  const wanted = {
    ...(asked ? { q: asked } : {}),
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.from ? { from: filter.from } : {}),
    ...(filter.to ? { to: filter.to } : {}),
  }
  const after = before.at(-1)
  const rows = useQuery({
    ...list.query({
      query: { ...wanted, limit: filter.limit, ...(after ? { starting_after: after } : {}) },
    }),
    placeholderData: keepPreviousData,
  })

  const change = (next: FilterChange) => {
    if (next.q !== undefined) setQ(next.q)
    setBefore([])
    const { q: text, limit, ...rest } = { ...filter, ...next }
    void navigate({
      to: '.',
      search: {
        ...rest,
        q: text.trim() || undefined,
        limit: limit === usual ? undefined : limit,
      } as never,
      replace: true,
    })
  }
  return {
    filter,
    change,
    rows,
    page: before.length + 1,
    next: () => rows.data?.next_cursor && setBefore([...before, rows.data.next_cursor]),
    previous: () => setBefore(before.slice(0, -1)),
    /** Exports the whole filter, not just the page. */
    exportCsv: () =>
      list({
        query: { ...wanted, format: 'csv' },
        timeout_ms: 60_000,
      }) as Promise<unknown> as Promise<string>,
  }
}
