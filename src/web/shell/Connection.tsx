import { useLiveState } from '../live.ts'
import { useIsOnline } from '../online.ts'

/** Whether what is on screen follows what happens elsewhere. */
export function Connection() {
  const isOnline = useIsOnline()
  const live = useLiveState()
  const state = isOnline ? live : 'offline'
  const words = {
    live: 'Live',
    waiting: 'Reconnecting…',
    offline: 'You appear to be offline.',
    off: '',
  }[state]
  return (
    <output className="shell-connection" data-state={state} hidden={state === 'off'}>
      {words}
    </output>
  )
}
