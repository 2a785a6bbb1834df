import { useState } from 'react'
import type { SignupStep } from '../../../domain/flows/signup.ts'
import { pathOf, type Place } from './place.ts'
import { keepInTab } from '../../app/local.ts'

type Draft<T> = {
  value: T
  set: (next: T | ((before: T) => T)) => void
  /** Once the answer is saved. */
  forget: () => void
}

/**
 * The answer to a question before it is saved: a reload keeps it in this tab. What was saved
 * meanwhile, perhaps on another device, replaces it. Not for consents: their text or a price may
 * change, so those are given again.
 */
export function useDraft<T>(place: Place, step: SignupStep, saved: T): Draft<T> {
  const key = `fieldhive.signup-draft:${pathOf(place)}:${step}`
  const [base] = useState(() => JSON.stringify(saved))
  const [value, setValue] = useState<T>(() => read<T>(key, base) ?? saved)
  const set: Draft<T>['set'] = (next) =>
    setValue((before) => {
      const now = typeof next === 'function' ? (next as (before: T) => T)(before) : next
      keepInTab(key, JSON.stringify({ base, value: now }))
      return now
    })
  return { value, set, forget: () => sessionStorage.removeItem(key) }
}

function read<T>(key: string, base: string): T | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  const kept = JSON.parse(text) as { base: string; value: T }
  return kept.base === base ? kept.value : null
}
