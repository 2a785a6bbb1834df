import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, Mail, MapPin, Pencil, Phone, Search, Users } from 'lucide-react'
import type { CrewCustomer } from '../../api/crew.ts'
import { phoneText, callAddress } from '../../domain/base/contact.ts'
import { searchAmong } from '../../domain/base/search.ts'
import { ApiError } from '../app/client.ts'
import { asksAgain } from '../app/live.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loaded, Page } from '../ui/Page.tsx'
import { useTyped } from '../shared/customers/use-typed.ts'
import { addressText, mapAddress } from '../shared/visits/visit-text.ts'
import { EditContact } from './EditContact.tsx'
import css from './crew.module.css'
import { customersQuery, nameOf, textOf } from '../shared/customers/crew-customers.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'

const route = getRouteApi('/app/crew-customers')

asksAgain(['customer_updated', 'schedule.*', 'team_updated'], customersQuery.queryKey)

/** The active customers a leader's teams work for. */
export default function CrewCustomers() {
  const words = useWords(crewWords)
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
  const noTeam = customers.error instanceof ApiError && customers.error.code === 'no_team'
  return (
    <Page
      title={words.customers}
      about={customers.data && words.activeCustomers(customers.data.customers.length)}
    >
      {noTeam ? (
        <EmptyState title={words.noTeam}>{words.noTeamText}</EmptyState>
      ) : (
        <Loaded of={customers} failure={words.customersFailed}>
          {(data) => {
            const shown = searchAmong(data.customers, box.typed, textOf)
            return (
              <>
                <TextInput
                  type="search"
                  size="md"
                  mb="md"
                  maw={460}
                  aria-label={words.searchCustomers}
                  placeholder={words.searchAbout}
                  leftSection={<Search size={18} aria-hidden />}
                  value={box.typed}
                  onChange={(event) => box.type(event.currentTarget.value)}
                />
                {shown.length === 0 && (
                  <EmptyState
                    title={data.customers.length ? words.noneFound : words.noneActive}
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

const look = { component: 'a', variant: 'default', size: 'md' } as const
const icon = { component: 'a', variant: 'default', size: 44, radius: 'md' } as const

/** Name, address, and the two ways a crew takes most; a tap on it unfolds the rest. */
function Card({ customer, onEdit }: { customer: CrewCustomer; onEdit: () => void }) {
  const words = useWords(crewWords)
  const name = nameOf(customer)
  const address = addressText(customer)
  const { phone_number, email } = customer
  return (
    <li className={css.customer}>
      <details>
        <summary>
          <h2>
            {name} <ChevronDown size={18} aria-hidden />
          </h2>
          <p>{address || words.noAddress}</p>
        </summary>
        {phone_number && <p>{phoneText(phone_number)}</p>}
        {email && <p>{email}</p>}
        {!phone_number && !email && <p>{words.noContact}</p>}
        <div className={css.links}>
          {email && (
            <Button
              {...look}
              href={`mailto:${email}`}
              leftSection={<Mail size={18} aria-hidden />}
              aria-label={words.emailTo(name)}
            >
              {words.email}
            </Button>
          )}
          <Button
            variant="default"
            size="md"
            leftSection={<Pencil size={18} aria-hidden />}
            onClick={onEdit}
            aria-label={words.editOf(name)}
          >
            {words.edit}
          </Button>
        </div>
      </details>
      <div className={css.ways}>
        {phone_number && (
          <ActionIcon {...icon} href={callAddress(phone_number)} aria-label={words.callTo(name)}>
            <Phone size={20} aria-hidden />
          </ActionIcon>
        )}
        {address && (
          <ActionIcon
            {...icon}
            href={mapAddress(customer)}
            target="_blank"
            rel="noreferrer"
            aria-label={words.mapTo(name)}
          >
            <MapPin size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}
