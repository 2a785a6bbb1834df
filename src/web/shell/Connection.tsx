import { frameWords } from '../frame-words.ts'
import { useLiveState } from '../live.ts'
import { useIsOnline } from '../online.ts'
import { useWords } from '../words.ts'
import { shellWords } from './words.ts'

/** Whether the screen is receiving live updates. */
export function Connection() {
  const words = useWords(shellWords)
  const { offline } = useWords(frameWords)
  const isOnline = useIsOnline()
  const live = useLiveState()
  const state = isOnline ? live : 'offline'
  const text = { live: words.live, waiting: words.waiting, offline, off: '' }[state]
  return (
    <output className="shell-connection" data-state={state} hidden={state === 'off'}>
      {text}
    </output>
  )
}
