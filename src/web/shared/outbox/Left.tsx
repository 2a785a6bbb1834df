import type { ReactNode } from 'react'
import { isCrewPhone } from '../../app/person-here.ts'
import { useClock } from '../../app/clock.ts'
import { clockAhead_ms } from '../../app/server-time.ts'
import { optional } from '../../ui/lazy.tsx'
import type { LeftProps } from './LeftHere.tsx'

const LeftHere = optional<LeftProps>(async () => (await import('./LeftHere.tsx')).LeftHere)
const CutHere = optional<{ clock: ReactNode }>(async () => (await import('./LeftHere.tsx')).CutHere)
const ClockNote = optional<{ ahead_minutes: number }>(
  async () => (await import('./LeftHere.tsx')).ClockNote,
)

/** What waits on this phone, on pages of people who cannot get in; nothing on other devices. */
export const Left = (who: LeftProps) => isCrewPhone() && <LeftHere {...who} />
/** What a crew's phone can say without a connection and without its day. */
export const Cut = () => isCrewPhone() && <CutHere clock={<ClockOff />} />

/** Less is no reason to look at a clock. */
const mindedMinutes = 10
/** One sentence if this phone's clock is off. */
export function ClockOff() {
  const ahead_minutes = useClock(() => Math.round(clockAhead_ms() / 60_000))
  return Math.abs(ahead_minutes) < mindedMinutes ? null : (
    <ClockNote ahead_minutes={ahead_minutes} />
  )
}

/** Whether anything waits here, from anyone. */
export const isAnythingLeft = async (): Promise<boolean> =>
  isCrewPhone() &&
  import('./LeftHere.tsx').then(
    async ({ countLeft }) => (await countLeft()) > 0,
    () => false,
  )
