import { Button, Group, Select, Stack, Switch, TagsInput, Text } from '@mantine/core'
import { Megaphone, Pause, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  cardLimits,
  customerRules,
  offerRule,
  type Customer,
} from '../../../domain/customers/customer.ts'
import { remindersText } from '../../../domain/flows/reminder.ts'
import { sendingLabels, sendingPolicies } from '../../../domain/messages/sending.ts'
import { unassignedGroup, type Team } from '../../../domain/people/team.ts'
import { useTaxRatesLoading } from '../../shared/money/tax-rates.ts'
import { Bars } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dateLabel, momentDay } from '../../ui/when.ts'
import classes from './customers.module.css'
import { Notes } from './Notes.tsx'
import { customerName, useCustomerActs } from '../../shared/customers/queries.ts'
import { useOpenedSignup } from '../../shared/customers/signups.ts'

// Rarely opened, so loaded on demand.
const PauseSheet = lazy(() => import('./PauseSheet.tsx'))
const Duplicates = lazy(() => import('./Duplicates.tsx'))
const ReferralLink = lazy(() => import('./ReferralLink.tsx'))
const CustomerMessages = lazy(() => import('./CustomerMessages.tsx'))
const TaxExemption = lazy(() => import('./TaxExemption.tsx'))
const Credits = lazy(() => import('./Credits.tsx'))
const OfferSheet = lazy(() => import('./OfferSheet.tsx'))

type Props = { customer: Customer; teams: readonly Team[]; canManage: boolean }

/** What an opened card shows, all at once: what came later would move what somebody is about to press. */
export const CustomerDetails = (props: Props) =>
  useTaxRatesLoading() ? (
    <Bars rows={3} />
  ) : (
    <Suspense fallback={<Bars rows={3} />}>
      <Details {...props} />
    </Suspense>
  )

