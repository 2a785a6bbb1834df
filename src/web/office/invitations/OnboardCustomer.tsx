import { SimpleGrid, Stack } from '@mantine/core'
import { invitationWords } from '../../../words/en/invitations.ts'
import { Page } from '../../ui/Page.tsx'
import { useWords } from '../../app/words.ts'
import { PermanentLink } from './PermanentLink.tsx'
import { QrInvite } from './QrInvite.tsx'
import { RecentInvites } from './RecentInvites.tsx'
import { EmailInvite, SmsInvite } from './SendInvites.tsx'

/** Every way to get a customer to sign up: the permanent link, a QR code, an e-mail, a text. */
export default function OnboardCustomer() {
  const words = useWords(invitationWords)
  return (
    <Page title={words.title} about={words.about}>
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
