import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, CalendarPlus, Pencil, UserCheck } from 'lucide-react'
import type { ComponentType } from 'react'
import { unarchivedStatus, type Customer } from '../../../domain/customers/customer.ts'
import { customerName, toSchedule, useCustomerActs } from '../../shared/customers/queries.ts'
import { cardActs, type CardAct } from './card-text.ts'
import classes from './customers.module.css'

type Props = {
  customer: Customer
  edit: (customer: Customer) => void
  archive: (customer: Customer) => void
}

/** Actions at the bottom of a customer's card. */
export const CardActs = (props: Props) => (
  <span className={classes.acts}>
    {cardActs[props.customer.status].map((act) => {
      const Act = buttons[act]
      return <Act key={act} {...props} />
    })}
  </span>
)

const plain = { size: 'xs', variant: 'default' } as const satisfies ButtonProps

function Convert({ customer }: Props) {
  const { status } = useCustomerActs()
  return (
    <Button
      size="xs"
      leftSection={<UserCheck size={15} aria-hidden />}
      loading={status.isPending}
      aria-label={`Convert to Active: ${customerName(customer)}`}
      onClick={() =>
        status.mutate({
          customer,
          status: 'active',
          done: 'Converted to active.',
          failure: 'Failed to update status',
        })
      }
    >
      Convert to Active
    </Button>
  )
}

function Unarchive({ customer }: Props) {
  const { status } = useCustomerActs()
  return (
    <Button
      {...plain}
      leftSection={<ArchiveRestore size={15} aria-hidden />}
      loading={status.isPending}
      aria-label={`Unarchive ${customerName(customer)}`}
      onClick={() =>
        status.mutate({
          customer,
          status: unarchivedStatus(customer),
          done: 'Customer unarchived',
          failure: 'Failed to unarchive',
        })
      }
    >
      Unarchive
    </Button>
  )
}

const Schedule = ({ customer }: Props) => (
  <Button
    component={Link}
    to="/app/schedule"
    search={toSchedule(customer.id) as never}
    {...plain}
    leftSection={<CalendarPlus size={15} aria-hidden />}
    aria-label={`Schedule ${customerName(customer)}`}
  >
    Schedule
  </Button>
)

const Edit = ({ customer, edit }: Props) => (
  <Button
    {...plain}
    leftSection={<Pencil size={15} aria-hidden />}
    aria-label={`Edit ${customerName(customer)}`}
    onClick={() => edit(customer)}
  >
    Edit
  </Button>
)

const ToArchive = ({ customer, archive }: Props) => (
  <Button
    {...plain}
    leftSection={<Archive size={15} aria-hidden />}
    aria-label={`Archive ${customerName(customer)}`}
    onClick={() => archive(customer)}
  >
    Archive
  </Button>
)

const buttons: Record<CardAct, ComponentType<Props>> = {
  convert: Convert,
  unarchive: Unarchive,
  schedule: Schedule,
  edit: Edit,
  archive: ToArchive,
}
