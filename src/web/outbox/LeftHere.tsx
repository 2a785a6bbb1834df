import { useIdentity } from '../auth.ts'
import { personHere } from '../person-here.ts'
import { useWords } from '../words.ts'
import { LeftList } from './LeftList.tsx'
import { ClockOff } from './Left.tsx'
import css from './left.module.css'
import { isBy } from './left.ts'
import { useActsHere } from './outbox.ts'
import { usePhotosHere } from './photos.ts'
import { leftWords } from './left-words.ts'

/** `id`: who is signed in, if known. `until`: what it waits for, if not for access as a crew. */
export type LeftProps = { id?: string | undefined; until?: 'crew' | 'signal' }

/**
 * For somebody who cannot get in, or not as a crew: what they did waits on this phone, and when it
 * is sent. Of somebody else only how much.
 */
export function LeftHere({ id, until = 'crew' }: LeftProps) {
  const account = useIdentity()?.profile.sub
  const person_id = id ?? personHere(account)
  const words = useWords(leftWords)
  const acts = useActsHere()
  const photos = usePhotosHere()
  const own = {
    acts: acts.filter((act) => isBy(person_id, act)),
    photos: photos.filter((photo) => isBy(person_id, photo)),
  }
  const ownCount = own.acts.length + own.photos.length
  const others = acts.length + photos.length - ownCount
  if (ownCount + others === 0) return null
  // Beside a crew's own line, which is the region of that name.
  const Part = until === 'signal' ? 'div' : 'section'
  return (
    <Part className={css.left} aria-label={until === 'signal' ? undefined : words.title}>
      {ownCount > 0 && (
        <>
          <strong>{words.count(own.acts.length, own.photos.length)}</strong>
          <p>{until === 'signal' ? words.untilSignal : words.untilCrew}</p>
          <LeftList {...own} />
        </>
      )}
      {others > 0 && <p>{words.byOthers(others)}</p>}
    </Part>
  )
}

/** Instead of the day, which this phone has not or not any more. */
export function CutHere() {
  const words = useWords(leftWords)
  return (
    <>
      <p>{words.dayNotHere}</p>
      <ClockOff />
      <LeftHere until="signal" />
    </>
  )
}

export const ClockNote = ({ ahead_minutes }: { ahead_minutes: number }) => (
  <output className={css.clock}>{useWords(leftWords).clockOff(ahead_minutes)}</output>
)
