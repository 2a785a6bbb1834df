import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import type { CustomerSearch } from './filters.ts'
import { useTyped } from '../../customers/use-typed.ts'

const route = getRouteApi('/app/customers')

/**
 * Changes filters in the URL without a history entry: Back leaves the page instead of going through
 * every typed word. Also clears the selected customer.
 */
export function useSetFilter(): (change: Partial<Record<keyof CustomerSearch, unknown>>) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({
      search: (now) => ({ ...now, customer: undefined, ...change }) as CustomerSearch,
      replace: true,
      resetScroll: false,
    })
}

/** The search text in the URL, used by both tabs. */
export function SearchBox(
  props: Pick<TextInputProps, 'aria-label' | 'placeholder' | 'className' | 'maw'>,
) {
  const set = useSetFilter()
  const box = useTyped(route.useSearch().q ?? '', (q) => set({ q: q || undefined }), 120)
  return (
    <TextInput
      type="search"
      maxLength={200}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        box.typed && (
          <ActionIcon variant="subtle" color="gray" aria-label="Clear search" onClick={box.clear}>
            <X size={16} aria-hidden />
          </ActionIcon>
        )
      }
      value={box.typed}
      onChange={(event) => box.type(event.currentTarget.value)}
      {...props}
    />
  )
}
