import { isCrewPhone } from '../person-here.ts'
import { optional } from '../ui/optional.tsx'
import type { LeftProps } from './LeftHere.tsx'

const LeftHere = optional<LeftProps>(async () => (await import('./LeftHere.tsx')).LeftHere)

/** What waits on this phone, on pages of people who cannot get in; nothing on other devices. */
export const Left = (who: LeftProps) => isCrewPhone() && <LeftHere {...who} />
