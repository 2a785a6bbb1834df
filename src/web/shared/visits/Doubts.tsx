import { Alert, Button, Group } from '@mantine/core'
import { spoken, useWords, refusalText, wordsNow } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'
import { useCallback, useState } from 'react'
import { changedSince, isLetGo, isOnHold, type Visit } from '../../../domain/schedule/visit.ts'
import { longDayLabel } from '../../ui/when.ts'
import { timeLabel } from './visit-text.ts'

type Props = { sentences: readonly string[] }

/** What is doubtful about something one is about to do. */
export function Doubts({ sentences }: Props) {
  const words = useWords(visitWords)
  if (sentences.length === 1) return <>{sentences.map((sentence) => spoken(sentence))}</>
  const told = sentences.slice(0, 8)
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {told.map((sentence) => (
        <li key={sentence}>{spoken(sentence)}</li>
      ))}
      {sentences.length > told.length && <li>{words.andMore(sentences.length - told.length)}</li>}
    </ul>
  )
}

/** The same under the fields of a form, said aloud as they change. */
export const DoubtsAlert = ({ sentences, mt }: Props & { mt?: string }) => (
  <div aria-live="polite">
    {sentences.length > 0 && (
      <Alert color="honey" variant="light" mt={mt}>
        <Doubts sentences={sentences} />
      </Alert>
    )}
  </div>
)

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
