import { Button, Group, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  CalendarPlus,
  Ellipsis,
  FilePlus2,
  MessageSquare,
  Pause,
  Pencil,
  Play,
  UserCheck,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  customerRules,
  unarchivedStatus,
  type Customer,
} from '../../../domain/customers/customer.ts'
import { api } from '../../app/client.ts'
import { toSchedule, useCustomerActs } from '../../shared/customers/queries.ts'
import { InvoiceSheet } from '../../app/sheets.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMenu } from '../../ui/use-menu.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import type { Candidate } from '../../../api/candidates.ts'

const PauseSheet = lazy(() => import('./PauseSheet.tsx'))

type Props = { customer: Customer }

/** What the office does next with this customer. */
export function PageActions({ customer }: Props) {
  const navigate = useNavigate()
  const editing = useSheet('edit-customer')
  const isArchived = customer.status === 'archived'
  return (
    <Group gap="xs">
      <Refusable
        leftSection={<CalendarPlus size={17} aria-hidden />}
        refusal={customer.status === 'lead' ? null : customerRules.schedule(customer)}
        onClick={() =>
          void navigate({ to: '/app/schedule', search: toSchedule(customer.id) as never })
        }
      >
        Schedule
      </Refusable>
      {!isArchived && <NewInvoice customer={customer} />}
      <Message customer={customer} />
      <Button
        variant="default"
        leftSection={<Pencil size={17} aria-hidden />}
        onClick={() => editing.show(true)}
      >
        Edit
      </Button>
      <More customer={customer} />
      <ContactSheet
        key={editing.key}
        opened={editing.opened}
        onClose={editing.hide}
        customer={customer}
      />
    </Group>
  )
}

function NewInvoice({ customer }: Props) {
  const sheet = useSheet('new-invoice')
  const navigate = useNavigate()
  return (
    <>
      <Button
        variant="default"
        leftSection={<FilePlus2 size={17} aria-hidden />}
        onClick={() => sheet.show(true)}
      >
        New invoice
      </Button>
      <InvoiceSheet
        key={`invoice${sheet.key}`}
        detail={null}
        customer={asCandidate(customer)}
        opened={sheet.opened}
        onClose={sheet.hide}
        made={(id) => void navigate({ to: '/app/invoices/$id', params: { id } as never })}
      />
    </>
  )
}

/** Opens the conversation with the customer. */
function Message({ customer }: Props) {
  const navigate = useNavigate()
  const open = useMutation({
    mutationFn: () => api['POST /api/owner/customers/{id}/thread']({ params: { id: customer.id } }),
    onSuccess: ({ id }) => navigate({ to: '/app/inbox', search: { thread: id } as never }),
    onError: (error) => toast.failed(error, 'Failed to open the conversation'),
  })
  return (
    <Button
      variant="default"
      leftSection={<MessageSquare size={17} aria-hidden />}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      Message
    </Button>
  )
}

function More({ customer }: Props) {
  const menu = useMenu()
  const archiving = useSheet<Customer>('archive-customer')
  const pausing = useSheet(`pause-${customer.id}`)
  return (
    <>
      <Menu {...menu} position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Ellipsis size={17} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MoreLines
            customer={customer}
            pause={() => pausing.show(true)}
            archive={() => archiving.show(customer)}
          />
        </Menu.Dropdown>
      </Menu>
      <ArchiveDialog
        customer={archiving.about}
        opened={archiving.opened}
        onClose={archiving.hide}
      />
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

type LinesProps = Props & { pause: () => void; archive: () => void }

function MoreLines({ customer, pause, archive }: LinesProps) {
  const acts = useCustomerActs()
  const { status } = customer
  return (
    <>
      {status === 'lead' && (
        <Menu.Item
          leftSection={<UserCheck size={17} aria-hidden />}
          onClick={() =>
            acts.status.mutate({
              customer,
              status: 'active',
              done: 'Converted to active.',
              failure: 'Failed to update status',
            })
          }
        >
          Convert to Active
        </Menu.Item>
      )}
      {status === 'paused' && (
        <Menu.Item
          leftSection={<Play size={17} aria-hidden />}
          onClick={() => acts.resume.mutate(customer)}
        >
          Resume
        </Menu.Item>
      )}
      {(status === 'active' || status === 'paused') && (
        <Menu.Item leftSection={<Pause size={17} aria-hidden />} onClick={pause}>
          {status === 'paused' ? 'Change pause' : 'Pause'}
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        to="/app/customers"
        search={{ customer: customer.id } as never}
        leftSection={<Pencil size={17} aria-hidden />}
      >
        Show in the list
      </Menu.Item>
      {status === 'archived' ? (
        <Menu.Item
          leftSection={<ArchiveRestore size={17} aria-hidden />}
          onClick={() =>
            acts.status.mutate({
              customer,
              status: unarchivedStatus(customer),
              done: 'Customer unarchived',
              failure: 'Failed to unarchive',
            })
          }
        >
          Unarchive
        </Menu.Item>
      ) : (
        <Menu.Item color="red" leftSection={<Archive size={17} aria-hidden />} onClick={archive}>
          Archive
        </Menu.Item>
      )}
    </>
  )
}

/** A customer as the forms that search for one know them. */
const asCandidate = (customer: Customer): Candidate => ({
  id: customer.id,
  name: customer.name,
  email: customer.email,
  phone_number: customer.phone_number,
  street: customer.street,
  city: customer.city,
  state: customer.state,
  zip: customer.zip,
  status: customer.status === 'archived' ? 'paused' : customer.status,
  disabled_reason: null,
  team_id: customer.team_id,
  available_days: customer.available_days,
  has_card_on_file: customer.has_card_on_file,
  services: [],
  preference: null,
})
