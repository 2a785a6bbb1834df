import { Stack } from '@mantine/core'
import { Page } from '../../ui/Page.tsx'
import { Autopay } from './Autopay.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { useClosed } from '../../portal/queries.ts'
import { StandingNotice } from '../../portal/StandingNotice.tsx'

/** How a customer pays: saved cards and bank accounts, and whether they are charged by themselves. */
export default function UserPayments() {
  const closed = useClosed()
  return (
    <Page title="Payments" about="Your payment methods and autopay" narrow>
      <Stack gap="lg">
        <StandingNotice />
        <PaymentMethods />
        {!closed && <Autopay />}
      </Stack>
    </Page>
  )
}
