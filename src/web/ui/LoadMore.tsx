import { Button, Center } from '@mantine/core'
import { useWords } from '../app/words.ts'
import { uiWords } from '../../words/en/ui.ts'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/**
 * Loads the next page of `useInfiniteQuery(api['GET /…'].pages(…))`; renders nothing if there is
 * none.
 */
export function LoadMore({ of, label }: { of: Paged; label?: string }) {
  const { loadMore } = useWords(uiWords)
  if (!of.hasNextPage) return null
  return (
    <Center mt="md">
      <Button
        variant="default"
        loading={of.isFetchingNextPage}
        onClick={() => void of.fetchNextPage()}
      >
        {label ?? loadMore}
      </Button>
    </Center>
  )
}
