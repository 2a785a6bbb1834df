import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { Suspense } from 'react'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { CustomerWork } from '../../shared/customers/overview.ts'
import { customerName } from '../../shared/customers/queries.ts'
import { useOpenedSignup } from '../../shared/customers/signups.ts'
import { RecordHistory } from '../../shared/history/RecordHistory.tsx'
import { teamsQuery } from '../../shared/teams/queries.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentDay } from '../../ui/when.ts'
import { mapAddress } from '../../shared/visits/visit-text.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { blockText, pauseText } from './card-text.ts'
import Credits from './Credits.tsx'
import css from './customer-page.module.css'
import { WishesChanged } from './CustomerCard.tsx'
import { Care } from './CustomerDetails.tsx'
import CustomerMessages from './CustomerMessages.tsx'
import Duplicates from './Duplicates.tsx'
import { HeldForPayment } from './HeldForPayment.tsx'
import { Notes } from './Notes.tsx'
import { PageAddresses } from './PageAddresses.tsx'
import { Section } from './Section.tsx'
import { VisitRequestsBanner } from '../../shared/visits/VisitRequestsBanner.tsx'
import { WantsToLeave } from './WantsToLeave.tsx'
import { api } from '../../app/client.ts'
import { Shown } from '../../shared/gate-codes/GateCode.tsx'
import { Looks } from '../../shared/gate-codes/Looks.tsx'
import { gateCodeWords } from '../../../words/en/gate-codes.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useWords } from '../../app/words.ts'

type Props = { work: CustomerWork; canManage: boolean }

/** Beside the work and the money: what needs an answer, addresses, notes, messages, settings. */
export default function PageAside({ work, canManage }: Props) {
  const { customer, locations } = work
  const teams = useQuery(teamsQuery).data?.teams ?? []
  useOpenedSignup(customer)
  return (
    <Stack gap="lg" miw={0}>
      <Waiting customer={customer} canManage={canManage} />
      <PageAddresses customer={customer} locations={locations} canManage={canManage} />
      {canManage && <GateCodeSection customer={customer} />}
      <div className={css.section}>
        <Notes heading="h2" customer={customer} canManage={canManage} />
      </div>
      {canManage && (
        <div className={css.section}>
          <CustomerMessages heading="h2" customer={customer} />
        </div>
      )}
      {canManage && (
        <div className={css.section}>
          <Credits heading="h2" customer={customer} />
        </div>
      )}
      {canManage && customer.status !== 'archived' && (
        <Section title="Settings">
          <Stack gap="md">
            <Suspense>
              <Care customer={customer} teams={teams} />
            </Suspense>
          </Stack>
        </Section>
      )}
      <Facts customer={customer} />
      {canManage && (
        <Section title="History">
          <RecordHistory record="customer" id={customer.id} />
        </Section>
      )}
    </Stack>
  )
}

/** What the customer changed, asks for or is held for, and who looks like the same person. */
function Waiting({ customer, canManage }: { customer: Customer; canManage: boolean }) {
  const archiving = useSheet<Customer>('archive-leaver')
  return (
    <>
      {customer.status === 'paused' && <p className={css.none}>{pauseText(customer)}</p>}
      {customer.held_since && <HeldForPayment customer={customer} canManage={canManage} />}
      {canManage && <VisitRequestsBanner customer_id={customer.id} />}
      <WantsToLeave customer={customer} canManage={canManage} archive={archiving.show} />
      {customer.wish_changes.length > 0 && (
        <WishesChanged customer={customer} canManage={canManage} />
      )}
      {customer.email_block && <Text c="red">{blockText(customer.email_block)}</Text>}
      {customer.phone_block && <Text c="red">{blockText(customer.phone_block)}</Text>}
      {canManage && <Duplicates customer={customer} />}
      <ArchiveDialog
        customer={archiving.about}
        opened={archiving.opened}
        onClose={archiving.hide}
      />
    </>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const facts = [
    ['Customer since', momentDay(customer.created_at)],
    ['Asked for', customer.services.join(', ') || null],
    ['Frequency', customer.frequency_label],
    ['Referrals', customer.referral_count > 0 ? String(customer.referral_count) : null],
    ['Referred by', customer.referred_by && customerName(customer.referred_by)],
    ['Service area', customer.out_of_area ? 'Outside your service area' : null],
  ] as const
  return (
    <Section title="Details">
      <dl className={css.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Anchor href={mapAddress(customer)} target="_blank" rel="noopener noreferrer">
        <MapPin size={15} aria-hidden /> Map
      </Anchor>
    </Section>
  )
}

/** A customer's gate code, and who saw it. */
function GateCodeSection({ customer: { id, has_gate_code, version } }: { customer: Customer }) {
  const words = useWords(gateCodeWords)
  const looks = useQuery(
    api['GET /api/owner/customers/{id}/gate-code-looks'].query({ params: { id } }),
  )
  const see = () =>
    api['POST /api/owner/customers/{id}/gate-code-looks']({
      params: { id },
      body: { screen: 'customer' },
    }).finally(() => void looks.refetch())
  if (!has_gate_code && !looks.data?.looks.length) return null
  return (
    <Section title={words.gateCode}>
      <Stack gap="sm" align="flex-start">
        {has_gate_code && <Shown key={version} see={see} />}
        <Loaded of={looks} failure={words.looksFailed} skeleton={<Bars rows={1} height={24} />}>
          {(data) => <Looks looks={data.looks} />}
        </Loaded>
      </Stack>
    </Section>
  )
}
