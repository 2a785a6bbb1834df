import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { readLand, type LandKind } from './drop-id.ts'

// Where the arrow keys carry a lifted card. It hangs by its upper left corner, a little inside of what it is over.

type Point = { x: number; y: number }
type Rect = { left: number; top: number; width: number; height: number }
type Step = { dx: number; dy: number }
const inset = 6

const arrowOf = ({ code }: KeyboardEvent): Step => ({
  dx: code === 'ArrowRight' ? 1 : code === 'ArrowLeft' ? -1 : 0,
  dy: code === 'ArrowDown' ? 1 : code === 'ArrowUp' ? -1 : 0,
})

export const isWithin = (at: number, start: number, length: number): boolean =>
  at >= start - 1 && at < start + length
const isInColumn = ({ x }: Point, { left, width }: Rect) => isWithin(x, left, width)
const isInRow = ({ y }: Point, { top, height }: Rect) => isWithin(y, top, height)
const inside = ({ left, top }: Rect): Point => ({ x: left + inset, y: top + inset })

type Context = Parameters<KeyboardCoordinateGetter>[1]['context']
type Place = { kind: LandKind; rect: Rect }

/** What a card can be put down on; a day that has passed is not. */
const placesOf = ({ droppableContainers, droppableRects }: Context): Place[] =>
  droppableContainers.getEnabled().flatMap(({ id }) => {
    const rect = droppableRects.get(id)
    return rect ? [{ kind: readLand(id).kind, rect }] : []
  })

/** On the week's board an arrow leads to the next cell in its direction. */
export const stepCell: KeyboardCoordinateGetter = (
  event,
  { currentCoordinates: from, context },
) => {
  const step = arrowOf(event)
  if (step.dx === 0 && step.dy === 0) return undefined
  event.preventDefault()
  const cells = placesOf(context).map(({ rect }) => rect)
  const ahead = cells.filter((cell) => isAhead(cell, from, step))
  // What comes from beside the board may have no cell in that direction.
  const isOutside = !cells.some((cell) => isInColumn(from, cell) && isInRow(from, cell))
  const nearest = (ahead.length > 0 || !isOutside ? ahead : cells).sort(
    (a, b) => distance(a, from) - distance(b, from),
  )[0]
  return nearest && inside(nearest)
}

const isAhead = (cell: Rect, from: Point, { dx, dy }: Step): boolean =>
  dx !== 0
    ? isInRow(from, cell) && dx * (cell.left + inset - from.x) > 1
    : isInColumn(from, cell) && isBeyond(cell, from, dy)
const isBeyond = ({ top, height }: Rect, { y }: Point, dy: number): boolean =>
  dy * (top + inset - y) > height / 3
const distance = ({ left, top }: Rect, { x, y }: Point): number => Math.hypot(left - x, top - y)

/** On the day's board left and right are a slot of time (with Shift an hour), up and down another team. */
export const stepTime =
  (pixelsPerMinute: number, slot_minutes: number): KeyboardCoordinateGetter =>
  (event, { currentCoordinates: from, context }) => {
    const { dx, dy } = arrowOf(event)
    if (dx === 0 && dy === 0) return undefined
    event.preventDefault()
    const places = placesOf(context)
    const kind = places.find(
      (place) => place.kind !== 'day' && isInRow(from, place.rect) && isInColumn(from, place.rect),
    )?.kind
    if (dy !== 0) return otherTeam(from, dy, placesOfKind(places, kind ?? 'lane'))
    const inRow = places.filter(({ rect }) => isInRow(from, rect))
    const strip = placesOfKind(inRow, 'any')[0]
    const lane = placesOfKind(inRow, 'lane')[0]
    if (kind === 'any') return dx > 0 && lane ? { x: lane.left, y: from.y } : undefined
    const slot = slot_minutes * pixelsPerMinute
    const by = dx * (event.shiftKey ? 60 * pixelsPerMinute : slot)
    return lane && alongLane(from, by, { lane, strip, slot })
  }

const placesOfKind = (places: readonly Place[], kind: LandKind): Rect[] =>
  places.filter((place) => place.kind === kind).map(({ rect }) => rect)

function otherTeam(from: Point, dy: number, rows: readonly Rect[]): Point | undefined {
  const next = rows
    .filter((row) => isBeyond(row, from, dy))
    .sort((a, b) => Math.abs(a.top - from.y) - Math.abs(b.top - from.y))[0]
  return next && { x: from.x, y: inside(next).y }
}

type Lane = { lane: Rect; strip: Rect | undefined; slot: number }

/** Left of the first hour is the strip without a time; the last slot is the end. */
function alongLane({ x, y }: Point, by: number, { lane, strip, slot }: Lane): Point {
  // A hair left of the first hour is still the first hour.
  const hair = 2
  if (x + by >= lane.left - hair) return { x: Math.min(x + by, lane.left + lane.width - slot), y }
  return { x: strip && x <= lane.left + hair ? inside(strip).x : lane.left, y }
}
