import { useSyncExternalStore } from 'react'
import { personHere } from '../person-here.ts'
import { useWords } from '../words.ts'
import { LeftList } from './LeftList.tsx'
import css from './left.module.css'
import { isBy } from './left.ts'
import { actsHere, followActs } from './outbox.ts'
import { followPhotosHere, photosHere } from './photos.ts'
import { leftWords } from './left-words.ts'

/** `id`: who is signed in, if known. */
export type LeftProps = { id?: string | undefined }

/**
 * For somebody who cannot get in, or not as a crew: what they did waits on this phone, and when it
 * is sent. Of somebody else only how much.
 */
export function LeftHere({ id }: LeftProps) {
  const person_id = id ?? personHere()
  const words = useWords(leftWords)
  const acts = useSyncExternalStore(followActs, actsHere)
  const photos = useSyncExternalStore(followPhotosHere, photosHere)
  const own = {
    acts: acts.filter((act) => isBy(person_id, act)),
    photos: photos.filter((photo) => isBy(person_id, photo) && !photo.is_removed),
  }
  const isOwn = own.acts.length + own.photos.length > 0
  const others =
    acts.filter((act) => !isBy(person_id, act)).length +
    photos.filter((photo) => !isBy(person_id, photo) && !photo.is_removed).length
  if (!isOwn && others === 0) return null
  return (
    <section className={css.left} aria-label={words.title}>
      {isOwn && (
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
