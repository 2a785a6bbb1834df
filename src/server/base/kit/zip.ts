import { createRequire } from 'node:module'
import zoneAt from '@photostructure/tz-lookup'
import type zipcodes from 'zipcodes'
import { isStateCode } from '../../../domain/base/contact.ts'
import { milesBetween, type Point } from '../../../domain/base/distance.ts'

type ZipPlace = { zip: string; city: string; state: string; time_zone: string }

// Large and slow to load, and most processes never need it, so load it on first use.
let read: typeof zipcodes | undefined
const table = (): typeof zipcodes =>
  (read ??= createRequire(import.meta.url)('zipcodes') as typeof zipcodes)

/** City, state and IANA time zone of a five-digit ZIP, from the bundled table; null if unknown. */
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

/** The center of a ZIP, in degrees; null if it is unknown. */
export function centerOfZip(zip: string | null | undefined): Point | null {
  const place = zip ? table().lookup(zip.slice(0, 5)) : undefined
  return place ? { latitude: place.latitude, longitude: place.longitude } : null
}

/** ZIPs whose centers are at most this far apart are near each other. */
const nearMiles = 5

/** True if two ZIPs are the same or their centers are near; false if one is unknown. */
export function areNear(a: string | null | undefined, b: string | null | undefined): boolean {
  const [one, other] = [a?.slice(0, 5), b?.slice(0, 5)]
  if (!one || !other) return false
  if (one === other) return true
  const [from, to] = [table().lookup(one), table().lookup(other)]
  return from !== undefined && to !== undefined && milesBetween(from, to) <= nearMiles
}
