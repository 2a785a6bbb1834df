import { describe, expect, it } from 'vitest'
import { turnFor } from './turns.ts'

describe('turns', () => {
  it('short work doesn’t wait', () => {
    expect(turnFor(299)).toBeUndefined()
  })

  it('long work runs one piece per event loop turn, with other work in between', async () => {
    const done: string[] = []
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const work = async (name: string): Promise<string> => {
      for (let piece = 0; piece < 5; piece++) {
        done.push(`${name}${piece} in ${turns}`)
        await turnFor(300)
      }
      return name
    }
    expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b'])
    isOver = true
    // Their first pieces start immediately; after that no two share a turn.
    const later = done.slice(2).map((line) => line.split(' in ')[1])
    expect(new Set(later).size).toBe(8)
  })

  it('failing work doesn’t block the next piece', async () => {
    const failing = async (): Promise<never> => {
      await turnFor(300)
      throw new Error('broken')
    }
    await expect(failing()).rejects.toThrow('broken')
    await expect(turnFor(300)).resolves.toBeUndefined()
  })
})
