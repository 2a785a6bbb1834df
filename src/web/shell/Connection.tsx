import { useSyncExternalStore } from 'react'
import { useLiveState } from '../live.ts'

const follow = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useIsOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine)

/** Whether what is on screen follows what happens elsewhere. */
export function Connection() {
  const isOnline = useIsOnline()
  const live = useLiveState()
  const state = isOnline ? live : 'offline'
  const words = { live: 'Live', waiting: 'Reconnecting…', offline: 'You appear to be offline.', off: '' }[state]
  return (
    <output className="shell-connection" data-state={state} hidden={state === 'off'}>
      {words}
    </output>
  )
}
