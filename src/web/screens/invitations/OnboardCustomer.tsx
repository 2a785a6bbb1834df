import { SimpleGrid, Stack } from '@mantine/core'
import { Page } from '../../ui/Page.tsx'
import { PermanentLink } from './PermanentLink.tsx'
import { QrInvite } from './QrInvite.tsx'
import { RecentInvites } from './RecentInvites.tsx'
import { EmailInvite, SmsInvite } from './SendInvites.tsx'

/** Every way to get a customer to sign up: the permanent link, a code for today, an e-mail, a text message. */
export default function OnboardCustomer() {
  return (
    <Page
      title="Onboard Customer"
      about="Share your link or send an invitation. Customers sign themselves up; you find them among your leads."
    >
      <Stack gap="lg">
        <PermanentLink />
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="lg">
          <QrInvite />
          <EmailInvite />
          <SmsInvite />
        </SimpleGrid>
        <RecentInvites />
      </Stack>
    </Page>
  )
}
