import { Button, Center } from '@mantine/core'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The next page of a list from `useInfiniteQuery(api['GET /…'].pages(…))`; nothing when there is none. */
export function LoadMore({ of, label = 'Load more' }: { of: Paged; label?: string }) {
  if (!of.hasNextPage) return null
  return (
    <Center mt="md">
      <Button
        variant="default"
        loading={of.isFetchingNextPage}
        onClick={() => void of.fetchNextPage()}
      >
        {label}
      </Button>
    </Center>
  )
}
