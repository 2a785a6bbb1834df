import { ActionIcon, Card, Group, Select, Table, Text, TextInput, Title, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Copy, QrCode as QrIcon, Search, X, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { viaLabels, type Invitation } from '../../../domain/invitation.ts'
import { api } from '../../client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { copyText } from '../../ui/CopyButton.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { Sheet, useIsPhone } from '../../ui/Sheet.tsx'
import { phoneText } from '../schedule/visit-text.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import classes from './invitations.module.css'
import { recentKey, statusTones, statusWords } from './queries.ts'
import { InviteCode } from './QrInvite.tsx'

const route = getRouteApi('/app/onboard-customer')
const vias = [
  { value: 'all', label: 'All types' },
  { value: 'qr', label: 'QR' },
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const

export function RecentInvites() {
  const { via = 'all', from, q } = route.useSearch()
  const list = useInfiniteQuery(api['GET /api/owner/invitations/recent'].pages({ query: { via, from, q, kind: 'customer' } }))
  const isFiltered = via !== 'all' || Boolean(from) || Boolean(q)
  return (
    <Card component="section" aria-labelledby="recent" padding="lg">
      <Title order={2} id="recent" mb="sm">
        Recent Invites
      </Title>
      <Filters />
      <Loaded of={list} failure="Failed to load recent invites">
        {({ pages }) => {
          const invites = pages.flatMap((page) => page.invites)
          if (invites.length === 0)
            return (
              <EmptyState title={isFiltered ? 'No invites match' : 'No invites yet'}>
                {isFiltered ? 'Try another type, date or word.' : 'What you send or create above is listed here.'}
              </EmptyState>
            )
          return (
            <>
              <Invites invites={invites} />
              <LoadMore of={list} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Filters() {
  const { via = 'all', from, q } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(q ?? '')
  const set = (change: { via?: 'qr' | 'email' | 'sms' | undefined; from?: string | undefined; q?: string | undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
  const find = useDebouncedCallback((text: string) => set({ q: text.trim() || undefined }), 300)
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Select
        label="Type"
        data={vias}
        value={via}
        allowDeselect={false}
        w={140}
        onChange={(next) => set({ via: next === 'all' ? undefined : (next as 'qr') })}
      />
      <DateField label="Created since" value={from ?? null} clearable w={220} onChange={(date) => set({ from: date ?? undefined })} />
      <TextInput
        label="Search"
        placeholder="E-mail or phone"
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          typed && (
            <ActionIcon variant="subtle" color="gray" aria-label="Clear search" onClick={() => (setTyped(''), set({ q: undefined }))}>
              <X size={16} aria-hidden />
            </ActionIcon>
          )
        }
        flex="1 1 200px"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          find(event.currentTarget.value)
        }}
      />
    </Group>
  )
}

const targetOf = (invite: Invitation): string =>
  invite.email ?? (invite.phone ? phoneText(invite.phone) : null) ?? (invite.via === 'qr' ? 'Anyone who scans it' : 'Anyone with the link')
const canRevoke = (invite: Invitation): boolean => invite.status !== 'accepted' && invite.status !== 'revoked' && invite.status !== 'expired'

function Invites({ invites }: { invites: readonly Invitation[] }) {
  const isPhone = useIsPhone()
  const shown = useSheet<Invitation>()
  const revoking = useSheet<Invitation>()
  const actions = (invite: Invitation) => <Actions invite={invite} show={shown.show} revoke={revoking.show} />
  return (
    <>
      {isPhone ? <Cards invites={invites} actions={actions} /> : <Rows invites={invites} actions={actions} />}
      <Sheet opened={shown.opened} onClose={shown.hide} title="Invitation" size="sm">
        {shown.about && <InviteCode invite={shown.about} link={shown.about.link ?? shown.about.ticket_url ?? ''} />}
      </Sheet>
      <RevokeDialog invite={revoking.about} opened={revoking.opened} onClose={revoking.hide} />
    </>
  )
}

type ListProps = { invites: readonly Invitation[]; actions: (invite: Invitation) => ReactNode }

const Rows = ({ invites, actions }: ListProps) => (
  <Table.ScrollContainer minWidth={720}>
    <Table verticalSpacing="xs" aria-labelledby="recent">
      <Table.Thead>
        <Table.Tr>
          {['Created', 'Type', 'Target', 'Status', 'Expires'].map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
          <Table.Th ta="right">Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invites.map((invite) => (
          <Table.Tr key={invite.id}>
            <Table.Td className="fh-money">{momentLabel(invite.created_at)}</Table.Td>
            <Table.Td>{viaLabels[invite.via]}</Table.Td>
            <Table.Td>{targetOf(invite)}</Table.Td>
            <Table.Td>
              <StatusChip tone={statusTones[invite.status]}>{statusWords[invite.status]}</StatusChip>
            </Table.Td>
            <Table.Td className="fh-money">{invite.expires_at ? momentLabel(invite.expires_at) : 'Never'}</Table.Td>
            <Table.Td ta="right">{actions(invite)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const Cards = ({ invites, actions }: ListProps) => (
  <ul className={classes.cards} aria-label="Recent Invites">
    {invites.map((invite) => (
      <li key={invite.id}>
        <div className={classes.grow}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {targetOf(invite)}
          </Text>
          <Text c="dimmed" fz="sm">
            {viaLabels[invite.via]} · {momentLabel(invite.created_at)}
          </Text>
          <Text c="dimmed" fz="sm" mb={6}>
            {invite.expires_at ? `Expires ${momentLabel(invite.expires_at)}` : 'Never expires'}
          </Text>
          <StatusChip tone={statusTones[invite.status]}>{statusWords[invite.status]}</StatusChip>
        </div>
        {actions(invite)}
      </li>
    ))}
  </ul>
)

type ActionsProps = { invite: Invitation; show: (invite: Invitation) => void; revoke: (invite: Invitation) => void }

function Actions({ invite, show, revoke }: ActionsProps) {
  const link = invite.link ?? invite.ticket_url
  const icon = (label: string, Icon: LucideIcon, onClick: () => void, color = 'gray') => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={color}
        c={color === 'gray' ? 'var(--mantine-color-text)' : undefined}
        size="lg"
        aria-label={`${label}: ${targetOf(invite)}`}
        onClick={onClick}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {link && icon('Copy invite', Copy, () => void copyText(link).then((done) => done && toast.done('Link copied')))}
      {link && icon('Show QR', QrIcon, () => show(invite))}
      {canRevoke(invite) && icon('Revoke', Ban, () => revoke(invite), 'red')}
    </Group>
  )
}

function RevokeDialog({ invite, opened, onClose }: { invite: Invitation | null; opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const revoke = useMutation({ mutationFn: (one: Invitation) => api['POST /api/owner/invitations/{code}/revoke']({ params: { code: one.id } }) })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Revoke invite?"
      confirm="Revoke"
      danger
      failure="Failed to revoke invite"
      onConfirm={async () => {
        if (invite) await revoke.mutateAsync(invite)
        toast.done('Invite revoked')
        await cache.invalidateQueries({ queryKey: recentKey })
      }}
    >
      {invite ? `The invite to ${targetOf(invite)} stops working at once.` : ''}
    </ConfirmDialog>
  )
}
