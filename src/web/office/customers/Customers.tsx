import { Button, Select, Tabs } from '@mantine/core'
import { officeRoles } from '../../../domain/base/roles.ts'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileUp, Plus, RefreshCw } from 'lucide-react'
import { api } from '../../app/client.ts'
import { useHasRole, useMe } from '../../app/me.ts'
import { Page } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { CustomersTable } from './CustomersTable.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { filterOf } from '../../shared/customers/filters.ts'
import { Overview } from './Overview.tsx'
import { refreshCustomers } from '../../shared/customers/queries.ts'
import { TeamsTab } from './TeamsTab.tsx'

const route = getRouteApi('/app/customers')
const tabs = [
  { value: 'table', label: 'Table' },
  { value: 'overview', label: 'Overview' },
  { value: 'teams', label: 'Teams' },
]

export default function Customers() {
  const me = useMe()
  const cache = useQueryClient()
  const canManage = useHasRole(...officeRoles)
  const isFetching = useIsFetching({ queryKey: api['GET /api/owner/customers'].key() }) > 0
  const adding = useSheet('add-customer')
  return (
    <Page
      title="Customers"
      about={
        canManage || !me.organization_name
          ? undefined
          : `View customers in ${me.organization_name}.`
      }
      actions={
        <>
          {route.useSearch().tab === 'overview' && (
            <Button
              variant="default"
              leftSection={<RefreshCw size={16} aria-hidden />}
              loading={isFetching}
              onClick={() => void refreshCustomers(cache)}
            >
              Refresh
            </Button>
          )}
          {canManage && <ExportButton />}
          {canManage && (
            <Button
              component={Link}
              to="/app/import"
              variant="default"
              leftSection={<FileUp size={16} aria-hidden />}
            >
              Import
            </Button>
          )}
          {canManage && (
            <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => adding.show(true)}>
              Add customer
            </Button>
          )}
        </>
      }
    >
      <View canManage={canManage} />
      <ContactSheet key={adding.key} opened={adding.opened} onClose={adding.hide} customer={null} />
    </Page>
  )
}

/** Exports the filtered customers. */
function ExportButton() {
  const search = route.useSearch()
  const query = { ...filterOf(search), status: search.status }
  return (
    <SaveButton
      name="customers.csv"
      read={() => api['GET /api/owner/customers/export']({ query, timeout_ms: 60_000 })}
      failure="CSV export failed"
    >
      Export CSV
    </SaveButton>
  )
}

/** Tabs, or a select on a phone. */
function View({ canManage }: { canManage: boolean }) {
  const search = route.useSearch()
  // A link to one customer shows their card.
  const { tab = search.customer ? 'overview' : 'table' } = search
  const navigate = route.useNavigate()
  const isPhone = useIsPhone()
  const go = (next: string | null) =>
    void navigate({
      search: (now) => ({
        ...now,
        tab: next === 'teams' || next === 'overview' ? next : undefined,
      }),
    })
  const shown =
    tab === 'teams' ? (
      <TeamsTab canManage={canManage} />
    ) : tab === 'table' ? (
      <CustomersTable canManage={canManage} />
    ) : (
      <Overview canManage={canManage} />
    )
  // One tree for both: turning the phone keeps what was typed in a sheet.
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      {isPhone ? (
        <Select
          aria-label="View"
          data={tabs}
          value={tab}
          allowDeselect={false}
          onChange={go}
          w="100%"
          mb="md"
        />
      ) : (
        <Tabs.List mb="lg" aria-label="View">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      )}
      {tabs.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          {value === tab && shown}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
