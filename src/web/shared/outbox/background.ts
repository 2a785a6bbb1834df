import type { CommandAnswer } from '../../../domain/flows/crew-command.ts'
import { dropKey, readKeys, wakeTag, type SendingKey } from '../../app/sending-keys.ts'
import {
  atOnce,
  commandOf,
  erasePhoto,
  lines,
  queryOf,
  readActs,
  readPhotoBytes,
  readPhotos,
  removeActs,
  replaceActs,
  replacePhoto,
  type Waiting,
} from './store.ts'

// A part of the service worker: sends what waits on this phone when the connection returns and no page is open to send it. The build
// puts it into worker.js (scripts/kept-files.ts). Whatever a person has to read about stays here, and the next page sends it again:
// the server gives the same answer, and the page shows it.

type Woken = Event & { tag: string; waitUntil: (work: Promise<unknown>) => void }
type Page = { visibilityState: string }
const clients = (globalThis as unknown as { clients: { matchAll: (o: object) => Promise<Page[]> } })
  .clients

addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as Woken
  if (tag === wakeTag) waitUntil.call(event, sendWaiting())
})

async function sendWaiting(): Promise<void> {
  // A page in use sends by itself, and shows what became of it.
  const pages = await clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const keys = (await readKeys()).filter(({ expires_ms }) => expires_ms > Date.now())
  await navigator.locks.request(lines.acts, async () => {
    for (const key of keys) await sendActs(key)
  })
  await navigator.locks.request(lines.photos, async () => {
    for (const key of keys) await sendPhotos(key)
  })
}

/** What the server said; null if these cannot be sent from here. Throws if it did not answer: the browser tries again later. */
async function ask(
  { worker, key }: SendingKey,
  method: 'POST' | 'PUT',
  url: string,
  body: BodyInit,
  type: string,
): Promise<Response | null> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  const response = await fetch(url, { method, headers, body })
  if (response.ok) return response
  if (response.status >= 500 || response.status === 429) throw new Error(String(response.status))
  if (response.status === 401 || response.status === 403) await dropKey(worker)
  return null
}

async function sendActs(key: SendingKey): Promise<void> {
  const toRead = new Set<string>()
  for (;;) {
    const batch = (await readActs())
      .filter(({ worker, client_id }) => worker === key.worker && !toRead.has(client_id))
      .slice(0, atOnce)
    if (batch.length === 0) return
    await replaceActs(batch.map((act): Waiting => ({ ...act, is_tried: true })))
    const body = JSON.stringify({ worker: key.worker, commands: batch.map(commandOf) })
    const response = await ask(key, 'POST', '/api/crew/commands', body, 'application/json')
    if (!response) return
    const { answers } = (await response.json()) as { answers: CommandAnswer[] }
    const resultOf = new Map(answers.map(({ client_id, result }) => [client_id, result]))
    const answered = batch.filter(({ client_id }) => resultOf.has(client_id))
    if (answered.length === 0) throw new Error()
    const isToRead = ({ client_id }: Waiting) => resultOf.get(client_id) === 'kept'
    for (const { client_id } of answered.filter(isToRead)) toRead.add(client_id)
    await removeActs(answered.filter((act) => !isToRead(act)))
    announce('acts')
  }
}

async function sendPhotos(key: SendingKey): Promise<void> {
  const waiting = (await readPhotos()).filter(
    ({ worker, refusal, is_removed }) => worker === key.worker && refusal === null && !is_removed,
  )
  for (const photo of waiting) {
    const { client_id } = photo
    const bytes = await readPhotoBytes(client_id)
    if (!bytes) continue
    await replacePhoto({ ...photo, is_tried: true })
    const { waited_ms, ...about } = queryOf(photo)
    const query = new URLSearchParams({ ...about, waited_ms: String(waited_ms) })
    const url = `/api/photos/${client_id}?${query}`
    if (!(await ask(key, 'PUT', url, bytes, 'application/octet-stream'))) continue
    await erasePhoto(client_id)
    announce('photos')
  }
}

/** Pages that are open but not in sight show what is left. */
function announce(line: keyof typeof lines): void {
  const others = new BroadcastChannel(lines[line])
  others.postMessage('changed')
  others.close()
}
