import { Stack } from '@mantine/core'
import { NotificationsCard } from './NotificationsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'

/** The person's own things, the same in Settings and on the account page. */
export const UserTab = () => (
  <Stack gap="lg">
    <ProfileCard />
    <NotificationsCard />
  </Stack>
)
