import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { describe, expect, it } from 'vitest'
import { stepCell, stepTime } from './board-steps.ts'
import { landId, type LandKind } from './drop-id.ts'

type Rect = { left: number; top: number; width: number; height: number }
type Places = readonly (readonly [kind: LandKind, team: string, date: string, rect: Rect])[]

/** Presses an arrow while the card's corner is at `from`; answers where it is then. */
function press(
  step: KeyboardCoordinateGetter,
  places: Places,
  [x, y]: readonly [number, number],
  key: { code: string; shiftKey?: boolean },
): readonly number[] | undefined {
  const rects = new Map(places.map(([kind, team, date, rect]) => [landId(kind, team, date), rect]))
  const to = step({ shiftKey: false, preventDefault: () => {}, ...key } as KeyboardEvent, {
    active: 'a',
    currentCoordinates: { x, y },
    context: {
      droppableRects: rects,
      droppableContainers: { getEnabled: () => [...rects.keys()].map((id) => ({ id })) },
    } as unknown as Parameters<KeyboardCoordinateGetter>[1]['context'],
  })
  return to ? [to.x, to.y] : undefined
}

describe('on the week’s board', () => {
  const cell = (team: string, column: number, row: number) =>
    [
      'cell',
      team,
      `2026-11-2${column}`,
      { left: 100 + column * 100, top: row * 60, width: 100, height: 60 },
    ] as const
  // The red team's Tuesday has passed: it is no place.
  const week = [cell('red', 0, 0), cell('red', 2, 0), cell('blue', 0, 1), cell('blue', 2, 1)]
  it.each([
    ['the next cell', [106, 6], 'ArrowDown', [106, 66]],
    ['the cell after a day that has passed', [106, 6], 'ArrowRight', [306, 6]],
    ['back', [306, 66], 'ArrowLeft', [106, 66]],
    ['nowhere beyond the last cell', [306, 6], 'ArrowRight', undefined],
    ['nowhere by another key', [106, 6], 'KeyA', undefined],
    ['the nearest cell from beside the board', [600, 70], 'ArrowRight', [306, 66]],
  ] as const)('an arrow leads to %s', (_title, from, code, to) =>
    expect(press(stepCell, week, from, { code })).toEqual(to),
  )
})

describe('on the day’s board', () => {
  const day = '2026-11-23'
  const row = (team: string, top: number) =>
    [
      ['any', team, day, { left: 100, top, width: 100, height: 60 }],
      ['lane', team, day, { left: 200, top, width: 660, height: 60 }],
    ] as const
  const places: Places = [
    ['day', 'none', '2026-11-24', { left: 100, top: 0, width: 100, height: 40 }],
    ...row('red', 50),
    ...row('blue', 110),
  ]
  const step = stepTime(1, 15)
  it.each([
    ['a slot later', [260, 56], { code: 'ArrowRight' }, [275, 56]],
    ['an hour later', [260, 56], { code: 'ArrowRight', shiftKey: true }, [320, 56]],
    ['no later than the last slot', [840, 56], { code: 'ArrowRight' }, [845, 56]],
    ['no earlier than the first hour', [210, 56], { code: 'ArrowLeft' }, [200, 56]],
    [
      'from the first hour to the strip without a time',
      [200, 56],
      { code: 'ArrowLeft' },
      [106, 56],
    ],
    ['from the strip to the first hour', [106, 56], { code: 'ArrowRight' }, [200, 56]],
    ['nowhere left of the strip', [106, 56], { code: 'ArrowLeft' }, undefined],
    ['another team at the same time', [260, 56], { code: 'ArrowDown' }, [260, 116]],
    ['another team without a time', [106, 116], { code: 'ArrowUp' }, [106, 56]],
    ['nowhere above the first team', [260, 56], { code: 'ArrowUp' }, undefined],
    ['nowhere beside a team', [260, 20], { code: 'ArrowRight' }, undefined],
  ] as const)('an arrow leads to %s', (_title, from, key, to) =>
    expect(press(step, places, from, key)).toEqual(to),
  )
})
