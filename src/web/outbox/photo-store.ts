import type { VisitFilePurpose } from '../../domain/file.ts'
import { openTables } from '../tables.ts'

/** A photo or a signature on this phone, until the server has it. Its bytes are kept apart. */
export type WaitingPhoto = {
  /** Also its id on the server. */
  client_id: string
  /** Whose it is, and for which organization. */
  worker: string
  visit: string
  /** What the phone called the visit: customer and service. */
  about: string
  purpose: VisitFilePurpose
  /** Who signed; null for photos. */
  label: string | null
  /** When, by this phone's clock, in ms. */
  made_ms: number
  /** Whether it was sent at least once: the server may have it. */
  is_tried: boolean
  /** Removed here; if it was tried, the server has to remove it, too. */
  is_removed: boolean
  /** Why the server does not take it, as it said; null while it may. */
  refusal: string | null
}

const run = openTables('fieldhive-photos', {
  photos: { keyPath: 'client_id' },
  // As an ArrayBuffer: some versions of WebKit lose blobs.
  bytes: {},
})

/** Every photo that waits, oldest first. */
export async function readPhotos(): Promise<WaitingPhoto[]> {
  const photos = await run(
    'readonly',
    (table) => table('photos').getAll() as IDBRequest<WaitingPhoto[]>,
  )
  return (photos ?? []).toSorted((a, b) => a.made_ms - b.made_ms)
}

export const readPhotoBytes = (client_id: string): Promise<ArrayBuffer | undefined> =>
  run('readonly', (table) => table('bytes').get(client_id) as IDBRequest<ArrayBuffer | undefined>)

/** Writes a photo with its bytes, both or nothing. */
export const writePhoto = (photo: WaitingPhoto, bytes: ArrayBuffer): Promise<unknown> =>
  run('readwrite', (table) => {
    table('photos').add(photo)
    table('bytes').add(bytes, photo.client_id)
    return null
  })

export const replacePhoto = (photo: WaitingPhoto): Promise<unknown> =>
  run('readwrite', (table) => table('photos').put(photo))

export const erasePhoto = (client_id: string): Promise<unknown> =>
  run('readwrite', (table) => {
    table('photos').delete(client_id)
    table('bytes').delete(client_id)
    return null
  })

/** What goes along with a photo; how long it has waited is measured when it is sent. */
export const queryOf = ({ worker, visit, purpose, label, made_ms }: WaitingPhoto) => ({
  worker,
  visit,
  purpose,
  waited_ms: Math.max(0, Date.now() - made_ms),
  ...(label && { label }),
})
