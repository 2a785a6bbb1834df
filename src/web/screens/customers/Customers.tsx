import { Button, Group, Select, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, RefreshCw } from 'lucide-react'
import { useHasRole, useMe } from '../../me.ts'
import { Loaded, Page } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { ContactSheet } from './ContactSheet.tsx'
import { Overview } from './Overview.tsx'
import { customersQuery, type AllCustomers } from './queries.ts'
import { TeamsTab } from './TeamsTab.tsx'

const route = getRouteApi('/app/customers')
const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'teams', label: 'Teams' },
]

export default function Customers() {
  const me = useMe()
  const canManage = useHasRole('owner', 'manager')
  const list = useQuery(customersQuery)
  const adding = useSheet<true>()
  return (
    <Page
      title="Customers"
      about={canManage ? undefined : `View customers in ${me.organization_name ?? 'your organization'}.`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            loading={list.isFetching && !list.isPending}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
          {canManage && (
            <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => adding.show(true)}>
              Add customer
            </Button>
          )}
        </>
      }
    >
      <Loaded of={list} failure="Failed to load customers">
        {(data) => (
          <>
            <View data={data} canManage={canManage} />
            <ContactSheet key={adding.key} opened={adding.opened} onClose={adding.hide} customer={null} customers={data.customers} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

type ViewProps = { data: AllCustomers; canManage: boolean }

/** Tabs, or on a phone a select. */
function View({ data, canManage }: ViewProps) {
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const isPhone = useIsPhone()
  const go = (next: string | null) => void navigate({ search: (now) => ({ ...now, tab: next === 'teams' ? 'teams' : undefined }) })
  const shown = tab === 'teams' ? <TeamsTab data={data} canManage={canManage} /> : <Overview data={data} canManage={canManage} />
  if (isPhone) {
    return (
      <>
        <Group mb="md">
          <Select aria-label="View" data={tabs} value={tab} allowDeselect={false} onChange={go} w="100%" />
        </Group>
        {shown}
      </>
    )
  }
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <Tabs.List mb="lg" aria-label="View">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          {value === tab && shown}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
