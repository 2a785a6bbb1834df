import { Page } from '../../ui/Page.tsx'
import { useConfirmEmail } from './confirm-email.ts'
import { UserTab } from './UserTab.tsx'

export default function Account() {
  useConfirmEmail()
  return (
    <Page title="Account" narrow>
      <UserTab />
    </Page>
  )
}
