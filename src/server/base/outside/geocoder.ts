import { z } from 'zod'
import type { Point } from '../../../domain/base/distance.ts'

/** Finds where an address is; null if the service knows no such address. Throws if it does not answer. */
export type Geocoder = (address: string) => Promise<Point | null>

const timeout_ms = 10_000

const degrees = z.coerce.number().finite()
// https://nominatim.org/release-docs/latest/api/Output/#json
const Nominatim = z.array(z.object({ lat: degrees, lon: degrees }))
// RFC 7946, as Photon, Pelias, Mapbox and others answer
const GeoJson = z.object({
  features: z.array(z.object({ geometry: z.object({ coordinates: z.array(degrees).min(2) }) })),
})
// https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html
const Census = z.object({
  result: z.object({
    addressMatches: z.array(z.object({ coordinates: z.object({ x: degrees, y: degrees }) })),
  }),
})

/** The first point of an answer, in any of the shapes address services use; throws for another shape. */
export function pointIn(answer: unknown): Point | null {
  const plain = Nominatim.safeParse(answer)
  if (plain.success) return at(plain.data[0]?.lat, plain.data[0]?.lon)
  const geo = GeoJson.safeParse(answer)
  if (geo.success) {
    const [longitude, latitude] = geo.data.features[0]?.geometry.coordinates ?? []
    return at(latitude, longitude)
  }
  const coordinates = Census.parse(answer).result.addressMatches[0]?.coordinates
  return at(coordinates?.y, coordinates?.x)
}

const at = (latitude: number | undefined, longitude: number | undefined): Point | null =>
  latitude !== undefined &&
  longitude !== undefined &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null

/** The service at an address with `{address}` in it; null without one. */
export function createGeocoder(template: string | undefined): Geocoder | null {
  if (!template) return null
  return async (address) => {
    const response = await fetch(template.replace('{address}', encodeURIComponent(address)), {
      // Public services ask who is calling.
      headers: { accept: 'application/json', 'user-agent': 'Fieldhive' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    if (!response.ok) throw new Error(`The address service answered ${response.status}.`)
    return pointIn(await response.json())
  }
}
