import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../../ui/Page.tsx'
import { Backup } from './Backup.tsx'
import { Organizations } from './Organizations.tsx'
import { OwnerInvites } from './OwnerInvites.tsx'
import { ProductUpdates } from './ProductUpdates.tsx'
import { SecurityLog } from './SecurityLog.tsx'
import { Users } from './Users.tsx'

const tabs = [
  ['users', 'Users'],
  ['organizations', 'Organizations'],
  ['invitations', 'Owner invitations'],
  ['updates', 'Product updates'],
  ['security', 'Security log'],
] as const

/** The platform's people and businesses. */
export default function Admin() {
  const { tab = 'users' } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <Page title="Admin Panel" about="Who can sign in, and the businesses they belong to">
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next } as never })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="users">
          <Users />
        </Tabs.Panel>
        <Tabs.Panel value="organizations">
          <Organizations />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <OwnerInvites />
        </Tabs.Panel>
        <Tabs.Panel value="updates">
          <ProductUpdates />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityLog />
        </Tabs.Panel>
      </Tabs>
      <Backup />
    </Page>
  )
}
