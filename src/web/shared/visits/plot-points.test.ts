import { describe, expect, it } from 'vitest'
import { plotPoints } from './plot-points.ts'

const place = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude })

describe('plotPoints', () => {
  it('draws north up and east right, numbered in order, within the drawing', () => {
    const { points, width, height } = plotPoints(
      ['b', 'lost', 'a'],
      [place('a', 36, -78), place('b', 35, -79)],
    )
    expect(points.map(({ id, number }) => [id, number])).toEqual([
      ['b', 1],
      ['a', 3],
    ])
    const [b, a] = points
    expect(a!.y).toBeLessThan(b!.y)
    expect(a!.x).toBeGreaterThan(b!.x)
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(width)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(height)
    }
  })

  it('draws stops of one ZIP beside each other', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `s${at}`)
    const { points } = plotPoints(
      ids,
      ids.map((id) => place(id, 35, -78)),
    )
    expect(new Set(points.map(({ x, y }) => `${x} ${y}`)).size).toBe(9)
  })

  it('is empty without places', () => expect(plotPoints(['a'], []).points).toEqual([]))
})
