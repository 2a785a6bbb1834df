import { Group, Stack, Text } from '@mantine/core'
import type { Invitation } from '../../domain/invitation.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { momentLabel } from '../ui/when.ts'

/** An invitation's QR code, to be scanned from this screen. */
export function InviteCode({ invite, link }: { invite: Invitation; link: string }) {
  return (
    <Stack gap="sm" align="center">
      <QrCode text={link} label="QR code of the invitation" size={280} />
      {invite.expires_at && (
        <Text fz="sm" c="dimmed">
          Expires {momentLabel(invite.expires_at)}
        </Text>
      )}
      <Group gap="xs">
        <CopyButton text={link} label="Copy invitation link" size="sm" />
      </Group>
    </Stack>
  )
}
