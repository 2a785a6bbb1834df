import { Stack } from '@mantine/core'
import { Page } from '../../ui/Page.tsx'
import { Autopay } from './Autopay.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'

/** How a customer pays: saved cards and bank accounts, and whether they are charged by themselves. */
export default function UserPayments() {
  return (
    <Page title="Payments" about="Your payment methods and autopay" narrow>
      <Stack gap="lg">
        <PaymentMethods />
        <Autopay />
      </Stack>
    </Page>
  )
}
