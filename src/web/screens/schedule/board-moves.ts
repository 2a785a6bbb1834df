import { pointerWithin, type Announcements, type CollisionDetection, type KeyboardCoordinateGetter, type UniqueIdentifier } from '@dnd-kit/core'
import type { LocalDate } from '../../../domain/dates.ts'
import type { Visit } from '../../../domain/visit.ts'
import { dayLabel } from '../../ui/when.ts'
import type { TeamGroup } from './team-groups.ts'
import { customerText } from './visit-text.ts'

// What the drag library needs to know about a board of teams and days.

export const cellId = (team_id: string | null, day: LocalDate): string => `${team_id ?? 'none'} ${day}`
export function readCell(id: UniqueIdentifier): { team_id: string | null; date: LocalDate } {
  const [team = 'none', date = ''] = String(id).split(' ')
  return { team_id: team === 'none' ? null : team, date }
}

/** Enter is left to open the visit. */
export const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

type Rect = { left: number; top: number; width: number; height: number }
const inset = 6

/** The next cell in the direction of an arrow; a past day is no cell, so it is passed over. */
export const stepCell: KeyboardCoordinateGetter = (event, { currentCoordinates, context: { droppableRects, droppableContainers } }) => {
  const dx = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  const dy = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
  if (dx === 0 && dy === 0) return undefined
  event.preventDefault()
  const { x, y } = currentCoordinates
  const cells = droppableContainers.getEnabled().flatMap(({ id }) => droppableRects.get(id) ?? [])
  const ahead = cells.filter((cell) =>
    dx !== 0
      ? isBeside(y, cell.top, cell.height) && dx * (cell.left + inset - x) > 1
      : isBeside(x, cell.left, cell.width) && dy * (cell.top + inset - y) > cell.height / 3,
  )
  const nearest = ahead.sort((a, b) => distance(a, x, y) - distance(b, x, y))[0]
  return nearest ? { x: nearest.left + inset, y: nearest.top + inset } : undefined
}
const isBeside = (at: number, start: number, length: number): boolean => at >= start - 1 && at < start + length
const distance = (cell: Rect, x: number, y: number): number => Math.hypot(cell.left - x, cell.top - y)

/** The cell under the pointer; with keys, the one that holds the card's upper left corner. */
export const lands: CollisionDetection = (args) => {
  if (args.pointerCoordinates) return pointerWithin(args)
  const { left, top } = args.collisionRect
  const holds = (rect: Rect | undefined) => rect !== undefined && isBeside(left, rect.left, rect.width) && isBeside(top, rect.top, rect.height)
  return args.droppableContainers.filter(({ id }) => holds(args.droppableRects.get(id))).map(({ id }) => ({ id }))
}

export const instructions = {
  draggable:
    'Press Space to lift this visit, arrow keys to carry it to another day or team, Space to put it down, Escape to leave it where it was. Press Enter to open it.',
}

/** What is said while a visit is carried. */
export function wordsFor(groups: readonly TeamGroup[], visitOf: (id: UniqueIdentifier) => Visit | undefined): Announcements {
  const name = (id: UniqueIdentifier) => {
    const visit = visitOf(id)
    return visit ? customerText(visit) : 'The visit'
  }
  const place = (id: UniqueIdentifier) => {
    const { team_id, date } = readCell(id)
    return `${groups.find((group) => group.id === team_id)?.name ?? 'team'}, ${dayLabel(date)}`
  }
  return {
    onDragStart: ({ active }) => `${name(active.id)} lifted.`,
    onDragOver: ({ over }) => (over ? place(over.id) : 'No place here.'),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} put down: ${place(over.id)}.` : `${name(active.id)} is back in its place.`),
    onDragCancel: ({ active }) => `${name(active.id)} is back in its place.`,
  }
}
