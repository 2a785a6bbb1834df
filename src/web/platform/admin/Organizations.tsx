import { Button, Group, Stack, Checkbox, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2, Pencil, Plus, Power } from 'lucide-react'
import { useState } from 'react'
import {
  type AdminOrganization,
  type OrganizationSummary,
  NewUser,
} from '../../../domain/flows/admin.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, ApiError } from '../../app/client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from '../../ui/rows.module.css'
import adminCss from './admin.module.css'
import { OrganizationSheet } from './OrganizationSheet.tsx'
import { Pages, StatusFilter, type StatusFilterValue } from './ListTools.tsx'
import { refreshAdmin, statusLabel, statusTones } from './queries.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'

type Filter = { search: string; status: StatusFilterValue }

/** Every business: who owns it, who is in it, what it pays, and whether it is open. */
export function Organizations() {
  const [filter, setFilter] = useState<Filter>({ search: '', status: 'all' })
  const [page, setPage] = useState(1)
  const query = { ...filter, page }
  const keep = { placeholderData: keepPreviousData }
  const list = useQuery({ ...api['GET /api/admin/organizations'].query({ query }), ...keep })
  const summary = useQuery({
    ...api['GET /api/admin/organization-summary'].query({ query: { ...query, limit: 20 } }),
    ...keep,
  })
  const sheet = useSheet<{ organization: AdminOrganization | null }>('organization')
  const owning = useSheet<{ organization: AdminOrganization }>('owner')
  const switching = useSheet<{ organization: AdminOrganization }>('switch')
  const summaries = new Map(summary.data?.organizations.map((one) => [one.id, one]))
  const change = (next: Partial<Filter>) => {
    setFilter({ ...filter, ...next })
    setPage(1)
  }
  return (
    <Stack gap="lg">
      <Filters filter={filter} change={change} add={() => sheet.show({ organization: null })} />
      <Loaded of={list} failure="Failed to load organizations" skeleton={<Bars rows={6} />}>
        {({ organizations, ...counted }) => (
          <div>
            {organizations.length === 0 ? (
              <EmptyState title="No organization matches" icon={<Building2 size={22} />} />
            ) : (
              <ul className={css.rows} aria-label="Organizations">
                {organizations.map((organization) => (
                  <Row
                    key={organization.id}
                    organization={organization}
                    summary={summaries.get(organization.id)}
                    edit={() => sheet.show({ organization })}
                    turn={() => switching.show({ organization })}
                    own={() => owning.show({ organization })}
                  />
                ))}
              </ul>
            )}
            <Pages {...counted} noun="organizations" go={setPage} />
          </div>
        )}
      </Loaded>
      <OrganizationSheet
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        organization={sheet.about?.organization ?? null}
      />
      <OwnerSheet
        key={owning.key}
        opened={owning.opened}
        onClose={owning.hide}
        organization={owning.about?.organization ?? null}
      />
      <SwitchDialog
        opened={switching.opened}
        onClose={switching.hide}
        organization={switching.about?.organization ?? null}
      />
    </Stack>
  )
}

type FiltersProps = { filter: Filter; change: (next: Partial<Filter>) => void; add: () => void }

const Filters = ({ filter, change, add }: FiltersProps) => (
  <Group component="search" aria-label="Filter organizations" align="flex-end" gap="sm">
    <SearchField
      label="Search organizations"
      placeholder="Name, city or owner"
      value={filter.search}
      change={(search) => change({ search })}
    />
    <StatusFilter status={filter.status} change={change} />
    <Button leftSection={<Plus size={17} aria-hidden />} onClick={add}>
      Create organization
    </Button>
  </Group>
)

type RowProps = {
  organization: AdminOrganization
  summary: OrganizationSummary | undefined
  edit: () => void
  turn: () => void
  own: () => void
}

