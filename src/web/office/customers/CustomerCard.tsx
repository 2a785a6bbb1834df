import { Anchor, Button, Text } from '@mantine/core'
import { ChevronDown, Mail, MapPin, Phone } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { addressLine, phoneText, callAddress } from '../../../domain/base/contact.ts'
import { customerStatusLabels, type Customer } from '../../../domain/customers/customer.ts'
import type { Team } from '../../../domain/people/team.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { mapAddress } from '../../shared/visits/visit-text.ts'
import { CardActs } from './CardActs.tsx'
import { blockText, cardFacts, firstWords, pauseText, type CardFact } from './card-text.ts'
import { CustomerDetails } from './CustomerDetails.tsx'
import classes from './customers.module.css'
import { customerName, statusTones, useCustomerActs } from '../../shared/customers/queries.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { HeldForPayment } from './HeldForPayment.tsx'
import { WantsToLeave } from './WantsToLeave.tsx'

type CardProps = {
  customer: Customer
  teams: readonly Team[]
  canManage: boolean
  edit: (customer: Customer) => void
  archive: (customer: Customer) => void
  /** A checkbox, where customers can be selected. */
  select?: ReactNode
  /** Expanded and scrolled into view. */
  isChosen?: boolean
}

const bringIntoSight = (card: HTMLElement | null): void =>
  card?.scrollIntoView({ block: 'nearest' })

/** What the office needs at a glance; the rest is under Details. */
export const CustomerCard = memo(function CustomerCard(props: CardProps) {
  const { customer, teams, canManage, archive, select, isChosen = false } = props
  return (
    <li className={classes.card} ref={isChosen ? bringIntoSight : undefined}>
      <Head customer={customer} select={select} />
      <Place customer={customer} />
      <dl className={classes.facts}>
        {cardFacts(customer, teams).map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
      </dl>
      {customer.status === 'paused' && <p className={classes.soft}>{pauseText(customer)}</p>}
      {customer.held_since && <HeldForPayment customer={customer} canManage={canManage} />}
      <WantsToLeave customer={customer} canManage={canManage} archive={archive} />
      {customer.wish_changes.length > 0 && (
        <WishesChanged customer={customer} canManage={canManage} />
      )}
      <Chips label="Services" of="services" words={customer.services} />
      <Chips label="Tags" of="tags" words={customer.tags.map((tag) => `#${tag}`)} />
      <Contact customer={customer} />
      <Foot {...props} isChosen={isChosen} />
    </li>
  )
})

const Head = ({ customer, select }: Pick<CardProps, 'customer' | 'select'>) => (
  <div className={classes.head}>
    {select}
    <h3 className={classes.name}>
      <CustomerLink id={customer.id}>{customerName(customer)}</CustomerLink>
    </h3>
    <span className={classes.chips}>
      {customer.wish_changes.length > 0 && <StatusChip tone="wait">Preferences changed</StatusChip>}
      {customer.held_since && <StatusChip tone="bad">Held: payment</StatusChip>}
      {customer.has_autopay && <StatusChip tone="good">Autopay</StatusChip>}
      <StatusChip tone={statusTones[customer.status]}>
        {customerStatusLabels[customer.status]}
      </StatusChip>
    </span>
  </div>
)

function Place({ customer }: { customer: Customer }) {
  const address = addressLine(customer)
  return (
    <p className={classes.place}>
      <span>{address || 'No address'}</span>
      {address && (
        <Anchor
          href={mapAddress(customer)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Map of ${customerName(customer)}`}
          underline="always"
        >
          <MapPin size={16} aria-hidden /> Map
        </Anchor>
      )}
    </p>
  )
}

const Fact = ({ name, value, isBad = false }: CardFact) => (
  <div>
    <dt>{name}</dt>
    <dd className={isBad ? classes.bad : undefined}>
      {typeof value === 'string' ? value : <Money cents={value.cents} />}
    </dd>
  </div>
)

/** What the customer changed in their account, until the office has adjusted the schedule. */
export function WishesChanged({ customer, canManage }: { customer: Customer; canManage: boolean }) {
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

type ChipsProps = { label: string; of: 'services' | 'tags'; words: readonly string[] }

/** The first few, and how many more there are. */
function Chips({ label, of, words }: ChipsProps) {
  const { shown, rest } = firstWords(words, of)
  if (words.length === 0) return null
  return (
    <ul className={classes.words} aria-label={label}>
      {shown.map((word) => (
        <li key={word} data-tag={of === 'tags' || undefined}>
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

function Contact({ customer }: { customer: Customer }) {
  const { phone_number, email, phone_block, email_block } = customer
  const name = customerName(customer)
  return (
    <ul className={classes.contact} aria-label={`Contact ${name}`}>
      {phone_number && (
        <li>
          <Anchor href={callAddress(phone_number)} aria-label={`Call ${name}`} underline="always">
            <Phone size={16} aria-hidden /> Call
          </Anchor>
          <span>{phoneText(phone_number)}</span>
          {phone_block && <span className={classes.bad}>{blockText(phone_block)}</span>}
        </li>
      )}
      {email && (
        <li>
          <Anchor href={`mailto:${email}`} aria-label={`Email ${name}`} underline="always">
            <Mail size={16} aria-hidden /> Email
          </Anchor>
          <span>{email}</span>
          {email_block && <span className={classes.bad}>{blockText(email_block)}</span>}
        </li>
      )}
    </ul>
  )
}

/** Opens the details, and offers the customer's actions. */
function Foot(props: Omit<CardProps, 'isChosen'> & { isChosen: boolean }) {
  const { customer, teams, canManage, edit, archive } = props
  const [isOpen, setOpen] = useState(props.isChosen)
  const details = `details-${customer.id}`
  return (
    <>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="xs"
          px="xs"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={`Details of ${customerName(customer)}`}
          rightSection={
            <ChevronDown size={15} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          Details
        </Button>
        {canManage && <CardActs customer={customer} edit={edit} archive={archive} />}
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <CustomerDetails customer={customer} teams={teams} canManage={canManage} />}
      </div>
    </>
  )
}
