import { Stack } from '@mantine/core'
import { inviterRoles } from '../../domain/roles.ts'
import { useHasRole } from '../me.ts'
import { KeysCard } from './KeysCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'

/** Personal settings, the same in Settings and on the account page. */
export function UserTab() {
  const hasKeys = useHasRole(...inviterRoles)
  return (
    <Stack gap="lg">
      <ProfileCard />
      <NotificationsCard />
      {hasKeys && <KeysCard />}
    </Stack>
  )
}
