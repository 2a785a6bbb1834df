import type { DayHours } from '../../../../domain/base/hours.ts'
import { minutesAt, type Axis } from '../../../shared/visits/day-grid.ts'
import type { Landing } from './board-drop.ts'
import type { Land } from './drop-id.ts'

/** The hours of a day in pixels: `scale` of them are a minute, and a carried visit lands on every `snap` minutes. */
export type Ruler = { axis: Axis; scale: number; snap: number }

export const leftOf = (minutes: number, { axis, scale }: Ruler): number =>
  (minutes - axis.from) * scale

/** The closed hours before and after the open ones; without hours, the whole day. */
export const closedHours = (hours: DayHours | null, axis: Axis): Axis[] => [
  { from: axis.from, to: hours?.opens_minutes ?? axis.to },
  { from: hours?.closes_minutes ?? axis.to, to: axis.to },
]

/** Where a card is over what it is carried to. `left`: pixels into it, null if not known. `at`: the card it would be on a strip, from 0. */
type Over = { left: number | null; at: number | undefined }

/** What a card put down there changes: the day, the team without a time, or the team and the time. */
export function landingOnDay(
  { kind, team_id, date }: Land,
  { left, at }: Over,
  { axis, scale, snap }: Ruler,
): Landing | null {
  if (kind === 'day') return { date }
  if (kind === 'any') return { team_id, start_minutes: null, ...(at === undefined ? {} : { at }) }
  return left === null ? null : { team_id, start_minutes: minutesAt(left, axis, scale, snap) }
}

type Span = { top: number; bottom: number }
/** As the style sheet has them: the space between two cards, and half the mark's height. */
const [space, halfMark] = [4, 3]

/** The gap between the cards of a strip that is nearest to `y`: which card goes there, from 0, and how far down the strip it is. */
export function gapAt(
  y: number,
  cards: readonly Span[],
  stripTop: number,
): { at: number; top: number } {
  const at = cards.filter(({ top, bottom }) => (top + bottom) / 2 < y).length
  const edge = cards[at]?.top ?? (cards.at(-1)?.bottom ?? stripTop) + space
  return { at, top: edge - stripTop - halfMark }
}
