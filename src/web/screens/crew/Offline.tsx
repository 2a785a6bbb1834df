import { Alert, Button, Group } from '@mantine/core'
import { useMutationState } from '@tanstack/react-query'
import { CloudUpload } from 'lucide-react'
import { useIsOnline } from '../../online.ts'
import { count } from '../../visits/visit-text.ts'
import { useUnclocked } from './clocking.ts'
import { forgetRefused, useRefused, useUnsent } from './completing.ts'
import css from './crew.module.css'

/** How many acts wait until there is a connection again, and what could not be done when there was. */
export function WaitingNote() {
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
          {waiting > 0
            ? `${count(waiting, 'change')} waiting for a connection. Keep this page open.`
            : 'You appear to be offline. You can go on completing visits and clock in or out; it is sent later.'}
        </output>
      )}
    </>
  )
}

/** The office may have moved or cancelled what was done meanwhile: the crew says what was done, the office what becomes of it. */
const NotCompleted = () =>
  useRefused().map(({ key, label, why }) => (
    <Alert
      key={key}
      color="red"
      variant="light"
      role="alert"
      mb="md"
      title={`Not completed: ${label}`}
    >
      <Group justify="space-between" gap="xs">
        <span>{why} If the work is done, tell the office.</span>
        <Button
          variant="default"
          size="md"
          onClick={() => forgetRefused(key)}
          aria-label={`Dismiss: ${label}`}
        >
          OK
        </Button>
      </Group>
    </Alert>
  ))
