import { useMutationState } from '@tanstack/react-query'
import { CloudUpload } from 'lucide-react'
import { useIsOnline } from '../../online.ts'
import { count } from '../schedule/visit-text.ts'
import css from './crew.module.css'

/** How many acts wait until there is a connection again. */
export function WaitingNote() {
  const waiting = useMutationState({ filters: { status: 'pending', predicate: ({ state }) => state.isPaused }, select: ({ mutationId }) => mutationId }).length
  const isOnline = useIsOnline()
  if (isOnline && waiting === 0) return null
  return (
    <output className={css.waiting}>
      <CloudUpload size={18} aria-hidden />
      {waiting > 0
        ? `${count(waiting, 'change')} waiting for a connection. Keep this page open.`
        : 'You appear to be offline. You can go on completing visits; they are sent later.'}
    </output>
  )
}
