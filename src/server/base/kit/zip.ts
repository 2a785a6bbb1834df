import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import zoneAt from '@photostructure/tz-lookup'
import { isStateCode } from '../../../domain/base/contact.ts'
import { milesBetween, type Point } from '../../../domain/base/distance.ts'

type ZipPlace = { zip: string; city: string; state: string; time_zone: string }

type Entry = { latitude: number; longitude: number; city: string; state: string; country: string }

let text: Buffer | undefined
const found = new Map<string, Entry | undefined>()

/**
 * A row of the library's table, which is read as text and not run: as a script its 5 MB would keep a process from all
 * else for 600 ms, and take 86 MiB of it.
 */
function lookUp(zip: string): Entry | undefined {
  if (found.has(zip)) return found.get(zip)
  text ??= readFileSync(createRequire(import.meta.url).resolve('zipcodes/lib/codes.js'))
  const name = `"${zip}":`
  const at = /^\d{5}$/.test(zip) ? text.indexOf(`${name}{`) : -1
  const from = at + name.length
  const entry =
    at === -1
      ? undefined
      : (JSON.parse(text.toString('utf8', from, text.indexOf('}', from) + 1)) as Entry)
  found.set(zip, entry)
  return entry
}

/** City, state and IANA time zone of a five-digit ZIP, from the bundled table; null if unknown. */
export function placeOfZip(zip: string): ZipPlace | null {
  const place = lookUp(zip)
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
  const place = zip ? lookUp(zip.slice(0, 5)) : undefined
  return place ? { latitude: place.latitude, longitude: place.longitude } : null
}

/** ZIPs whose centers are at most this far apart are near each other. */
const nearMiles = 5

/** True if two ZIPs are the same or their centers are near; false if one is unknown. */
export function areNear(a: string | null | undefined, b: string | null | undefined): boolean {
  const [one, other] = [a?.slice(0, 5), b?.slice(0, 5)]
  if (!one || !other) return false
  if (one === other) return true
  const [from, to] = [lookUp(one), lookUp(other)]
  return from !== undefined && to !== undefined && milesBetween(from, to) <= nearMiles
}
