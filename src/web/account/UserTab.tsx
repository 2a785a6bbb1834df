import { Stack } from '@mantine/core'
import { inviterRoles, officeRoles } from '../../domain/roles.ts'
import { useHasRole } from '../me.ts'
import { KeysCard } from './KeysCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { PushCard } from './PushCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** Personal settings, the same in Settings and on the account page. */
export function UserTab() {
  const isOffice = useHasRole(...officeRoles)
  const hasKeys = useHasRole(...inviterRoles)
  return (
    <Stack gap="lg">
      <ProfileCard />
      <NotificationsCard />
      <SecondFactorCard />
      <SessionsCard />
      {isOffice && <PushCard />}
      {hasKeys && <KeysCard />}
    </Stack>
  )
}
