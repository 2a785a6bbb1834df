import type { ShiftLocation } from '../../../domain/shift.ts'
import { api } from '../../client.ts'

export const shiftQuery = api['GET /api/crew/shifts/current'].query()

/** The device's position, or nothing if it takes too long: clocking in must work without GPS. */
export function whereNow(): Promise<ShiftLocation | undefined> {
  if (!('geolocation' in navigator)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: 8000, maximumAge: 30_000 },
    )
  })
}
