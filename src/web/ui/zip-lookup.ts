import { useEffect, useRef, useState } from 'react'
import { api } from '../client.ts'

const zipLost = 'ZIP not found. Please enter city/state.'
type CityState = { city: string; state: string }

/** City and state follow the ZIP until the person has typed them. `known`: a ZIP whose city and state stand there already. */
export function useZipLookup(
  values: CityState,
  set: (place: Partial<CityState>) => void,
  known = '',
) {
  const touched = useRef({ city: false, state: false })
  const filled = useRef({ city: false, state: false })
  const asked = useRef(known)
  const [note, setNote] = useState<string | null>(null)
  // The answer may arrive while the city is being typed: compare with the current text, not with the text at the time of the request.
  const now = useRef(values)
  useEffect(() => {
    now.current = values
  })

  const fill = (place: CityState | null): void => {
    const change: Partial<CityState> = {}
    for (const name of ['city', 'state'] as const) {
      if (touched.current[name] && now.current[name]) continue
      // If no place is found, clear only what a lookup filled in, not what was typed.
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
    setNote(found.ok ? null : zipLost)
    fill(found.ok ? found.data : null)
    // It was not the ZIP's fault: leaving the field asks once more.
    if (!found.ok && found.error.status !== 404) asked.current = ''
  }
  return { look, note, touch: (field: keyof CityState) => (touched.current[field] = true) }
}
