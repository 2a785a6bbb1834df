import { api, errorText, type ApiError } from '../client.ts'
import { reloadSchedule } from '../visits/queries.ts'
import { letIn, refusesAccess } from './access.ts'
import { ifAlone } from './alone.ts'
import { announcePhotos, onNewPhoto, photosRead, refreshPhotos } from './photos.ts'
import { keepPicture } from '../seen-pictures.ts'
import {
  erasePhoto,
  queryOf,
  readPhotoBytes,
  replacePhoto,
  type WaitingPhoto,
} from './photo-store.ts'
import { markTry } from './stuck.ts'
import { askToWake } from './waking.ts'

/** A photo takes this long over a bad connection. */
const upload_ms = 120_000
const longestWait_ms = 60_000

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Sends this worker's photos in order; each one is one call. Acts go on their own and never wait for a photo. */
async function sendPhotos(worker: string): Promise<void> {
  clearTimeout(timer)
  const again = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void sendPhotos(worker), ms)
  }
  try {
    const isAlone = await ifAlone('photos', async () => {
      while (await sendOldest(worker));
    })
    if (!isAlone) return again(1000)
    failures = 0
    markTry('photos', false)
  } catch (error) {
    failures++
    markTry('photos', true)
    if (refusesAccess(error)) return
    again(Math.min(1000 * 2 ** (failures - 1), longestWait_ms))
  }
}

/** Sends the head of the line. False if there is none; throws if the server did not answer. */
async function sendOldest(worker: string): Promise<boolean> {
  const photo = (await refreshPhotos()).find((one) => one.worker === worker && one.refusal === null)
  if (!photo) return false
  if (photo.is_removed) await removeThere(photo)
  else await upload(photo)
  letIn()
  await announcePhotos()
  return true
}

async function upload(photo: WaitingPhoto): Promise<void> {
  const { client_id } = photo
  const bytes = await readPhotoBytes(client_id)
  if (!bytes) return void (await erasePhoto(client_id))
  await replacePhoto({ ...photo, is_tried: true })
  const answer = await api['PUT /api/photos/{client_id}'].safe({
    params: { client_id },
    query: queryOf(photo),
    file: new Blob([bytes], { type: 'image/jpeg' }),
    timeout_ms: upload_ms,
  })
  if (answer.ok) {
    // The visit as the server has it now, before the photo that lay over it is gone.
    await reloadSchedule().catch(() => undefined)
    await keepPicture(client_id, bytes, 'image/jpeg').catch(() => undefined)
    return void (await erasePhoto(client_id))
  }
  if (!isFinal(answer.error)) throw answer.error
  // It stays here until somebody has read why.
  await replacePhoto({ ...photo, is_tried: true, refusal: errorText(answer.error) })
}

async function removeThere({ client_id, worker }: WaitingPhoto): Promise<void> {
  const answer = await api['DELETE /api/photos/{id}'].safe({
    params: { id: client_id },
    query: { worker },
  })
  if (!answer.ok && !isFinal(answer.error)) throw answer.error
  await reloadSchedule().catch(() => undefined)
  await erasePhoto(client_id)
}

/** A refusal that the same photo would get again. */
const isFinal = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)

/** Sends photos from any page: at its start, when there is a connection, when it is looked at, after each one. */
export function followPhotos(worker: string): () => void {
  const send = () => void sendPhotos(worker)
  const sendIfSeen = () => document.visibilityState === 'visible' && send()
  const forget = onNewPhoto(() => {
    send()
    void askToWake()
  })
  void photosRead.then(send)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', sendIfSeen)
  return () => {
    forget()
    clearTimeout(timer)
    removeEventListener('online', send)
    document.removeEventListener('visibilitychange', sendIfSeen)
  }
}
