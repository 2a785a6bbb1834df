import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Copy, QrCode as QrIcon, Send, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneText } from '../../../domain/base/contact.ts'
import { canResend, canRevoke, type Invitation } from '../../../domain/people/invitation.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { copyText } from '../../ui/CopyButton.tsx'
import { Sheet, useIsPhone } from '../../ui/Sheet.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import classes from './invitations.module.css'
import { InviteCode } from './QrInvite.tsx'
import { recentKey, statusTones, saySent } from './queries.ts'
import { invitationWords } from '../../../words/en/invitations.ts'

/** Revoking an invitation also frees the place reserved in the crew. */
const crewKey = api['GET /api/owner/crew-members'].key()

const targetOf = (invite: Invitation): string =>
  invite.email ??
  (invite.phone ? phoneText(invite.phone) : null) ??
  (invite.via === 'qr'
    ? wordsNow(invitationWords).anyoneScanning
    : wordsNow(invitationWords).anyoneWithLink)
/** The kind of invitation: how a customer's was sent, or a colleague's role. */
const typeOf = (invite: Invitation): string =>
  invite.kind === 'staff'
    ? wordsNow(invitationWords).role((invite.role ?? 'crew_member') as Role)
    : wordsNow(invitationWords).via(invite.via)

/** Invitations with their actions: a table, or cards on a phone. */
export function Invites({ invites, label }: { invites: readonly Invitation[]; label: string }) {
  const words = useWords(invitationWords)
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
      <Sheet opened={shown.opened} onClose={shown.hide} title={words.invitation} size="sm">
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

function Rows({ invites, label, actions }: ListProps) {
  const words = useWords(invitationWords)
  const zone = useMe().organization?.time_zone
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table verticalSpacing="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {[
              words.created,
              invites[0]?.kind === 'staff' ? words.roleColumn : words.type,
              words.target,
              words.statusColumn,
              words.expiresColumn,
            ].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
            <Table.Th ta="right">{words.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invites.map((invite) => (
            <Table.Tr key={invite.id}>
              <Table.Td className="fh-money">{momentLabel(invite.created_at, zone)}</Table.Td>
              <Table.Td>{typeOf(invite)}</Table.Td>
              <Table.Td>{targetOf(invite)}</Table.Td>
              <Table.Td>
                <Status invite={invite} />
              </Table.Td>
              <Table.Td className="fh-money">
                {invite.expires_at ? momentLabel(invite.expires_at, zone) : words.never}
              </Table.Td>
              <Table.Td ta="right">{actions(invite)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Cards({ invites, label, actions }: ListProps) {
  const words = useWords(invitationWords)
  const zone = useMe().organization?.time_zone
  return (
    <ul className={classes.cards} aria-label={label}>
      {invites.map((invite) => (
        <li key={invite.id}>
          <div className={classes.grow}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {targetOf(invite)}
            </Text>
            <Text c="dimmed" fz="sm">
              {typeOf(invite)} · {momentLabel(invite.created_at, zone)}
            </Text>
            <Text c="dimmed" fz="sm" mb={6}>
              {invite.expires_at
                ? words.expires(momentLabel(invite.expires_at, zone))
                : words.noExpiry}
            </Text>
            <Status invite={invite} />
          </div>
          {actions(invite)}
        </li>
      ))}
    </ul>
  )
}

function Status({ invite: { status } }: { invite: Invitation }) {
  const words = useWords(invitationWords)
  return (
    <>
      <StatusChip tone={statusTones[status]}>{words.status(status)}</StatusChip>
      {status === 'waiting' && (
        <Text fz="sm" c="dimmed">
          {words.waits}
        </Text>
      )}
    </>
  )
}

type ActionsProps = {
  invite: Invitation
  show: (invite: Invitation) => void
  revoke: (invite: Invitation) => void
}

function Actions({ invite, show, revoke }: ActionsProps) {
  const link = invite.link ?? invite.ticket_url
  const words = useWords(invitationWords)
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
          words.copy,
          Copy,
          () => void copyText(link).then((done) => done && toast.done(words.copied)),
        )}
      {link && invite.kind === 'customer' && icon(words.showQr, QrIcon, () => show(invite))}
      {canResend(invite) && icon(words.resend, Send, () => resend.mutate(invite))}
      {canRevoke(invite) && icon(words.revoke, Ban, () => revoke(invite), 'red')}
    </Group>
  )
}

function useResend() {
  const words = useWords(invitationWords)
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) =>
      api['POST /api/owner/invitations/{code}/resend']({ params: { code: id } }),
    onSuccess: ({ invite }) => saySent(cache, invite, words.resent(targetOf(invite))),
    onError: (error) => toast.failed(error, words.resendFailed),
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
  const words = useWords(invitationWords)
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: (one: Invitation) =>
      api['POST /api/owner/invitations/{code}/revoke']({ params: { code: one.id } }),
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.revokeTitle}
      confirm={words.revoke}
      danger
      failure={words.revokeFailed}
      onConfirm={async () => {
        if (invite) await revoke.mutateAsync(invite)
        toast.done(words.revoked)
        await Promise.all(
          [recentKey, crewKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
        )
      }}
    >
      {invite ? words.revokeAbout(targetOf(invite)) : ''}
    </ConfirmDialog>
  )
}
