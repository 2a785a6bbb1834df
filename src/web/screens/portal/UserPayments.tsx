import { Stack } from '@mantine/core'
import { Page } from '../../ui/Page.tsx'
import { Autopay } from './Autopay.tsx'
import { OwnCredits } from './OwnCredits.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { useClosed } from '../../portal/queries.ts'
import { LimitNotice } from './LimitNotice.tsx'
import { StandingNotice } from '../../portal/StandingNotice.tsx'
import { frameWords } from '../../frame-words.ts'
import { portalWords } from '../../portal/words.ts'
import { useWords } from '../../words.ts'

/** How a customer pays: saved cards and bank accounts, and whether they are charged by themselves. */
export default function UserPayments() {
  const words = useWords(portalWords)
  const frame = useWords(frameWords)
  const closed = useClosed()
  return (
    <Page title={frame.title('Payments')} about={words.paymentsAbout} narrow>
      <Stack gap="lg">
        <StandingNotice />
        <LimitNotice />
        <OwnCredits />
        <PaymentMethods />
        {!closed && <Autopay />}
      </Stack>
    </Page>
  )
}
