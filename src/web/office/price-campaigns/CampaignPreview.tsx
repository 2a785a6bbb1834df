import { ActionIcon, Button, Stack, Text, Title, Anchor } from '@mantine/core'
import { Undo2, X, Phone } from 'lucide-react'
import { formatCents } from '../../../domain/base/money.ts'
import type {
  CampaignTotals,
  LeftLine,
  LeftReason,
  PreviewLine,
  UnreachedCustomer,
} from '../../../domain/money/price-campaign.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { LinesTable } from './LinesTable.tsx'
import css from './price-campaigns.module.css'
import type { ReactNode } from 'react'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'

type Preview = {
  preview: string
  lines: PreviewLine[]
  left: LeftLine[]
  totals: CampaignTotals
  unreached: UnreachedCustomer[]
  message: {
    customer_name: string | null
    email: { subject: string; html: string }
    sms: { text: string }
  } | null
}
type Props = {
  seen: Preview
  tells: boolean
  takeOut: (series_id: string) => void
  putBack: (series_id: string) => void
}

/** Every customer with the old and the new price, what stays, and the message. */
export const CampaignPreview = ({ seen, tells, takeOut, putBack }: Props) => (
  <Stack gap="md">
    <Text component="output" fw={600}>
      {totalsText(seen.totals)}
    </Text>
    {seen.totals.asks > 0 && (
      <Text>
        {seen.totals.asks === 1 ? 'One customer pays' : `${seen.totals.asks} customers pay`}{' '}
        automatically and agreed to less. They are asked to agree with one tap, and nothing above
        their limit is charged until they do.
      </Text>
    )}
    <Unreached customers={seen.unreached} title={unreachedTitle(seen.unreached.length)} />
    {seen.lines.length > 0 && (
      <LinesTable
        lines={seen.lines}
        label="Preview"
        renderState={(line) => <Consent line={line} />}
        renderAct={(line) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Leave out ${line.customer_name ?? 'this customer'}, ${line.service}`}
            onClick={() => takeOut(line.series_id)}
          >
            <X size={17} aria-hidden />
          </ActionIcon>
        )}
      />
    )}
    {seen.left.length > 0 && <Left left={seen.left} putBack={putBack} />}
    {tells && seen.message && <Message {...seen.message} />}
  </Stack>
)

const Consent = ({ line }: { line: PreviewLine }) =>
  line.asks ? (
    <StatusChip tone="wait" title={`Agreed to ${formatCents(line.cap_cents ?? 0)}`}>
      Must agree
    </StatusChip>
  ) : (
    <Text c="dimmed" fz="sm">
      Not needed
    </Text>
  )

/** '120 series of 112 customers · +$540.00 a month'. */
export const totalsText = ({ series, customers, monthly_cents }: CampaignTotals): string =>
  [
    `${series} series of ${customers} ${customers === 1 ? 'customer' : 'customers'}`,
    `+${formatCents(monthly_cents)} a month on average`,
  ].join(' · ')

const reasons: Record<LeftReason, string> = {
  no_price: 'It has no price.',
  unchanged: 'Rounding leaves its price as it is.',
  later_price: 'Another price is already planned after that day.',
  too_high: 'The new price would be too high.',
  without: 'You left it out.',
}

const Left = ({ left, putBack }: { left: LeftLine[]; putBack: Props['putBack'] }) => (
  <details>
    <summary>{left.length} series stay as they are</summary>
    <ul className={css.left}>
      {left.slice(0, 200).map((one) => (
        <li key={one.series_id}>
          {one.customer_name ?? 'Customer'}, {one.service}: {reasons[one.reason]}{' '}
          {one.reason === 'without' && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Undo2 size={14} aria-hidden />}
              onClick={() => putBack(one.series_id)}
            >
              Put back
            </Button>
          )}
        </li>
      ))}
    </ul>
  </details>
)

const Message = ({ customer_name, email, sms }: NonNullable<Preview['message']>) => (
  <section aria-labelledby="preview-message">
    <Title order={3} fz="md" id="preview-message" mb={4}>
      The message to {customer_name ?? 'a customer'}: {email.subject}
    </Title>
    {/* Without scripts and without our cookies, as in a mail program. */}
    <iframe
      className={css.mail}
      title="The email as this customer sees it"
      sandbox=""
      srcDoc={email.html}
    />
    <Text fz="sm" c="dimmed" maw={640}>
      Customers who prefer texts get: {sms.text}
    </Text>
  </section>
)

type UnreachedProps = {
  customers: readonly UnreachedCustomer[]
  title: string
  renderAct?: (customer: UnreachedCustomer) => ReactNode
}

/** The customers no message about the prices reaches, why, and the number to call. */
export function Unreached({ customers, title, renderAct }: UnreachedProps) {
  if (customers.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={3} fz="md" mb={4}>
        {title}
      </Title>
      <ul className={css.calls}>
        {customers.map((one) => (
          <li key={one.customer_id}>
            <span>
              <CustomerLink id={one.customer_id}>{one.customer_name ?? 'Customer'}</CustomerLink>
              <span className={css.dim}>
                {one.reason}
                {one.asks && '. Must agree'}
              </span>
            </span>
            {one.phone_number ? (
              <Anchor href={callAddress(one.phone_number)}>
                <Phone size={15} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
                {phoneText(one.phone_number)}
              </Anchor>
            ) : (
              <span className={css.dim}>No phone number</span>
            )}
            {renderAct?.(one)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const unreachedTitle = (n: number): string =>
  n === 1 ? 'No message reaches 1 customer' : `No message reaches ${n} customers`

export const ToldButton = ({
  name,
  ...act
}: {
  name: string
  loading: boolean
  onClick: () => void
}) => (
  <Button variant="default" size="xs" aria-label={`Told ${name} in person`} {...act}>
    Told in person
  </Button>
)
