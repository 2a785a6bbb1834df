import { Alert, Button, Group } from '@mantine/core'
import { useCallback, useState } from 'react'
import { changedSince, isLetGo, isOnHold, type Visit } from '../../domain/visit.ts'
import { longDayLabel } from '../ui/when.ts'
import { timeLabel } from './visit-text.ts'
import { refusalText } from '../frame-words.ts'
import { useWords, wordsNow } from '../words.ts'
import { visitWords } from './words.ts'

/**
 * Whether a visit was changed elsewhere since its reader began to change it here: what they chose must not undo what they
 * have not seen. `begin` takes the visit as it is now for what they have seen. Nothing is said while it is being saved, and nothing that comes
 * meanwhile counts as seen: the save may be refused for it.
 */
export function useOvertaken(
  visit: Visit,
  isChanging: boolean,
  isSaving: boolean,
): { overtaken: boolean; begin: () => void } {
  const [seen, setSeen] = useState<number | null>(visit.version)
  if ((seen === null || !isChanging) && seen !== visit.version) setSeen(visit.version)
  return {
    overtaken: isChanging && !isSaving && seen !== null && seen !== visit.version,
    begin: useCallback(() => setSeen(null), []),
  }
}

function stateText(visit: Visit): string {
  const words = wordsNow(visitWords)
  if (visit.hold_reason !== null) return ` ${words.onHoldBecause(visit.hold_reason)}`
  if (visit.is_completed) return ` ${words.isCompleted}`
  return isLetGo(visit) ? ` ${words.isCancelled}` : ''
}

/** Says how the visit is now, and offers to go on from there. `waited`: what is begun here is to place it. */
export function Overtaken({
  visit,
  waited = false,
  onLook,
}: {
  visit: Visit
  waited?: boolean
  onLook: () => void
}) {
  const words = useWords(visitWords)
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      <Group justify="space-between" gap="xs">
        <span>
          {refusalText(changedSince)}
          {waited && !isOnHold(visit) && ` ${words.noLongerOnHold}`}
          <br />
          {words.now(
            longDayLabel(visit.date),
            timeLabel(visit),
            visit.team?.name ?? words.unassigned,
          )}
          {stateText(visit)}
        </span>
        <Button size="compact-md" variant="default" onClick={onLook}>
          {words.takeNewer}
        </Button>
      </Group>
    </Alert>
  )
}
