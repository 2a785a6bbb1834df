import type { ReactNode } from 'react'
import { useIdentity } from '../../app/auth.ts'
import { personHere } from '../../app/person-here.ts'
import { useWords } from '../../app/words.ts'
import { momentLabel } from '../../ui/when.ts'
import css from './left.module.css'
import {
  linesOf,
  useActsHere,
  usePhotosHere,
  type LeftAct,
  type LeftPhoto,
  actLine,
  countWaiting,
  photoLine,
} from './outbox.ts'
import { isBy } from './store.ts'
import { leftWords } from '../../../words/en/left.ts'

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

/** How much waits on this phone, from anyone, once that is known. */
export async function countLeft(): Promise<number> {
  await Promise.all([actLine.known, photoLine.known])
  return countWaiting()
}

/** Instead of the day, which this phone has not or not any more. */
export function CutHere({ clock }: { clock: ReactNode }) {
  const words = useWords(leftWords)
  return (
    <>
      <p>{words.dayNotHere}</p>
      {clock}
      <LeftHere until="signal" />
    </>
  )
}

export const ClockNote = ({ ahead_minutes }: { ahead_minutes: number }) => (
  <output className={css.clock}>{useWords(leftWords).clockOff(ahead_minutes)}</output>
)

/** What was done and is not sent, to be read to the office. */
export function LeftList({
  acts,
  photos,
}: {
  acts: readonly LeftAct[]
  photos: readonly LeftPhoto[]
}) {
  const words = useWords(leftWords)
  return (
    <ul className={css.lines} aria-label={words.list}>
      {linesOf(acts, photos, words).map(({ id, at_ms, about, what, detail }) => (
        <li key={id}>
          {about && <strong>{about}</strong>}
          <span>{detail ? `${what}: ${detail}` : what}</span>
          <span className={css.when}>{momentLabel(new Date(at_ms).toISOString())}</span>
        </li>
      ))}
    </ul>
  )
}
