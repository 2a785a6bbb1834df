import { Alert, Button, Group } from '@mantine/core'
import { useCallback, useState } from 'react'
import { changedSince, isLetGo, isOnHold, type Visit } from '../../domain/visit.ts'
import { longDayLabel } from '../ui/when.ts'
import { timeLabel } from './visit-text.ts'

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

const stateText = (visit: Visit): string =>
  visit.hold_reason !== null
    ? ` On hold: ${visit.hold_reason}`
    : visit.is_completed
      ? ' It is completed.'
      : isLetGo(visit)
        ? ' It is cancelled.'
        : ''

/** Says how the visit is now, and offers to go on from there. `waited`: what is begun here is to place it. */
export const Overtaken = ({
  visit,
  waited = false,
  onLook,
}: {
  visit: Visit
  waited?: boolean
  onLook: () => void
}) => (
  <Alert color="red" variant="light" role="alert" mb="md">
    <Group justify="space-between" gap="xs">
      <span>
        {changedSince.sentence}
        {waited && !isOnHold(visit) && ' It is no longer on hold.'}
        <br />
        Now: {longDayLabel(visit.date)}, {timeLabel(visit)}, {visit.team?.name ?? 'Unassigned'}.
        {stateText(visit)}
      </span>
      <Button size="compact-md" variant="default" onClick={onLook}>
        Take the newer state
      </Button>
    </Group>
  </Alert>
)
