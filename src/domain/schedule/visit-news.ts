import type { LocalDate } from '../base/dates.ts'

type Slot = { date: LocalDate; start_minutes: number | null }
/** How a visit changed for its customer. */
export type VisitNews = {
  kind: 'moved' | 'cancelled' | 'restored' | 'held' | 'kept'
  from: Slot
  /** Where it is now, if it takes place. */
  to?: Slot
  /** The customer did it. */
  own?: true | undefined
  /** What to announce if this is undone, where that is not obvious: what was announced before. */
  back?: VisitNews['kind']
}

/** True if a customer wants to hear of it: not of the past, nor of a time that was only set or cleared. */
export function isVisitNews({ kind, from, to = from }: VisitNews, today: LocalDate): boolean {
  if (from.date < today && to.date < today) return false
  return kind !== 'moved' || differs(from, to)
}

const differs = (a: Slot, b: Slot): boolean =>
  a.date !== b.date ||
  (a.start_minutes !== null && b.start_minutes !== null && a.start_minutes !== b.start_minutes)

/**
 * The news to send about one visit if `next` happens before its customer hears of `waiting`: null if the visit is again
 * as they know it. What customers did themselves they know, so it is said as it was.
 */
export function followedBy<News extends VisitNews>(waiting: News, next: News): News | null {
  if (next.own) return next
  const known = waiting.own
    ? { is: after(waiting), at: waiting.to ?? waiting.from }
    : { is: before(waiting), at: waiting.from }
  const is = after(next)
  const at = next.to ?? next.from
  const isElsewhere = is === 'on' && differs(known.at, at)
  if (is === known.is && !isElsewhere) return null
  const { to: _to, back: _back, own: _own, ...rest } = next
  return {
    ...rest,
    kind: is !== 'on' ? is : isElsewhere || known.is === 'on' ? 'moved' : backOn[known.is],
    from: known.at,
    ...(is === 'on' ? { to: at } : {}),
    ...(known.is === 'on' ? {} : { back: known.is }),
  } as News
}

type State = 'on' | 'cancelled' | 'held'
const backOn = { cancelled: 'restored', held: 'kept' } as const

/** How the visit was before its change. */
function before({ kind, back }: VisitNews): State {
  if (back === 'held' || back === 'cancelled') return back
  return kind === 'restored' ? 'cancelled' : kind === 'kept' ? 'held' : 'on'
}

const after = ({ kind }: VisitNews): State =>
  kind === 'cancelled' || kind === 'held' ? kind : 'on'
