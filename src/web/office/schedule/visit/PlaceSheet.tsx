import { useQuery } from '@tanstack/react-query'
import { addDays, startOfWeek } from '../../../../domain/base/dates.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { useToday } from '../../../app/today.ts'
import { Bars, Loaded } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { placeTogether, type NotPlaced } from '../../../shared/visits/hold-acts.ts'
import { moveTitle } from './move-form.ts'
import { MoveForm } from './MoveSheet.tsx'
import { carryOut, showCarried } from '../../../shared/visits/moves.ts'
import { organizationQuery, windowQuery } from '../../../shared/visits/queries.ts'

type Props = {
  visits: readonly Visit[]
  onClose: () => void
  onDone?: (() => void) | undefined
  /** Of several: those that stayed where they are, and why. */
  onRefused?: ((stayed: readonly NotPlaced[]) => void) | undefined
}

/** Team, date and time for a visit on hold, wherever on the page it was met; the day and team of several. */
export const PlaceSheet = ({ opened, ...form }: Props & { opened: boolean }) => (
  <Sheet opened={opened} onClose={form.onClose} title={moveTitle(form.visits)} size="md">
    {opened && <PlaceForm {...form} />}
  </Sheet>
)

export function PlaceForm({ visits, onClose, onDone, onRefused }: Props) {
  const week = startOfWeek(useToday())
  const query = useQuery(windowQuery(week, addDays(week, 6)))
  const { data: organization } = useQuery(organizationQuery)
  return (
    <Loaded
      of={query}
      failure="Failed to load today’s schedule"
      skeleton={<Bars rows={3} height={56} />}
    >
      {(window) => (
        <MoveForm
          visits={visits}
          facts={{ ...window, organization }}
          window={window}
          onMove={(carries, asked) => {
            onClose()
            onDone?.()
            if (carries.length > 1)
              return void placeTogether(carries, window.teams).then(
                (stayed) => stayed && onRefused?.(stayed),
              )
            showCarried(carries, window.teams)
            void carryOut(carries, window.teams, asked)
          }}
        />
      )}
    </Loaded>
  )
}
