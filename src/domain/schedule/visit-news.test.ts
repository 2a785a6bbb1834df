import { describe, expect, it } from 'vitest'
import { followedBy, isVisitNews, type VisitNews } from './visit-news.ts'

const [mon, tue, wed] = ['2027-06-14', '2027-06-15', '2027-06-16'].map((date) => ({
  date,
  start_minutes: 540 as number | null,
})) as [VisitNews['from'], VisitNews['from'], VisitNews['from']]
const later = { ...mon, start_minutes: 600 }
const untimed = { ...mon, start_minutes: null }

const moved = (from = mon, to = tue): VisitNews => ({ kind: 'moved', from, to })
const cancelled = (from = mon): VisitNews => ({ kind: 'cancelled', from })
const restored = (from = mon): VisitNews => ({ kind: 'restored', from, to: from })
const held = (from = mon): VisitNews => ({ kind: 'held', from, back: 'kept' })
const placed = (from = mon, to = tue): VisitNews => ({ kind: 'moved', from, to, back: 'held' })
const kept = (from = mon): VisitNews => ({ kind: 'kept', from, to: from, back: 'held' })
const own = (news: VisitNews): VisitNews => ({ ...news, own: true })

/** What happens in a night, and what its customer hears in the morning. */
const nights: [string, VisitNews[], VisitNews | null][] = [
  ['moved twice', [moved(), moved(tue, wed)], moved(mon, wed)],
  ['moved and back', [moved(), moved(tue, mon)], null],
  ['moved to another time', [moved(), moved(tue, later)], moved(mon, later)],
  ['moved and back, its time cleared', [moved(), moved(tue, untimed)], null],
  ['cancelled, on after all', [cancelled(), restored()], null],
  ['cancelled, on, cancelled', [cancelled(), restored(), cancelled()], cancelled()],
  ['cancelled, on, moved', [cancelled(), restored(), moved()], moved()],
  ['moved, then cancelled', [moved(), cancelled(tue)], cancelled(mon)],
  ['moved, cancelled, on', [moved(), cancelled(tue), restored(tue)], moved()],
  ['on hold, placed on its day', [held(), kept()], null],
  ['on hold, placed on another', [held(), placed()], moved()],
  ['on hold, then cancelled', [held(), cancelled()], cancelled()],
  ['cancelled, then on hold', [cancelled(), { ...held(), back: 'cancelled' }], held()],
  ['moved, then on hold', [moved(), held(tue)], held(mon)],
  ['placed twice', [placed(), moved(tue, wed)], placed(mon, wed)],
  ['placed, on hold again', [placed(), held(tue)], null],
  ['placed, then cancelled', [placed(), cancelled(tue)], { ...cancelled(), back: 'held' }],
  ['placed back, then moved', [kept(), moved()], placed()],
  ['restored, then cancelled again', [restored(), cancelled()], null],
  ['restored, then moved', [restored(), moved()], { ...moved(), back: 'cancelled' }],
  ['moved; the customer cancels', [moved(), own(cancelled(tue))], own(cancelled(tue))],
  [
    'the customer cancels; on',
    [own(cancelled()), restored()],
    { ...restored(), back: 'cancelled' },
  ],
  ['the customer moves it; moved back', [own(moved()), moved(tue, mon)], moved(tue, mon)],
  ['the customer moves it twice', [own(moved()), own(moved(tue, wed))], own(moved(tue, wed))],
]

const heard = ([first, ...more]: VisitNews[]): VisitNews | null =>
  more.reduce<VisitNews | null>(
    (waiting, next) => (waiting ? followedBy(waiting, next) : next),
    first!,
  )
/** `back` is for undoing; a letter does not say it. */
const said = (news: VisitNews | null) =>
  news && { ...news, to: news.to ?? null, back: news.back === 'kept' ? undefined : news.back }

describe('a night in which a visit is', () => {
  it.each(nights)('%s', (_what, night, morning) => {
    expect(said(heard(night))).toEqual(said(morning))
  })
})

describe('news of a visit', () => {
  it.each<[string, VisitNews, boolean]>([
    ['another day', moved(), true],
    ['another time', moved(mon, later), true],
    ['a time that was only cleared', moved(mon, untimed), false],
    ['a cancellation', cancelled(), true],
  ])('%s', (_what, news, is) => {
    expect(isVisitNews(news, '2027-06-14')).toBe(is)
  })

  it('is none once both days are over', () => {
    expect(isVisitNews(moved(), '2027-06-15')).toBe(true)
    expect(isVisitNews(moved(), '2027-06-16')).toBe(false)
  })
})
