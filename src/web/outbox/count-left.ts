import { actsRead, countWaiting } from './outbox.ts'
import { countPhotos, photosRead } from './photos.ts'

/** How much waits on this phone, from anyone. */
export async function countLeft(): Promise<number> {
  await Promise.all([actsRead, photosRead])
  return countWaiting() + countPhotos()
}