function Row({ organization, summary, edit, turn, own }: RowProps) {
  const { name, status, industry, city, state, owner_email, owner_name } = organization
  const { subscription_status } = organization
  const isActive = status === 'active'
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{name}</strong>
        <span className={css.soft}>
          {[industry, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
        </span>
        <span className={css.soft}>
          {owner_email ? `Owner: ${owner_name ?? owner_email}` : 'No owner yet'}
        </span>
      </div>
      <dl className={adminCss.facts}>
        <Fact name="Members" value={summary?.member_count} />
        <Fact name="Active users" value={summary?.active_users} />
        <Fact name="Monthly fee" value={summary && formatCents(summary.amount_preview_cents)} />
      </dl>
      <div className={css.chips}>
        {subscription_status === 'past_due' && <StatusChip tone="bad">Bill past due</StatusChip>}
        {subscription_status === 'canceled' && <StatusChip>Subscription canceled</StatusChip>}
        <StatusChip tone={statusTones[status] ?? 'calm'}>{statusLabel(status)}</StatusChip>
      </div>
      <div className={css.acts}>
        {!owner_email && (
          <Button size="sm" aria-label={`Set owner of ${name}`} onClick={own}>
            Set owner
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          leftSection={<Pencil size={15} aria-hidden />}
          aria-label={`Edit ${name}`}
          onClick={edit}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<Power size={15} aria-hidden />}
          aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${name}`}
          onClick={turn}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      </div>
    </li>
  )
}

const Fact = ({ name, value }: { name: string; value: string | number | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)

type SwitchProps = { opened: boolean; onClose: () => void; organization: AdminOrganization | null }

/** Says what closing a business means before it happens. */
function SwitchDialog({ opened, onClose, organization }: SwitchProps) {
  const cache = useQueryClient()
  const isActive = organization?.status === 'active'
  const turn = async () => {
    if (!organization) return
    await api['POST /api/admin/update-organization']({
      body: { id: organization.id, status: isActive ? 'inactive' : 'active' },
    })
    toast.done(isActive ? 'Organization deactivated' : 'Organization activated')
    await refreshAdmin(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${isActive ? 'Deactivate' : 'Activate'} ${organization?.name ?? ''}?`}
      confirm={isActive ? 'Deactivate' : 'Activate'}
      danger={isActive}
      onConfirm={turn}
      failure="Failed to update organization status"
    >
      {isActive
        ? 'Its staff lose access within seconds and can only download their data. Nothing is planned, nobody is charged automatically, and announcements end. Customers can still pay what they owe. The owner is told by email.'
        : 'Its staff can work again at once, and automatic payments continue. The owner is told by email.'}
    </ConfirmDialog>
  )
}

type Values = { email: string; name: string; send_invite: boolean }
type Props = { opened: boolean; onClose: () => void; organization: AdminOrganization | null }

/** Gives an organization without an owner one: somebody new, or somebody known. */
function OwnerSheet({ opened, onClose, organization }: Props) {
  const form = useOwnerForm(organization?.id ?? '', onClose)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Owner of ${organization?.name ?? ''}`}
      form={form}
      action="Make owner"
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      <Checkbox
        label="Tell them by email now"
        {...form.getInputProps('send_invite', { type: 'checkbox' })}
      />
    </FormSheet>
  )
}

function useOwnerForm(organization_id: string, onClose: () => void) {
  const cache = useQueryClient()
  const place = { role: 'owner', organization_id } as const
  return useActionForm<Values, unknown>({
    initialValues: { email: '', name: '', send_invite: true },
    validate: (values) => bySchema(NewUser)({ ...values, ...place }),
    failure: 'Failed to create user',
    send: async ({ email, ...values }) => {
      try {
        return await api['POST /api/admin/create-user']({ body: { email, ...values, ...place } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'user_exists') throw error
        return api['POST /api/admin/update-user']({ body: { email, ...place } })
      }
    },
    sent: async () => {
      toast.done('The organization has an owner now')
      onClose()
      await refreshAdmin(cache)
    },
  })
}
