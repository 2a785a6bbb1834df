import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Mail, MapPin, Pencil, Phone, Search, Users } from 'lucide-react'
import type { CrewCustomer } from '../../../api/crew.ts'
import { phoneText } from '../../../domain/contact.ts'
import { searchAmong } from '../../../domain/search.ts'
import { ApiError } from '../../client.ts'
import { useLive } from '../../live.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { useTyped } from '../../customers/use-typed.ts'
import { addressText, callAddress, count, mapAddress } from '../../visits/visit-text.ts'
import { EditContact } from './EditContact.tsx'
import css from './crew.module.css'
import { customersQuery, nameOf, textOf } from '../../customers/crew-customers.ts'
import { useSheet } from '../../ui/use-sheet.ts'

const route = getRouteApi('/app/crew-customers')

/** The active customers a leader's teams work for. */
export default function CrewCustomers() {
  const customers = useQuery(customersQuery)
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const box = useTyped(
    q,
    (text) =>
      void navigate({
        search: (now) => ({ ...now, q: text || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  const editing = useSheet<CrewCustomer>('edit-contact')
  useLive(['customer_updated'], () => void customers.refetch())
  const noTeam = customers.error instanceof ApiError && customers.error.code === 'no_team'
  return (
    <Page
      title="Customers"
      about={customers.data && count(customers.data.customers.length, 'active customer')}
    >
      {noTeam ? (
        <EmptyState title="You are not assigned to a team yet">
          Ask the office to add you to one.
        </EmptyState>
      ) : (
        <Loaded of={customers} failure="Failed to load customers">
          {(data) => {
            const shown = searchAmong(data.customers, box.typed, textOf)
            return (
              <>
                <TextInput
                  type="search"
                  size="md"
                  mb="md"
                  maw={460}
                  aria-label="Search customers"
                  placeholder="Name, address or phone"
                  leftSection={<Search size={18} aria-hidden />}
                  value={box.typed}
                  onChange={(event) => box.type(event.currentTarget.value)}
                />
                {shown.length === 0 && (
                  <EmptyState
                    title={data.customers.length ? 'No one found' : 'No active customers yet'}
                    icon={<Users size={22} />}
                  />
                )}
                <ul className={css.customers}>
                  {shown.map((customer) => (
                    <Card
                      key={customer.id}
                      customer={customer}
                      onEdit={() => editing.show(customer)}
                    />
                  ))}
                </ul>
              </>
            )
          }}
        </Loaded>
      )}
      <EditContact customer={editing.about} opened={editing.opened} onClose={editing.hide} />
    </Page>
  )
}

function Card({ customer, onEdit }: { customer: CrewCustomer; onEdit: () => void }) {
  const name = nameOf(customer)
  const address = addressText(customer)
  const look = { component: 'a', variant: 'default', size: 'md' } as const
  return (
    <li className={css.customer}>
      <h2>{name}</h2>
      <p>{address || 'No address'}</p>
      <p>
        {[customer.phone_number && phoneText(customer.phone_number), customer.email]
          .filter(Boolean)
          .join(' · ') || 'No phone or e-mail'}
      </p>
      <div className={css.links}>
        {customer.phone_number && (
          <Button
            {...look}
            href={callAddress(customer.phone_number)}
            leftSection={<Phone size={18} aria-hidden />}
            aria-label={`Call ${name}`}
          >
            Call
          </Button>
        )}
        {customer.email && (
          <Button
            {...look}
            href={`mailto:${customer.email}`}
            leftSection={<Mail size={18} aria-hidden />}
            aria-label={`Email ${name}`}
          >
            Email
          </Button>
        )}
        {address && (
          <Button
            {...look}
            href={mapAddress(customer)}
            target="_blank"
            rel="noreferrer"
            leftSection={<MapPin size={18} aria-hidden />}
            aria-label={`Map to ${name}`}
          >
            Map
          </Button>
        )}
        <Button
          variant="default"
          size="md"
          leftSection={<Pencil size={18} aria-hidden />}
          onClick={onEdit}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
      </div>
    </li>
  )
}
