import { keepHere } from '../local.ts'

const most = 8

/** What a person opened lately in an organization on this device: names nobody, only ids and places. */
const placeOf = (whose: string) => `fieldhive.recent.${whose}`

export function recentOf(whose: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(whose)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function remember(whose: string, key: string): void {
  const next = [key, ...recentOf(whose).filter((one) => one !== key)].slice(0, most)
  keepHere(placeOf(whose), JSON.stringify(next))
}
