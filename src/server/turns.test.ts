import { describe, expect, it } from 'vitest'
import { inTurns, turnFor } from './turns.ts'

describe('turns', () => {
  it('few items wait for none', () => {
    expect(turnFor(299)).toBeUndefined()
  })

  it('of all long work each turn of the loop does one piece, and what comes between is done between', async () => {
    const done: string[] = []
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    function* work(name: string): Generator<void, string> {
      for (let piece = 0; piece < 5; piece++) {
        done.push(`${name}${piece} in ${turns}`)
        yield
      }
      return name
    }
    expect(await Promise.all([inTurns(work('a')), inTurns(work('b'))])).toEqual(['a', 'b'])
    isOver = true
    // Their first pieces begin at once; after that no two share a turn.
    const later = done.slice(2).map((line) => line.split(' in ')[1])
    expect(new Set(later).size).toBe(8)
  })

  it('work that fails says so, and lets the next one through', async () => {
    function* breaking(): Generator<void, never> {
      yield
      throw new Error('broken')
    }
    const failing = inTurns(breaking())
    await expect(failing).rejects.toThrow('broken')
    await expect(turnFor(300)).resolves.toBeUndefined()
  })
})
