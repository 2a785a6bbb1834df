import type { ShiftLocation } from '../../domain/schedule/shift.ts'

const waits_ms = 8000

/**
 * The device's position, or nothing if it takes too long or the phone is put away: clocking in must
 * work without GPS.
 */
export function whereNow(): Promise<ShiftLocation | undefined> {
  if (!('geolocation' in navigator)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const none = () => resolve(undefined)
    // The browser's own limit starts once it may look: a question nobody answers would wait forever.
    setTimeout(none, waits_ms)
    // A page in a pocket may be closed at any moment.
    document.addEventListener('visibilitychange', none, { once: true })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy }),
      none,
      { enableHighAccuracy: true, timeout: waits_ms, maximumAge: 30_000 },
    )
  })
}
