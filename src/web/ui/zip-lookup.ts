import { useEffect, useRef, useState } from 'react'
import { api } from '../client.ts'
import { wordsNow } from '../words.ts'
import { uiWords } from './words.ts'

type CityState = { city: string; state: string }

/**
 * City and state follow the ZIP until they are typed by hand. `known`: a ZIP whose city and state
 * are already filled in.
 */
export function useZipLookup(
  values: CityState,
  set: (place: Partial<CityState>) => void,
  known = '',
) {
  const touched = useRef({ city: false, state: false })
  const filled = useRef({ city: false, state: false })
  const asked = useRef(known)
  const [note, setNote] = useState<string | null>(null)
  // The response may arrive while the city is being typed, so compare with the current text, not
  // the one at the time of the request.
  const now = useRef(values)
  useEffect(() => {
    now.current = values
  })

  const fill = (place: CityState | null): void => {
    const change: Partial<CityState> = {}
    for (const name of ['city', 'state'] as const) {
      if (touched.current[name] && now.current[name]) continue
      // If no place is found, clear only what a lookup filled in.
      if (place) change[name] = place[name]
      else if (filled.current[name]) change[name] = ''
      filled.current[name] = place !== null
    }
    set(change)
  }
  const look = async (zip: string): Promise<void> => {
    if (zip.length !== 5 || asked.current === zip) return
    asked.current = zip
    const found = await api['GET /api/public/zip/{zip}'].safe({ params: { zip } })
    if (asked.current !== zip) return
    setNote(found.ok ? null : wordsNow(uiWords).zipLost)
    fill(found.ok ? found.data : null)
    // Not the ZIP's fault: leaving the field tries again.
    if (!found.ok && found.error.status !== 404) asked.current = ''
  }
  return { look, note, touch: (field: keyof CityState) => (touched.current[field] = true) }
}
