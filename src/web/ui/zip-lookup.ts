import { useRef, useState } from 'react'
import { api } from '../client.ts'

const zipLost = 'ZIP not found. Please enter city/state.'

/** City and state follow the ZIP until the person has typed them. `known`: a ZIP whose city and state stand there already. */
export function useZipLookup(set: (place: { city: string; state: string }) => void, known = '') {
  const touched = useRef({ city: false, state: false })
  const filled = useRef(false)
  const asked = useRef(known)
  const [note, setNote] = useState<string | null>(null)
  const look = async (zip: string, now: { city: string; state: string }): Promise<void> => {
    if (zip.length !== 5 || asked.current === zip) return
    asked.current = zip
    const found = await api['GET /api/public/zip/{zip}'].safe({ params: { zip } })
    if (asked.current !== zip) return
    if (found.ok) {
      filled.current = true
      setNote(null)
      set({ city: touched.current.city && now.city ? now.city : found.data.city, state: touched.current.state && now.state ? now.state : found.data.state })
    } else if (found.error.status === 404) {
      setNote(zipLost)
      // Only what a lookup filled in is taken away again; what somebody typed is theirs.
      if (filled.current) set({ city: touched.current.city ? now.city : '', state: touched.current.state ? now.state : '' })
    }
  }
  return { look, note, touch: (field: 'city' | 'state') => (touched.current[field] = true) }
}
