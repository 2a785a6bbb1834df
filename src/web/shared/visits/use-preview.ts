import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { errorText } from '../../app/client.ts'

/**
 * What an act would do, asked with every change of it. `isCurrent`: the answer is about just what is on screen, so it may be done.
 * `ask` is called with the wish that `key` names.
 */
export function usePreview<W, R>(
  name: string,
  wish: W | null,
  ask: (wish: W, signal?: AbortSignal) => Promise<R>,
) {
  const now = wish === null ? '' : JSON.stringify(wish)
  const [settled] = useDebouncedValue(now, 300)
  const query = useQuery({
    queryKey: ['preview', name, settled],
    queryFn: ({ signal }) => ask(JSON.parse(settled) as W, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isCurrent =
    now !== '' &&
    settled === now &&
    query.isSuccess &&
    !query.isPlaceholderData &&
    !query.isFetching
  const problem =
    settled === now && query.error
      ? errorText(query.error, 'Failed to work out what this would do')
      : null
  return { data: now === '' ? undefined : query.data, isCurrent, problem }
}
