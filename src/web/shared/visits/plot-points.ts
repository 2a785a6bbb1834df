type Place = { id: string; latitude: number; longitude: number }
type Point = { id: string; number: number; x: number; y: number }

const size = { width: 480, height: 260 }
const margin = 24
/** Stops nearer than this are drawn around one point, this far out: all stops of a ZIP lie on one. */
const apart = 18

/** Places on a plain drawing, north up, in the order of the stops; numbers count every stop. */
export function plotPoints(
  order: readonly string[],
  places: readonly Place[],
): { points: Point[]; width: number; height: number } {
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const known = order.flatMap((id, index) => {
    const place = placeOf.get(id)
    return place ? [{ ...place, number: index + 1 }] : []
  })
  const middle = known.reduce((sum, { latitude }) => sum + latitude, 0) / (known.length || 1)
  // A degree of longitude is shorter the farther north it is.
  const flat = known.map(({ id, number, latitude, longitude }) => ({
    id,
    number,
    x: longitude * Math.cos((middle * Math.PI) / 180),
    y: -latitude,
  }))
  const [left, top] = [least(flat, 'x'), least(flat, 'y')]
  const wide = Math.max(-least(flat.map(negated), 'x') - left, 1e-6)
  const high = Math.max(-least(flat.map(negated), 'y') - top, 1e-6)
  const scale = Math.min((size.width - 2 * margin) / wide, (size.height - 2 * margin) / high)
  const inset = { x: (size.width - wide * scale) / 2, y: (size.height - high * scale) / 2 }
  const taken = new Map<string, number>()
  const points = flat.map((point) => {
    const x = Math.round(inset.x + (point.x - left) * scale)
    const y = Math.round(inset.y + (point.y - top) * scale)
    const spot = `${Math.round(x / apart)} ${Math.round(y / apart)}`
    const nth = taken.get(spot) ?? 0
    taken.set(spot, nth + 1)
    return { ...point, ...around(x, y, nth) }
  })
  return { points, ...size }
}

const negated = <P extends { x: number; y: number }>(point: P): P => ({
  ...point,
  x: -point.x,
  y: -point.y,
})
const least = (points: readonly { x: number; y: number }[], axis: 'x' | 'y'): number =>
  points.length === 0 ? 0 : Math.min(...points.map((point) => point[axis]))

/** The nth on one point goes onto a spiral around it. */
function around(x: number, y: number, nth: number): { x: number; y: number } {
  if (nth === 0) return { x, y }
  const far = apart * Math.ceil(nth / 6) + 8
  const angle = (nth * Math.PI) / 3
  const within = (value: number, most: number) => Math.min(most - 12, Math.max(12, value))
  return {
    x: within(Math.round(x + far * Math.cos(angle)), size.width),
    y: within(Math.round(y + far * Math.sin(angle)), size.height),
  }
}
