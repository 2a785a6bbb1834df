import { Button, Group, Select, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pencil, ShieldOff, UserPlus, Users as People } from 'lucide-react'
import { useState } from 'react'
import type { AdminUser } from '../../../domain/flows/admin.ts'
import { roleLabel, roles, type Role } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { personLabel } from '../../shared/teams/queries.ts'
import { ResetFactorDialog } from '../../shared/teams/ResetFactorDialog.tsx'
import { useMe } from '../../app/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import css from '../../ui/rows.module.css'
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
              <ul className={css.rows} aria-label="Users">
                {users.map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    edit={() => sheet.show({ user })}
                    resetFactor={() => factor.show({ user })}
                  />
                ))}
              </ul>
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

type RowProps = { user: AdminUser; edit: () => void; resetFactor: () => void }

function UserRow({ user, edit, resetFactor }: RowProps) {
  const isSelf = useMe().id === user.id
  const { name, email, role, status, organization_name, last_seen_at } = user
  const label = personLabel(user)
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{label}</strong>
        {name && <span className={css.soft}>{email ?? 'No email'}</span>}
        <span className={css.soft}>
          {organization_name ?? 'No organization'}
          {last_seen_at && ` · last seen ${momentLabel(last_seen_at)}`}
        </span>
      </div>
      <div className={css.chips}>
        {role && <StatusChip tone="info">{roleLabel(role)}</StatusChip>}
        <StatusChip tone={statusTones[status] ?? 'calm'}>{statusLabel(status)}</StatusChip>
      </div>
      <div className={css.acts}>
        {user.has_second_factor && !isSelf && (
          <Button
            variant="default"
            size="sm"
            leftSection={<ShieldOff size={15} aria-hidden />}
            aria-label={`Reset the second factor of ${label}`}
            onClick={resetFactor}
          >
            Reset second factor
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          leftSection={<Pencil size={15} aria-hidden />}
          aria-label={`Edit ${label}`}
          onClick={edit}
        >
          Edit
        </Button>
      </div>
    </li>
  )
}
