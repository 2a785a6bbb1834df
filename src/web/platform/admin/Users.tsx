import { Button, Group, Select, Stack, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserPlus, Users as People } from 'lucide-react'
import { useState } from 'react'
import type { AdminUser } from '../../../domain/flows/admin.ts'
import { roleLabel, roles, type Role } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { personLabel } from '../../shared/teams/queries.ts'
import { ResetFactorDialog } from '../../shared/teams/ResetFactorDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import css from '../../ui/table.module.css'
import { Pages, StatusFilter, type StatusFilterValue } from './ListTools.tsx'
import { statusLabel, statusTones, useResetFactor } from './queries.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { UserSheet } from './UserSheet.tsx'

type Filter = { search: string; role: Role | ''; status: StatusFilterValue }

/** Everyone who can sign in. */
export function Users() {
  const [filter, setFilter] = useState<Filter>({ search: '', role: '', status: 'all' })
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...api['GET /api/admin/users'].query({ query: { ...filter, page } }),
    placeholderData: keepPreviousData,
  })
  const sheet = useSheet<{ user: AdminUser | null }>('user')
  const factor = useSheet<{ user: AdminUser }>('reset-factor')
  const resetFactor = useResetFactor()
  const change = (next: Partial<Filter>) => {
    setFilter({ ...filter, ...next })
    setPage(1)
  }
  return (
    <Stack gap="lg">
      <Filters filter={filter} change={change} add={() => sheet.show({ user: null })} />
      <Loaded of={list} failure="Failed to fetch users" skeleton={<Bars rows={6} />}>
        {({ users, ...counted }) => (
          <div>
            {users.length === 0 ? (
              <EmptyState title="No one matches" icon={<People size={22} />} />
            ) : (
              <div className={css.box}>
                <table className={css.table} aria-label="Users">
                  <Head />
                  <tbody>
                    {users.map((user) => (
                      <UserRow key={user.id} user={user} edit={() => sheet.show({ user })} />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <Pages {...counted} noun="users" go={setPage} />
          </div>
        )}
      </Loaded>
      <UserSheet
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        user={sheet.about?.user ?? null}
        resetFactor={(user) => {
          sheet.hide()
          factor.show({ user })
        }}
      />
      <ResetFactorDialog
        opened={factor.opened}
        onClose={factor.hide}
        label={factor.about ? personLabel(factor.about.user) : ''}
        reset={async () => factor.about && resetFactor(factor.about.user)}
      />
    </Stack>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th>Person</th>
      <th data-wide>Role</th>
      <th data-wide>Business</th>
      <th data-wide>Status</th>
      <th data-wide>Last seen</th>
      <th>
        <VisuallyHidden>Change</VisuallyHidden>
      </th>
    </tr>
  </thead>
)

type FiltersProps = { filter: Filter; change: (next: Partial<Filter>) => void; add: () => void }

const Filters = ({ filter, change, add }: FiltersProps) => (
  <Group component="search" aria-label="Filter users" align="flex-end" gap="sm">
    <SearchField
      label="Search users"
      placeholder="Name, email or business"
      value={filter.search}
      change={(search) => change({ search })}
    />
    <Select
      label="Role"
      placeholder="All roles"
      clearable
      flex="1 1 150px"
      data={roles.map((role) => ({ value: role, label: roleLabel(role) }))}
      value={filter.role || null}
      onChange={(role) => change({ role: role ?? '' })}
    />
    <StatusFilter status={filter.status} change={change} />
    <Button leftSection={<UserPlus size={17} aria-hidden />} onClick={add}>
      Create user
    </Button>
  </Group>
)

type RowProps = { user: AdminUser; edit: () => void }

function UserRow({ user, edit }: RowProps) {
  const { name, email, role, status, organization_name, last_seen_at } = user
  const label = personLabel(user)
  const roleName = role ? roleLabel(role) : '–'
  const chip = <StatusChip tone={statusTones[status] ?? 'calm'}>{statusLabel(status)}</StatusChip>
  return (
    <tr>
      <td>
        <span className={css.name}>
          {label}
          {status !== 'active' && <span data-narrow>{chip}</span>}
        </span>
        {name && <span className={css.dim}>{email ?? 'No email'}</span>}
        <span className={css.dim} data-narrow>
          {[roleName, organization_name].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td data-wide>{roleName}</td>
      <td data-wide>{organization_name ?? '–'}</td>
      <td data-wide>{chip}</td>
      <td data-wide data-day>
        {last_seen_at ? momentLabel(last_seen_at) : '–'}
      </td>
      <td data-amount>
        <Button
          variant="subtle"
          size="compact-sm"
          mih={44}
          aria-label={`Edit ${label}`}
          onClick={edit}
        >
          Edit
        </Button>
      </td>
    </tr>
  )
}
