import { Suspense } from 'react'
import { isCrewPhone, personHere } from '../person-here.ts'
import { optional } from '../ui/optional.ts'
import type { LeftProps } from './LeftHere.tsx'

const LeftHere = optional<LeftProps>(async () => (await import('./LeftHere.tsx')).LeftHere)

/** What waits on this phone, on pages of people who cannot get in; nothing on other devices. `person_id`: who is signed in, if known. */
export const Left = ({ person_id }: { person_id?: string | undefined }) =>
  isCrewPhone() && (
    <Suspense fallback={null}>
      <LeftHere person_id={person_id ?? personHere()} />
    </Suspense>
  )

/** Whether anything waits here, from anyone. */
export async function isAnythingLeft(): Promise<boolean> {
  if (!isCrewPhone()) return false
  try {
    return (await (await import('./count-left.ts')).countLeft()) > 0
  } catch {
    return false
  }
}
