import { Alert, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, UserSearch, VenetianMask } from 'lucide-react'
import { useState } from 'react'
import type { AdminUser } from '../../../domain/flows/admin.ts'
import { impersonationMinutes, personRules } from '../../../domain/base/person.ts'
import { roleLabel } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { restartAs } from '../../app/me.ts'
import { personLabel } from '../../shared/teams/queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import css from '../../ui/rows.module.css'

const atMost = 1000

/** Lets an administrator see what somebody else sees, for up to an hour. */
export default function Impersonate() {
  const [search, setSearch] = useState('')
  const users = useQuery(
    api['GET /api/admin/users'].query({ query: { limit: atMost, status: 'active' } }),
  )
  const sheet = useSheet<{ user: AdminUser }>('impersonate')
  return (
    <Page
      title="Impersonate"
      about="See what someone else sees, for example to answer their question"
      narrow
    >
      <Stack gap="lg">
        <Alert variant="light" color="honey" icon={<ShieldAlert size={20} aria-hidden />}>
          It ends after {impersonationMinutes} minutes. Everything you do is recorded with both
          names. Passwords, payment methods and the platform’s bill stay out of reach.
        </Alert>
        <Group>
          <SearchField
            label="Search users"
            placeholder="Name, email or business"
            value={search}
            change={setSearch}
          />
        </Group>
        <Loaded of={users} failure="Failed to load users" skeleton={<Bars rows={6} />}>
          {({ users: all, total }) => (
            <Found
              users={all.filter(matches(search))}
              isCut={total > all.length}
              choose={(user) => sheet.show({ user })}
            />
          )}
        </Loaded>
      </Stack>
      <StartSheet
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        user={sheet.about?.user ?? null}
      />
    </Page>
  )
}

const matches =
  (search: string) =>
  ({ name, email, organization_name }: AdminUser): boolean =>
    [name, email, organization_name].some((text) =>
      text?.toLowerCase().includes(search.toLowerCase()),
    )

type FoundProps = {
  users: readonly AdminUser[]
  isCut: boolean
  choose: (user: AdminUser) => void
}

function Found({ users, isCut, choose }: FoundProps) {
  if (users.length === 0)
    return (
      <EmptyState title="No one matches" icon={<UserSearch size={22} />}>
        {isCut &&
          `Only the newest ${atMost} people are listed here; the Admin Panel finds everyone.`}
      </EmptyState>
    )
  return (
    <ul className={css.rows} aria-label="Users">
      {users.map((user) => (
        <Row key={user.id} user={user} choose={() => choose(user)} />
      ))}
    </ul>
  )
}

function Row({ user, choose }: { user: AdminUser; choose: () => void }) {
  const { name, email, role, status, organization_name } = user
  const label = personLabel(user)
  const refusal = personRules.impersonate({ target: { role, status }, already: false })
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{label}</strong>
        <span className={css.soft}>
          {[name && (email ?? 'No email'), organization_name].filter(Boolean).join(' · ')}
        </span>
      </div>
      {role && <StatusChip tone="info">{roleLabel(role)}</StatusChip>}
      <Refusable
        variant="default"
        size="sm"
        leftSection={<VenetianMask size={16} aria-hidden />}
        refusal={refusal}
        aria-label={`Impersonate ${label}`}
        onClick={choose}
      >
        Impersonate
      </Refusable>
    </li>
  )
}

type StartProps = { opened: boolean; onClose: () => void; user: AdminUser | null }

/** Asks for the reason, which the business can read in its records. */
function StartSheet({ opened, onClose, user }: StartProps) {
  const form = useActionForm<{ reason: string }, unknown>({
    initialValues: { reason: '' },
    validate: ({ reason }) =>
      reason.trim().length < 3 ? { reason: 'Say why, for the record' } : {},
    failure: 'Failed to impersonate',
    send: ({ reason }) =>
      api['POST /api/admin/impersonate/start']({ body: { user_id: user?.id ?? '', reason } }),
    sent: () => restartAs('/app'),
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Impersonate ${user ? personLabel(user) : ''}`}
      form={form}
      action="Start impersonating"
    >
      <Textarea
        label="Reason"
        required
        data-autofocus
        rows={2}
        maxLength={500}
        placeholder="For example: their question about an invoice"
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