function Details({ customer, teams, canManage }: Props) {
  useOpenedSignup(customer)
  return (
    <Stack gap="md" className={classes.details}>
      {canManage && <Duplicates customer={customer} />}
      <dl className={classes.facts}>
        <Fact name="Frequency" value={customer.frequency_label ?? 'Nothing scheduled'} />
        <Fact name="Reminders" value={remindersText(customer.reminders_off)} />
        <Fact
          name="Offers by text"
          value={
            customer.offer_texts_since
              ? `Agreed ${momentDay(customer.offer_texts_since)}`
              : 'Not agreed'
          }
        />
        <Fact name="Card on file" value={customer.has_card_on_file ? 'Yes' : 'No'} />
        <Fact name="Referrals" value={String(customer.referral_count)} />
        {customer.referred_by && (
          <Fact name="Referred by" value={customerName(customer.referred_by)} />
        )}
        <Fact name="Customer since" value={momentDay(customer.created_at)} />
      </dl>
      {customer.out_of_area && <Text fz="sm">Outside your service area.</Text>}
      <div>
        <h4 className={classes.small}>Last visits</h4>
        {customer.last_visits.length === 0 && <p className={classes.soft}>No visits yet.</p>}
        <ul className={classes.plain}>
          {customer.last_visits.slice(0, cardLimits.last_visits).map((visit) => (
            <li key={visit.date}>
              <strong>{dateLabel(visit.date)}</strong>
              {visit.notes && ` – ${visit.notes}`}
            </li>
          ))}
        </ul>
      </div>
      {canManage && customer.status !== 'archived' && <Care customer={customer} teams={teams} />}
      {canManage && <Credits customer={customer} />}
      <Notes customer={customer} canManage={canManage} />
      {canManage && <CustomerMessages customer={customer} />}
    </Stack>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const noTeam = 'none'

/** The office's settings for a customer: team, tags, reminders, pause, offers. */
export function Care({ customer, teams }: { customer: Customer; teams: readonly Team[] }) {
  const acts = useCustomerActs()
  const name = customerName(customer)
  return (
    <>
      <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
        <Select
          label="Assign team"
          aria-label={`Assign ${name} to a team`}
          allowDeselect={false}
          miw={180}
          value={customer.team_id ?? noTeam}
          data={[
            { value: noTeam, label: unassignedGroup },
            ...teams.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          disabled={acts.assign.isPending}
          onChange={(team) =>
            acts.assign.mutate({ customer, team_id: team === noTeam ? null : team })
          }
        />
        <TagsInput
          label="Tags"
          aria-label={`Tags of ${name}`}
          placeholder={customer.tags.length === 0 ? 'Type and press Enter' : undefined}
          miw={220}
          maxTags={50}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all tags' }}
          splitChars={[',']}
          value={acts.tags.isPending ? acts.tags.variables.tags : customer.tags}
          onChange={(tags) =>
            acts.tags.mutate({ customer, tags: tags.map((tag) => tag.slice(0, 60)) })
          }
        />
      </Group>
      <Switch
        label="Visit reminders"
        aria-label={`Visit reminders for ${name}`}
        description={
          customer.messages_off
            ? 'Turned off by the customer in their own account, so none are sent regardless of this setting.'
            : undefined
        }
        checked={
          acts.reminders.isPending ? acts.reminders.variables.enabled : customer.reminder_opt_in
        }
        onChange={(event) =>
          acts.reminders.mutate({ customer, enabled: event.currentTarget.checked })
        }
      />
      <Switch
        label="Payment reminders"
        aria-label={`Payment reminders for ${name}`}
        checked={
          acts.billReminders.isPending
            ? acts.billReminders.variables.bill_reminders
            : customer.bill_reminders
        }
        onChange={(event) =>
          acts.billReminders.mutate({ customer, bill_reminders: event.currentTarget.checked })
        }
      />
      <BillsGoOut customer={customer} />
      <Group gap="sm">
        <PauseButtons customer={customer} />
        <OfferButton customer={customer} />
        <ReferralLink customer={customer} />
        <TaxExemption customer={customer} />
      </Group>
    </>
  )
}

const asUsual = 'usual'

function BillsGoOut({ customer }: { customer: Customer }) {
  const { sending } = useCustomerActs()
  const shown = sending.isPending ? sending.variables.invoice_sending : customer.invoice_sending
  return (
    <Select
      label="Invoices go out"
      aria-label={`When the invoices of ${customerName(customer)} go out`}
      allowDeselect={false}
      maw={360}
      value={shown ?? asUsual}
      data={[
        { value: asUsual, label: 'Same as everyone' },
        ...sendingPolicies.map((value) => ({ value, label: sendingLabels[value] })),
      ]}
      onChange={(value) =>
        sending.mutate({
          customer,
          invoice_sending: sendingPolicies.find((one) => one === value) ?? null,
        })
      }
    />
  )
}

function PauseButtons({ customer }: { customer: Customer }) {
  const acts = useCustomerActs()
  const pausing = useSheet(`pause-${customer.id}`)
  const name = customerName(customer)
  const isPaused = customer.status === 'paused'
  return (
    <>
      {isPaused && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Play size={16} aria-hidden />}
          loading={acts.resume.isPending}
          aria-label={`Resume ${name}`}
          onClick={() => acts.resume.mutate(customer)}
        >
          Resume
        </Button>
      )}
      <Refusable
        variant="default"
        size="sm"
        leftSection={<Pause size={16} aria-hidden />}
        refusal={isPaused ? null : customerRules.pause(customer)}
        aria-label={`${isPaused ? 'Change the pause of' : 'Pause'} ${name}`}
        onClick={() => pausing.show(true)}
      >
        {isPaused ? 'Change pause' : 'Pause'}
      </Refusable>
      {pausing.key > 0 && (
        <Suspense>
          <PauseSheet
            key={pausing.key}
            customer={customer}
            opened={pausing.opened}
            onClose={pausing.hide}
          />
        </Suspense>
      )}
    </>
  )
}

function OfferButton({ customer }: { customer: Customer }) {
  const offering = useSheet(`offer-${customer.id}`)
  return (
    <>
      <Refusable
        variant="default"
        size="sm"
        leftSection={<Megaphone size={16} aria-hidden />}
        refusal={offerRule(customer)}
        aria-label={`Send promo to ${customerName(customer)}`}
        onClick={() => offering.show(true)}
      >
        Send promo
      </Refusable>
      {offering.key > 0 && (
        <Suspense>
          <OfferSheet
            key={offering.key}
            customer={customer}
            opened={offering.opened}
            onClose={offering.hide}
          />
        </Suspense>
      )}
    </>
  )
}
