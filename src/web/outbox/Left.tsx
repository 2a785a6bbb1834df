import { isCrewPhone } from '../person-here.ts'
import { useClock } from '../clock.ts'
import { clockAhead_ms } from '../server-time.ts'
import { optional } from '../ui/optional.tsx'
import type { LeftProps } from './LeftHere.tsx'

const LeftHere = optional<LeftProps>(async () => (await import('./LeftHere.tsx')).LeftHere)
const CutHere = optional(async () => (await import('./LeftHere.tsx')).CutHere)
const ClockNote = optional<{ ahead_minutes: number }>(
  async () => (await import('./LeftHere.tsx')).ClockNote,
)

/** What waits on this phone, on pages of people who cannot get in; nothing on other devices. */
export const Left = (who: LeftProps) => isCrewPhone() && <LeftHere {...who} />
/** What a crew's phone can say without a connection and without its day. */
export const Cut = () => isCrewPhone() && <CutHere />

/** Less is no reason to look at a clock. */
const mindedMinutes = 10
/** One sentence if this phone's clock is off. */
export function ClockOff() {
  const ahead_minutes = useClock(() => Math.round(clockAhead_ms() / 60_000))
  return Math.abs(ahead_minutes) < mindedMinutes ? null : (
    <ClockNote ahead_minutes={ahead_minutes} />
  )
}
