import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Copy, QrCode as QrIcon, Send, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneText } from '../../domain/contact.ts'
import { canResend, canRevoke, viaLabels, type Invitation } from '../../domain/invitation.ts'
import { roleLabel, type Role } from '../../domain/roles.ts'
import { api } from '../client.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { copyText } from '../ui/CopyButton.tsx'
import { Sheet, useIsPhone } from '../ui/Sheet.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { toast } from '../ui/toast.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import { momentLabel } from '../ui/when.ts'
import classes from './invitations.module.css'
import { InviteCode } from './InviteCode.tsx'
import { recentKey, statusTones, statusWords } from './queries.ts'

/** Revoking an invitation also frees the place reserved in the crew. */
const crewKey = api['GET /api/owner/crew-members'].key()

const targetOf = (invite: Invitation): string =>
  invite.email ??
  (invite.phone ? phoneText(invite.phone) : null) ??
  (invite.via === 'qr' ? 'Anyone who scans it' : 'Anyone with the link')
/** The kind of invitation: how a customer's was sent, or a colleague's role. */
const typeOf = (invite: Invitation): string =>
  invite.kind === 'staff'
    ? roleLabel((invite.role ?? 'crew_member') as Role)
    : viaLabels[invite.via]

/** Invitations with their actions: a table, or cards on a phone. */
export function Invites({ invites, label }: { invites: readonly Invitation[]; label: string }) {
  const isPhone = useIsPhone()
  const shown = useSheet<Invitation>('invitation')
  const revoking = useSheet<Invitation>('revoke-invitation')
  const actions = (invite: Invitation) => (
    <Actions invite={invite} show={shown.show} revoke={revoking.show} />
  )
  return (
    <>
      {isPhone ? (
        <Cards invites={invites} label={label} actions={actions} />
      ) : (
        <Rows invites={invites} label={label} actions={actions} />
      )}
      <Sheet opened={shown.opened} onClose={shown.hide} title="Invitation" size="sm">
        {shown.about && (
          <InviteCode
            invite={shown.about}
            link={shown.about.link ?? shown.about.ticket_url ?? ''}
          />
        )}
      </Sheet>
      <RevokeDialog invite={revoking.about} opened={revoking.opened} onClose={revoking.hide} />
    </>
  )
}

type ListProps = {
  invites: readonly Invitation[]
  label: string
  actions: (invite: Invitation) => ReactNode
}

const Rows = ({ invites, label, actions }: ListProps) => (
  <Table.ScrollContainer minWidth={720}>
    <Table verticalSpacing="xs" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {[
            'Created',
            invites[0]?.kind === 'staff' ? 'Role' : 'Type',
            'Target',
            'Status',
            'Expires',
          ].map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
          <Table.Th ta="right">Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invites.map((invite) => (
          <Table.Tr key={invite.id}>
            <Table.Td className="fh-money">{momentLabel(invite.created_at)}</Table.Td>
            <Table.Td>{typeOf(invite)}</Table.Td>
            <Table.Td>{targetOf(invite)}</Table.Td>
            <Table.Td>
              <StatusChip tone={statusTones[invite.status]}>
                {statusWords[invite.status]}
              </StatusChip>
            </Table.Td>
            <Table.Td className="fh-money">
              {invite.expires_at ? momentLabel(invite.expires_at) : 'Never'}
            </Table.Td>
            <Table.Td ta="right">{actions(invite)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const Cards = ({ invites, label, actions }: ListProps) => (
  <ul className={classes.cards} aria-label={label}>
    {invites.map((invite) => (
      <li key={invite.id}>
        <div className={classes.grow}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {targetOf(invite)}
          </Text>
          <Text c="dimmed" fz="sm">
            {typeOf(invite)} · {momentLabel(invite.created_at)}
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

type ActionsProps = {
  invite: Invitation
  show: (invite: Invitation) => void
  revoke: (invite: Invitation) => void
}

function Actions({ invite, show, revoke }: ActionsProps) {
  const link = invite.link ?? invite.ticket_url
  const resend = useResend()
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
      {link &&
        icon(
          'Copy invite',
          Copy,
          () => void copyText(link).then((done) => done && toast.done('Link copied')),
        )}
      {link && invite.kind === 'customer' && icon('Show QR', QrIcon, () => show(invite))}
      {canResend(invite) && icon('Resend', Send, () => resend.mutate(invite))}
      {canRevoke(invite) && icon('Revoke', Ban, () => revoke(invite), 'red')}
    </Group>
  )
}

function useResend() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) =>
      api['POST /api/owner/invitations/{code}/resend']({ params: { code: id } }),
    onSuccess: ({ invite }) => {
      toast.done(`Invite sent again to ${targetOf(invite)}`)
      void cache.invalidateQueries({ queryKey: recentKey })
    },
    onError: (error) => toast.failed(error, 'Failed to resend invite'),
  })
}

function RevokeDialog({
  invite,
  opened,
  onClose,
}: {
  invite: Invitation | null
  opened: boolean
  onClose: () => void
}) {
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: (one: Invitation) =>
      api['POST /api/owner/invitations/{code}/revoke']({ params: { code: one.id } }),
  })
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
        await Promise.all(
          [recentKey, crewKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
        )
      }}
    >
      {invite ? `The invite to ${targetOf(invite)} stops working immediately.` : ''}
    </ConfirmDialog>
  )
}
