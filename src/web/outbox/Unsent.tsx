import { Button } from '@mantine/core'
import { CloudUpload, ImageOff } from 'lucide-react'
import { useIsOnline } from '../online.ts'
import { saveFile } from '../ui/save-file.ts'
import './acts.ts'
import { useWords } from '../words.ts'
import { useWaiting } from './outbox.ts'
import { dropPhoto, useWaitingPhotos } from './photos.ts'
import { readPhotoBytes, type WaitingPhoto } from './photo-store.ts'
import { useIsStuck, useSender } from './sending.ts'
import { outboxWords } from './words.ts'
import css from './unsent.module.css'

/** On every page of a crew: sends what waits, and says how much waits. */
export default function Unsent() {
  useSender()
  const words = useWords(outboxWords)
  const acts = useWaiting()
  const photos = useWaitingPhotos()
  const sendable = photos.filter(({ refusal }) => refusal === null)
  const waiting = [...acts, ...sendable]
  const isOnline = useIsOnline()
  const isStuck = useIsStuck()
  // What was never tried is being sent right now; a photo takes its time.
  const isUnderWay = isOnline && !isStuck && acts.every(({ is_tried }) => !is_tried)
  return (
    <>
      {waiting.length > 0 && !isUnderWay && (
        <output className={css.unsent}>
          <CloudUpload size={18} aria-hidden />
          {words.waiting(acts.length, sendable.length)}
        </output>
      )}
      {photos.map(
        (photo) => photo.refusal !== null && <Refused key={photo.client_id} photo={photo} />,
      )}
    </>
  )
}

/** A photo the server does not take stays here until somebody decides what to do with it. */
function Refused({ photo }: { photo: WaitingPhoto }) {
  const words = useWords(outboxWords)
  const save = async () => {
    const bytes = await readPhotoBytes(photo.client_id)
    if (bytes) saveFile(new Blob([bytes]), `${photo.client_id}.jpg`)
  }
  return (
    <div className={css.unsent} role="alert">
      <ImageOff size={18} aria-hidden />
      <span>{words.photoRefused(photo.about, photo.refusal ?? '')}</span>
      <Button variant="default" onClick={() => void save()}>
        {words.keepPhoto}
      </Button>
      <Button variant="default" onClick={() => void dropPhoto(photo)}>
        {words.dropPhoto}
      </Button>
    </div>
  )
}
