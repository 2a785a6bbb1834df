import { useSyncExternalStore } from 'react'
import { lines } from './alone.ts'
import { newId } from './new-id.ts'
import { useWorker } from './outbox.ts'
import {
  erasePhoto,
  readPhotos,
  replacePhoto,
  writePhoto,
  type WaitingPhoto,
} from './photo-store.ts'

let photos: readonly WaitingPhoto[] = []
const listeners = new Set<() => void>()
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(lines.photos) : null

/** Reads the photos of this phone again, for this page. */
export async function refreshPhotos(): Promise<readonly WaitingPhoto[]> {
  photos = await readPhotos()
  for (const listener of listeners) listener()
  return photos
}
/** The same for every page of this phone. */
export async function announcePhotos(): Promise<void> {
  await refreshPhotos()
  others?.postMessage('changed')
}
others?.addEventListener('message', () => void refreshPhotos().catch(() => undefined))

/** Resolves once it is known what waits here. A phone without storage has nothing waiting. */
export const photosRead: Promise<unknown> = refreshPhotos().catch(() => undefined)

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isOwn = (worker: string) => (photo: WaitingPhoto) => photo.worker === worker
const isShown = ({ is_removed }: WaitingPhoto) => !is_removed

/** What waits on this phone, from anyone. */
export const usePhotosHere = (): readonly WaitingPhoto[] =>
  useSyncExternalStore(follow, () => photos).filter(isShown)

/** How many photos wait on this phone, from anyone. */
export const countPhotos = (): number => photos.filter(isShown).length

/** What of this worker waits to be sent, oldest first. */
export function useWaitingPhotos(): readonly WaitingPhoto[] {
  const worker = useWorker()
  return usePhotosHere().filter(isOwn(worker))
}

const sendNow = new Set<() => void>()
/** Runs `send` after every new or removed photo. */
export function onNewPhoto(send: () => void): () => void {
  sendNow.add(send)
  return () => sendNow.delete(send)
}
async function changed(): Promise<void> {
  await announcePhotos()
  for (const send of sendNow) send()
}

type NewPhoto = Pick<WaitingPhoto, 'worker' | 'visit' | 'about' | 'purpose' | 'label' | 'made_ms'>

/** Writes a picture of a visit down on this phone, then sends it as soon as it can be sent. Throws if it cannot be written. */
export async function addPhoto(photo: NewPhoto, bytes: ArrayBuffer): Promise<void> {
  const fresh = { client_id: newId(), is_tried: false, is_removed: false, refusal: null }
  await writePhoto({ ...photo, ...fresh }, bytes)
  // Some browsers empty the storage of pages that are not often used.
  void navigator.storage?.persist?.().catch(() => false)
  await changed()
}

/** Removes a waiting picture here, and on the server too, which may have it even if it did not answer. */
export async function dropPhoto(photo: WaitingPhoto): Promise<void> {
  const isGone = !photo.is_tried || photo.refusal !== null
  await (isGone ? erasePhoto(photo.client_id) : replacePhoto({ ...photo, is_removed: true }))
  await changed()
}
