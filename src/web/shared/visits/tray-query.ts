import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { TrayItem } from '../../../api/tray.ts'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { isMovedSince } from './shown-moves.ts'

const call = api['GET /api/schedule/tray']

/** A page of what waits. Visits that are being placed are left out, though the server has them yet. */
const pages = (() => {
  const { queryFn, ...rest } = call.pages()
  return {
    ...rest,
    queryFn: async (context: Parameters<typeof queryFn>[0]) => {
      const asked = performance.now()
      const page = await queryFn(context)
      const items = page.items.filter(({ visit }) => !isMovedSince(visit, asked))
      return { ...page, items, count: page.count - (page.items.length - items.length) }
    },
  }
})()

const none: TrayItem[] = []
/** What waits for a place: how much there is, and as much of it as was asked for. */
export function useTray(enabled: boolean) {
  const found = useInfiniteQuery({
    ...pages,
    enabled,
    select: (data) => ({
      count: data.pages[0]?.count ?? 0,
      items: data.pages.flatMap(({ items }) => items),
    }),
  })
  return { pages: found, count: found.data?.count ?? 0, items: found.data?.items ?? none }
}

type Pages = InfiniteData<{ items: TrayItem[]; count: number; next_cursor: string | null }>
/** A visit that is being placed waits no more; if it cannot be, the tray is asked for again. */
export function leaveTray(id: string): void {
  queryClient.setQueriesData<Pages>({ queryKey: call.key() }, (data) => {
    if (!data?.pages.some(({ items }) => items.some(({ visit }) => visit.id === id))) return data
    return {
      ...data,
      pages: data.pages.map(({ items, count, ...page }) => ({
        ...page,
        count: count - 1,
        items: items.filter(({ visit }) => visit.id !== id),
      })),
    }
  })
}

/** Names a card of the tray, where the board may show the same visit on its day. */
export const trayName = (id: string): string => `tray ${id}`
export const isOfTray = (name: string): boolean => name.startsWith('tray ')
