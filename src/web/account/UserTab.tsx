import { Stack } from '@mantine/core'
import { crewRoles, inviterRoles, officeRoles } from '../../domain/roles.ts'
import { useHasRole, useMe } from '../me.ts'
import { CalendarCard } from './CalendarCard.tsx'
import { ErasureCard } from './ErasureCard.tsx'
import { KeysCard } from './KeysCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { PushCard } from './PushCard.tsx'
import { SecurityCards } from './SecurityCards.tsx'

/** Personal settings, the same in Settings and on the account page. */
export function UserTab() {
  const isOffice = useHasRole(...officeRoles)
  const hasCalendar = useHasRole(...officeRoles, ...crewRoles)
  // Closed to support acting as this person.
  const isHelped = useMe().impersonating
  const hasKeys = useHasRole(...inviterRoles)
  return (
    <Stack gap="lg">
      <ProfileCard />
      <NotificationsCard />
      {hasCalendar && <CalendarCard />}
      {!isHelped && <SecurityCards />}
      {isOffice && !isHelped && <PushCard />}
      {hasKeys && <KeysCard />}
      {!isHelped && <ErasureCard />}
    </Stack>
  )
}
