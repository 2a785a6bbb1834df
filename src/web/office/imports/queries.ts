import type { QueryClient } from '@tanstack/react-query'
import type { ImportDetail } from '../../../domain/flows/import.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'

export const importsQuery = api['GET /api/owner/imports'].query()

asksAgain(['customer_updated'], importsQuery.queryKey)

export const importQuery = (id: string) =>
  api['GET /api/owner/imports/{id}'].query({ params: { id } })

/** What a call answered is what the screens show next. */
export function keepImport(cache: QueryClient, detail: ImportDetail): void {
  cache.setQueryData(importQuery(detail.id).queryKey, detail)
  void cache.invalidateQueries({ queryKey: importsQuery.queryKey })
}

/** How long the server may take for a large file. */
export const patienceMs = 300_000

/** '1 customer', '212 customers', '1,204 customers'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
