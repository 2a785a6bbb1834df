import { Button } from '@mantine/core'
import { Route } from 'lucide-react'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { RouteSheet } from '../../app/sheets.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../app/words.ts'
import type { RouteDay } from './RouteSheet.tsx'
import { visitWords } from '../../../words/en/visits.ts'

type Props = { route: RouteDay; visits: readonly Visit[]; compact?: boolean }

/** Offers a shorter order where there is something to put in order: two open visits without a time. */
export function SuggestOrder({ route, visits, compact = false }: Props) {
  const words = useWords(visitWords)
  const sheet = useSheet<RouteDay>(`order-${route.team_id ?? 'none'}`, () => route)
  const movable = visits.filter(
    ({ status, start_minutes }) => status === 'scheduled' && start_minutes === null,
  )
  if (movable.length < 2 && !sheet.opened) return null
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'compact-xs' : 'md'}
        leftSection={<Route size={compact ? 14 : 18} aria-hidden />}
        aria-label={words.bestOrderOf(route.name)}
        onClick={() => sheet.show(route, route.date)}
      >
        {words.bestOrder}
      </Button>
      {sheet.about && (
        <RouteSheet
          key={sheet.key}
          route={sheet.about}
          opened={sheet.opened}
          onClose={sheet.hide}
        />
      )}
    </>
  )
}
