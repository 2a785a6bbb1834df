import type { VisitFilePurpose } from '../../../domain/base/file.ts'
import type { CrewCommand } from '../../../domain/flows/crew-command.ts'
import { openTables } from '../../app/tables.ts'

/** The lines of this phone: the name of the lock under which one is sent, and of the channel that says it has changed. */
export const lines = { acts: 'fieldhive.outbox', photos: 'fieldhive.photos' } as const

/** Works on a line only while no other page does; false if one does. */
export const ifAlone = (line: keyof typeof lines, work: () => Promise<void>): Promise<boolean> =>
  'locks' in navigator
    ? navigator.locks.request(lines[line], { ifAvailable: true }, async (lock) => {
        if (lock) await work()
        return lock !== null
      })
    : work().then(() => true)

/** An act on this phone, until the server has answered it. */
export type Waiting = Omit<CrewCommand, 'at' | 'waited_ms'> & {
  /** Position in the line. */
  seq: number
  /** Whose it is, and for which organization. */
  worker: string
  /** When, by this phone's clock, in ms. */
  pressed_ms: number
  /** Whether it was sent at least once: the server may know it. */
  is_tried: boolean
}
export type NewAct = Omit<Waiting, 'seq'>

const inActs = openTables('fieldhive-outbox', { acts: { keyPath: 'seq', autoIncrement: true } })

/** Everything that waits, oldest first. */
export const readActs = async (): Promise<Waiting[]> =>
  (await inActs('readonly', (table) => table('acts').getAll() as IDBRequest<Waiting[]>)) ?? []

/** Writes acts at the end of the line. */
export const appendActs = (added: readonly NewAct[]): Promise<unknown> =>
  inActs('readwrite', (table) => {
    for (const act of added) table('acts').add(act)
    return null
  })

export const replaceActs = (changed: readonly Waiting[]): Promise<unknown> =>
  inActs('readwrite', (table) => {
    for (const act of changed) table('acts').put(act)
    return null
  })

export const removeActs = (gone: readonly Waiting[]): Promise<unknown> =>
  inActs('readwrite', (table) => {
    for (const { seq } of gone) table('acts').delete(seq)
    return null
  })

/** Acts sent in one call. */
export const atOnce = 20

/** An act as the server reads it: how long it has waited is measured when it is sent. */
export function commandOf(waiting: Waiting) {
  const { seq: _, worker: _worker, is_tried: _tried, pressed_ms, ...act } = waiting
  const at = new Date(pressed_ms).toISOString()
  return { ...act, at, waited_ms: Math.max(0, Date.now() - pressed_ms) }
}

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

const inPhotos = openTables('fieldhive-photos', {
  photos: { keyPath: 'client_id' },
  // As an ArrayBuffer: some versions of WebKit lose blobs.
  bytes: {},
})

/** Every photo that waits, oldest first. */
export async function readPhotos(): Promise<WaitingPhoto[]> {
  const photos = await inPhotos(
    'readonly',
    (table) => table('photos').getAll() as IDBRequest<WaitingPhoto[]>,
  )
  return (photos ?? []).toSorted((a, b) => a.made_ms - b.made_ms)
}

export const readPhotoBytes = (client_id: string): Promise<ArrayBuffer | undefined> =>
  inPhotos(
    'readonly',
    (table) => table('bytes').get(client_id) as IDBRequest<ArrayBuffer | undefined>,
  )

/** Writes a photo with its bytes, both or nothing. */
export const writePhoto = (photo: WaitingPhoto, bytes: ArrayBuffer): Promise<unknown> =>
  inPhotos('readwrite', (table) => {
    table('photos').add(photo)
    table('bytes').add(bytes, photo.client_id)
    return null
  })

export const replacePhoto = (photo: WaitingPhoto): Promise<unknown> =>
  inPhotos('readwrite', (table) => table('photos').put(photo))

export const erasePhoto = (client_id: string): Promise<unknown> =>
  inPhotos('readwrite', (table) => {
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

/** Whether something was made by this person, for whichever business. */
export const isBy = (person_id: string | null, { worker }: { worker: string }): boolean =>
  person_id !== null && worker.startsWith(`${person_id}.`)
