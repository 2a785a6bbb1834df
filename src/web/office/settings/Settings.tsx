import { Alert, Tabs } from '@mantine/core'
import { officeRoles } from '../../../domain/base/roles.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Building2, CircleUserRound, CreditCard, Database, History, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole, useMe } from '../../app/me.ts'
import { Page } from '../../ui/Page.tsx'
import { UserTab } from '../../shared/account/UserTab.tsx'
import { BillingPanel } from '../../shared/organization/BillingPanel.tsx'
import DataTab from '../../shared/organization/DataTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { OrganizationTab } from './OrganizationTab.tsx'

const route = getRouteApi('/app/settings')
const tabs = [
  { value: 'organization', label: 'Organization', icon: Building2 },
  { value: 'billing', label: 'Billing', icon: CreditCard },
  { value: 'data', label: 'Your data', icon: Database },
  { value: 'history', label: 'History', icon: History },
  { value: 'user', label: 'User', icon: CircleUserRound },
] as const

/**
 * Owners change the business here; managers see the same tabs with the reason why they are closed,
 * and begin with their own settings; everyone else sees only those.
 */
export default function Settings() {
  const me = useMe()
  const isOwner = useHasRole('owner')
  const isOffice = useHasRole(...officeRoles)
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  if (!isOffice) {
    return (
      <Page title="Settings" narrow>
        <UserTab />
      </Page>
    )
  }
  const shown = tab ?? (isOwner ? 'organization' : 'user')
  const panels: Record<(typeof tabs)[number]['value'], ReactNode> = {
    organization: !isOwner ? (
      <Refused text="You do not have access to organization settings." />
    ) : me.organization_id ? (
      <OrganizationTab />
    ) : (
      <Refused text="Owner access required. No organization found for your account." />
    ),
    billing: isOwner ? <BillingPanel /> : <Refused text="You do not have access to billing." />,
    data: isOwner ? <DataTab /> : <Refused text="You do not have access to copies of the data." />,
    history: isOwner ? <HistoryTab /> : <Refused text="You do not have access to the history." />,
    user: <UserTab />,
  }
  return (
    <Page title="Settings">
      {/* The organization tab stays mounted, so that a draft survives switching tabs. */}
      <Tabs
        value={shown}
        onChange={(next) =>
          void navigate({
            search: ({ section }) => ({ section, tab: (next as typeof shown | null) ?? undefined }),
            replace: true,
          })
        }
        keepMounted
      >
        <Tabs.List mb="lg" aria-label="Settings">
          {tabs.map(({ value, label, icon: Icon }) => (
            <Tabs.Tab key={value} value={value} leftSection={<Icon size={17} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value} maw={value === 'organization' ? undefined : 860}>
            {(value === 'organization' || value === shown) && panels[value]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

const Refused = ({ text }: { text: string }) => (
  <Alert color="gray" variant="light" icon={<Lock size={20} aria-hidden />}>
    {text}
  </Alert>
)
