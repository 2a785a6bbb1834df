/** A place on earth, in degrees. */
export type Point = { latitude: number; longitude: number }

const earthMiles = 3959
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Miles as the crow flies. Degrees. */
export function milesBetween(a: Point, b: Point): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const half = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east
  return 2 * earthMiles * Math.asin(Math.sqrt(half))
}
