import { afterEach, describe, expect, it, vi } from 'vitest'
import { whereNow } from './where-now.ts'

type Found = (found: { coords: object }) => void

/** A phone whose question for the location is answered by `answer`, or by nobody. */
function phone(answer?: (found: Found, refused: () => void) => void): EventTarget {
  vi.useFakeTimers()
  const document = new EventTarget()
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (found: Found, refused: () => void) => answer?.(found, refused),
    },
  })
  return document
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the position of a clock-in', () => {
  it('is what the phone says', async () => {
    phone((found) => found({ coords: { latitude: 35, longitude: -78, accuracy: 9 } }))
    expect(await whereNow()).toEqual({ lat: 35, lng: -78, accuracy: 9 })
  })

  it('is nothing where it is refused', async () => {
    phone((_found, refused) => refused())
    expect(await whereNow()).toBeUndefined()
  })

  it('is nothing after eight seconds where nobody answers the question', async () => {
    phone()
    const where = whereNow()
    await vi.advanceTimersByTimeAsync(8000)
    expect(await where).toBeUndefined()
  })

  it('is nothing as soon as the phone is put away', async () => {
    const document = phone()
    const where = whereNow()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await where).toBeUndefined()
  })
})
