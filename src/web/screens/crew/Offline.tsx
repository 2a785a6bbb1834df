import { Alert, Button, Group } from '@mantine/core'
import { useMutationState } from '@tanstack/react-query'
import { CloudUpload } from 'lucide-react'
import { useIsOnline } from '../../online.ts'
import { useUnclocked } from './clocking.ts'
import { forgetRefused, useRefused, useUnsent } from './completing.ts'
import css from './crew.module.css'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

/** How many acts wait until there is a connection again, and what could not be done when there was. */
export function WaitingNote() {
  const words = useWords(crewWords)
  useUnsent()
  useUnclocked()
  const waiting = useMutationState({
    filters: {
      status: 'pending',
      predicate: ({ state }) => state.isPaused || state.failureCount > 0,
    },
    select: ({ mutationId }) => mutationId,
  }).length
  const isOnline = useIsOnline()
  return (
    <>
      <NotCompleted />
      {(!isOnline || waiting > 0) && (
        <output className={css.waiting}>
          <CloudUpload size={18} aria-hidden />
          {waiting > 0 ? words.waiting(waiting) : words.offline}
        </output>
      )}
    </>
  )
}

/** The office may have moved or cancelled what was done meanwhile: the crew says what was done, the office what becomes of it. */
function NotCompleted() {
  const words = useWords(crewWords)
  return useRefused().map(({ key, label, why }) => (
    <Alert
      key={key}
      color="red"
      variant="light"
      role="alert"
      mb="md"
      title={words.notCompleted(label)}
    >
      <Group justify="space-between" gap="xs">
        <span>
          {why} {words.tellOffice}
        </span>
        <Button
          variant="default"
          size="md"
          onClick={() => forgetRefused(key)}
          aria-label={words.dismiss(label)}
        >
          {words.ok}
        </Button>
      </Group>
    </Alert>
  ))
}
