import {
  pointerWithin,
  type Active,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type Over,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import type { LocalDate } from '../../../../domain/dates.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { customerText } from '../../../visits/visit-text.ts'
import { spotText, type Spot } from '../../../visits/spots.ts'

// What the drag library needs to know about the boards. A droppable is named by its kind and what it stands for.

/** `cell`: a team's day. `lane`: a team's ruler of hours. `any`: a team's strip without a time. `day`: another day. */
type LandKind = 'cell' | 'lane' | 'any' | 'day'
const noTeam = 'none'
export const landId = (kind: LandKind, team_id: string | null, date: LocalDate): string =>
  `${kind} ${team_id ?? noTeam} ${date}`
export function readLand(id: UniqueIdentifier): {
  kind: LandKind
  team_id: string | null
  date: LocalDate
} {
  const [kind, team = noTeam, date = ''] = String(id).split(' ')
  return { kind: kind as LandKind, team_id: team === noTeam ? null : team, date }
}

/** Enter is left to open the visit. */
export const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

type Rect = { left: number; top: number; width: number; height: number }
const inset = 6

const arrowOf = ({ code }: KeyboardEvent): { dx: number; dy: number } => ({
  dx: code === 'ArrowRight' ? 1 : code === 'ArrowLeft' ? -1 : 0,
  dy: code === 'ArrowDown' ? 1 : code === 'ArrowUp' ? -1 : 0,
})

/** The next cell in the direction of an arrow; a past day is no cell, so it is passed over. */
export const stepCell: KeyboardCoordinateGetter = (
  event,
  { currentCoordinates, context: { droppableRects, droppableContainers } },
) => {
  const { dx, dy } = arrowOf(event)
  if (dx === 0 && dy === 0) return undefined
  event.preventDefault()
  const { x, y } = currentCoordinates
  const cells = droppableContainers.getEnabled().flatMap(({ id }) => droppableRects.get(id) ?? [])
  const ahead = cells.filter((cell) =>
    dx !== 0
      ? isBeside(y, cell.top, cell.height) && dx * (cell.left + inset - x) > 1
      : isBeside(x, cell.left, cell.width) && dy * (cell.top + inset - y) > cell.height / 3,
  )
  // What comes from beside the board may have no cell in that direction.
  const isOutside = !cells.some(
    (cell) => isBeside(x, cell.left, cell.width) && isBeside(y, cell.top, cell.height),
  )
  const nearest = (ahead.length > 0 || !isOutside ? ahead : cells).sort(
    (a, b) => distance(a, x, y) - distance(b, x, y),
  )[0]
  return nearest ? { x: nearest.left + inset, y: nearest.top + inset } : undefined
}
const isBeside = (at: number, start: number, length: number): boolean =>
  at >= start - 1 && at < start + length
const distance = (cell: Rect, x: number, y: number): number =>
  Math.hypot(cell.left - x, cell.top - y)

/** The cell under the pointer; with keys, the one that holds the card's upper left corner. */
export const lands: CollisionDetection = (args) => {
  if (args.pointerCoordinates) return pointerWithin(args)
  const { left, top } = args.collisionRect
  const holds = (rect: Rect | undefined) =>
    rect !== undefined &&
    isBeside(left, rect.left, rect.width) &&
    isBeside(top, rect.top, rect.height)
  return args.droppableContainers
    .filter(({ id }) => holds(args.droppableRects.get(id)))
    .map(({ id }) => ({ id }))
}

/** The arrow keys on a day's board: a quarter of an hour aside (with Shift an hour), the strip without a time left of the hours, teams up and down. */
export const stepTime =
  (pixelsPerMinute: number, snap_minutes: number): KeyboardCoordinateGetter =>
  (event, { currentCoordinates, context: { droppableRects, droppableContainers } }) => {
    const { dx, dy } = arrowOf(event)
    if (dx === 0 && dy === 0) return undefined
    event.preventDefault()
    const { x, y } = currentCoordinates
    const places = droppableContainers.getEnabled().flatMap(({ id }) => {
      const rect = droppableRects.get(id)
      return rect ? [{ kind: readLand(id).kind, rect }] : []
    })
    const here = places.find(
      ({ kind, rect }) =>
        kind !== 'day' && isBeside(y, rect.top, rect.height) && isBeside(x, rect.left, rect.width),
    )
    if (dy !== 0) {
      const kind = here?.kind ?? 'lane'
      const lanes = places.filter(
        (place) => place.kind === kind && dy * (place.rect.top + inset - y) > place.rect.height / 3,
      )
      const next = lanes.sort((a, b) => Math.abs(a.rect.top - y) - Math.abs(b.rect.top - y))[0]
      return next && { x, y: next.rect.top + inset }
    }
    const lane = places.find(
      ({ kind, rect }) => kind === 'lane' && isBeside(y, rect.top, rect.height),
    )
    const strip = places.find(
      ({ kind, rect }) => kind === 'any' && isBeside(y, rect.top, rect.height),
    )
    if (here?.kind === 'any') return dx > 0 && lane ? { x: lane.rect.left, y } : undefined
    if (!lane) return undefined
    const to = x + dx * (event.shiftKey ? 60 : snap_minutes) * pixelsPerMinute
    // A hair left of the first hour is still the first hour.
    if (to < lane.rect.left - 2)
      return strip && x <= lane.rect.left + 2
        ? { x: strip.rect.left + inset, y }
        : { x: lane.rect.left, y }
    return { x: Math.min(to, lane.rect.left + lane.rect.width - snap_minutes * pixelsPerMinute), y }
  }

export const instructions =
  'Press Space to lift this visit, arrow keys to carry it to another day, time or team, Space to put it down, Escape to leave it where it was. Press M to choose where it goes, Enter to open it. Alt with the up or down arrow moves a visit without a time in its team’s order.'

/** What is said while a visit is carried: at every step, where it would land. */
export function wordsFor(
  teams: readonly { id: string; name: string }[],
  visitOf: (id: UniqueIdentifier) => Visit | undefined,
  placeOf: (active: Active, over: Over | null) => Spot | null,
): Announcements {
  const name = (id: UniqueIdentifier) => {
    const visit = visitOf(id)
    return visit ? customerText(visit) : 'The visit'
  }
  const place = ({ active, over }: { active: Active; over: Over | null }) => {
    const spot = placeOf(active, over)
    return spot ? spotText(spot, teams) : 'No place here.'
  }
  return {
    onDragStart: ({ active }) => `${name(active.id)} lifted.`,
    // A step within a lane is only a move; at one into another, the move still names the lane left behind.
    onDragMove: place,
    onDragOver: place,
    onDragEnd: ({ active, over }) => {
      const spot = placeOf(active, over)
      return spot
        ? `${name(active.id)} put down: ${spotText(spot, teams)}.`
        : `${name(active.id)} is back in its place.`
    },
    onDragCancel: ({ active }) => `${name(active.id)} is back in its place.`,
  }
}
