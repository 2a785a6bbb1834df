import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  CalendarPlus,
  ChevronDown,
  Mail,
  MapPin,
  Pencil,
  Phone,
  UserCheck,
} from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { addressLine, phoneText } from '../../../domain/contact.ts'
import {
  cardLimits,
  customerStatusLabels,
  type Customer,
  type CustomerStatus,
} from '../../../domain/customer.ts'
import type { Team } from '../../../domain/team.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { dayLabel } from '../../ui/when.ts'
import { callAddress, mapAddress } from '../../visits/visit-text.ts'
import { CustomerDetails } from './CustomerDetails.tsx'
import classes from './customers.module.css'
import { customerName, statusTones, toSchedule, useCustomerActs } from '../../customers/queries.ts'
import { WantsToLeave } from './WantsToLeave.tsx'

type CardProps = {
  customer: Customer
  teams: readonly Team[]
  canManage: boolean
  edit: (customer: Customer) => void
  archive: (customer: Customer) => void
  /** A checkbox, where customers can be chosen. */
  select?: ReactNode
  /** Shown with everything about them, and brought into sight. */
  isChosen?: boolean
}

const bringIntoSight = (card: HTMLElement | null): void =>
  card?.scrollIntoView({ block: 'nearest' })

/** Everything an office wants to know at a glance; the rest opens under Details. */
export const CustomerCard = memo(function CustomerCard(props: CardProps) {
  const { customer, teams, canManage, select, isChosen = false } = props
  const [isOpen, setOpen] = useState(isChosen)
  const name = customerName(customer)
  const address = addressLine(customer)
  const details = `details-${customer.id}`
  return (
    <li className={classes.card} ref={isChosen ? bringIntoSight : undefined}>
      <div className={classes.head}>
        {select}
        <h3 className={classes.name}>{name}</h3>
        <span className={classes.chips}>
          {customer.wish_changes.length > 0 && <StatusChip tone="wait">Wishes changed</StatusChip>}
          {customer.has_autopay && <StatusChip tone="good">Autopay</StatusChip>}
          <StatusChip tone={statusTones[customer.status]}>
            {customerStatusLabels[customer.status]}
          </StatusChip>
        </span>
      </div>
      <p className={classes.place}>
        <span>{address || 'No address'}</span>
        {address && (
          <Anchor
            href={mapAddress(customer)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Map of ${name}`}
            underline="always"
          >
            <MapPin size={16} aria-hidden /> Map
          </Anchor>
        )}
      </p>
      <dl className={classes.facts}>
        <Fact name="Frequency" value={customer.frequency_label ?? '–'} />
        <Fact
          name="Next visit"
          value={customer.next_visit_at ? dayLabel(customer.next_visit_at.slice(0, 10)) : '–'}
        />
        <Fact name="CLTV" value={<Money cents={customer.cltv_cents} />} />
        {customer.outstanding_balance_cents > 0 && (
          <Fact
            name="Balance due"
            value={<Money cents={customer.outstanding_balance_cents} />}
            isBad
          />
        )}
        <Fact
          name="Team"
          value={teams.find(({ id }) => id === customer.team_id)?.name ?? 'Unassigned'}
        />
      </dl>
      {customer.status === 'paused' && <p className={classes.soft}>{pauseText(customer)}</p>}
      <WantsToLeave customer={customer} canManage={canManage} archive={props.archive} />
      {customer.wish_changes.length > 0 && (
        <WishesChanged customer={customer} canManage={canManage} />
      )}
      <Chips label="Services" words={customer.services} limit={cardLimits.services} />
      <Chips
        label="Tags"
        words={customer.tags.map((tag) => `#${tag}`)}
        limit={cardLimits.tags}
        isTag
      />
      <ul className={classes.contact} aria-label={`Contact ${name}`}>
        {customer.phone_number && (
          <li>
            <Anchor
              href={callAddress(customer.phone_number)}
              aria-label={`Call ${name}`}
              underline="always"
            >
              <Phone size={16} aria-hidden /> Call
            </Anchor>
            <span>{phoneText(customer.phone_number)}</span>
          </li>
        )}
        {customer.email && (
          <li>
            <Anchor
              href={`mailto:${customer.email}`}
              aria-label={`Email ${name}`}
              underline="always"
            >
              <Mail size={16} aria-hidden /> Email
            </Anchor>
            <span>{customer.email}</span>
          </li>
        )}
      </ul>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="xs"
          px="xs"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={`Details of ${name}`}
          rightSection={
            <ChevronDown size={15} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          Details
        </Button>
        {canManage && <Acts {...props} name={name} />}
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <CustomerDetails customer={customer} teams={teams} canManage={canManage} />}
      </div>
    </li>
  )
})

/** 'Paused from Fri, Nov 20 until Fri, Dec 4. Away for the holidays' */
function pauseText({ paused_from, resume_on, pause_reason }: Customer): string {
  const from = paused_from ? ` from ${dayLabel(paused_from)}` : ''
  return [`Paused${from} until ${resume_on ? dayLabel(resume_on) : 'resumed'}.`, pause_reason]
    .filter(Boolean)
    .join(' ')
}

/** What the customer changed in their account, until the office has adjusted the schedule. */
function WishesChanged({ customer, canManage }: { customer: Customer; canManage: boolean }) {
  const acts = useCustomerActs()
  return (
    <div className={classes.wishes}>
      <ul className={classes.plain}>
        {customer.wish_changes.map(({ what, before, now }) => (
          <li key={what}>
            {what}: <strong>{now}</strong> <span className={classes.soft}>instead of {before}</span>
          </li>
        ))}
      </ul>
      {canManage && (
        <Button
          size="xs"
          variant="default"
          loading={acts.wishesSeen.isPending}
          aria-label={`Mark the wishes of ${customerName(customer)} as seen`}
          onClick={() => acts.wishesSeen.mutate(customer)}
        >
          Mark as seen
        </Button>
      )}
    </div>
  )
}

const Fact = ({
  name,
  value,
  isBad = false,
}: {
  name: string
  value: ReactNode
  isBad?: boolean
}) => (
  <div>
    <dt>{name}</dt>
    <dd className={isBad ? classes.bad : undefined}>{value}</dd>
  </div>
)

/** The first few, and how many more there are. */
function Chips({
  label,
  words,
  limit,
  isTag = false,
}: {
  label: string
  words: readonly string[]
  limit: number
  isTag?: boolean
}) {
  if (words.length === 0) return null
  const rest = words.slice(limit)
  return (
    <ul className={classes.words} aria-label={label}>
      {words.slice(0, limit).map((word) => (
        <li key={word} data-tag={isTag || undefined}>
          {word}
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.join(', ')}>
          <Text span fz="sm" c="dimmed">
            +{rest.length}
          </Text>
        </li>
      )}
    </ul>
  )
}

function Acts({ customer, name, edit, archive }: CardProps & { name: string }) {
  const acts = useCustomerActs()
  const busy = acts.status.isPending
  const to = (status: CustomerStatus, done: string, failure: string) =>
    acts.status.mutate({ customer, status, done, failure })
  return (
    <span className={classes.acts}>
      {customer.status === 'lead' && (
        <Button
          size="xs"
          leftSection={<UserCheck size={15} aria-hidden />}
          loading={busy}
          aria-label={`Convert to Active: ${name}`}
          onClick={() => to('active', 'Converted to active.', 'Failed to update status')}
        >
          Convert to Active
        </Button>
      )}
      {customer.status === 'archived' ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<ArchiveRestore size={15} aria-hidden />}
          loading={busy}
          aria-label={`Unarchive ${name}`}
          onClick={() =>
            to(
              customer.was_active ? 'active' : 'lead',
              'Customer unarchived',
              'Failed to unarchive',
            )
          }
        >
          Unarchive
        </Button>
      ) : (
        <>
          {customer.status === 'active' && (
            <Button
              component={Link}
              to="/app/schedule"
              search={toSchedule(customer.id) as never}
              size="xs"
              variant="default"
              leftSection={<CalendarPlus size={15} aria-hidden />}
              aria-label={`Schedule ${name}`}
            >
              Schedule
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<Pencil size={15} aria-hidden />}
            aria-label={`Edit ${name}`}
            onClick={() => edit(customer)}
          >
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Archive size={15} aria-hidden />}
            aria-label={`Archive ${name}`}
            onClick={() => archive(customer)}
          >
            Archive
          </Button>
        </>
      )}
    </span>
  )
}
