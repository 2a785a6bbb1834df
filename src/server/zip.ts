import { createRequire } from 'node:module'
import zoneAt from '@photostructure/tz-lookup'
import type zipcodes from 'zipcodes'
import { isStateCode } from '../domain/contact.ts'

type ZipPlace = { zip: string; city: string; state: string; time_zone: string }

// Large and slow to read, and most processes are never asked: it is fetched at the first question, not at the start.
let read: typeof zipcodes | undefined
const table = (): typeof zipcodes =>
  (read ??= createRequire(import.meta.url)('zipcodes') as typeof zipcodes)

/** City, state and IANA zone of a five-digit ZIP, from the table the product carries; null when there is none. */
export function placeOfZip(zip: string): ZipPlace | null {
  const place = table().lookup(zip)
  if (!place || place.country !== 'US' || !isStateCode(place.state)) return null
  return {
    zip,
    city: place.city,
    state: place.state,
    time_zone: zoneAt(place.latitude, place.longitude),
  }
}
