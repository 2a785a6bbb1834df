import { Button } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import { outboxWords } from '../../../words/en/outbox.ts'
import { useWords } from '../../app/words.ts'
import { saveFile } from '../../ui/save-file.ts'
import { dropPhoto, useWaitingPhotos } from './outbox.ts'
import { readPhotoBytes, type WaitingPhoto } from './store.ts'
import css from './unsent.module.css'

/** The photos that the server did not take, above whatever is open: somebody has to decide. */
export const RefusedPhotos = () =>
  useWaitingPhotos()
    .filter(({ refusal }) => refusal !== null)
    .map((photo) => <Refused key={photo.client_id} photo={photo} />)

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
