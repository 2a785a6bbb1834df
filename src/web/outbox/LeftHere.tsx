import { useIdentity } from '../auth.ts'
import { personHere } from '../person-here.ts'
import { useWords } from '../words.ts'
import { LeftList } from './LeftList.tsx'
import css from './left.module.css'
import { isBy } from './left.ts'
import { useActsHere } from './outbox.ts'
import { usePhotosHere } from './photos.ts'
import { leftWords } from './left-words.ts'

/** `id`: who is signed in, if known. */
export type LeftProps = { id?: string | undefined }

/**
 * For somebody who cannot get in, or not as a crew: what they did waits on this phone, and when it
 * is sent. Of somebody else only how much.
 */
export function LeftHere({ id }: LeftProps) {
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
  return (
    <section className={css.left} aria-label={words.title}>
      {ownCount > 0 && (
        <>
          <strong>{words.count(own.acts.length, own.photos.length)}</strong>
          <p>{words.untilCrew}</p>
          <LeftList {...own} />
        </>
      )}
      {others > 0 && <p>{words.byOthers(others)}</p>}
    </section>
  )
}
