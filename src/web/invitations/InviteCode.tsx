import { Group, Stack, Text } from '@mantine/core'
import type { Invitation } from '../../domain/invitation.ts'
import { useMe } from '../me.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { momentLabel } from '../ui/when.ts'
import { useWords } from '../words.ts'
import { invitationWords } from './words.ts'

/** An invitation's QR code, to be scanned from this screen. */
export function InviteCode({ invite, link }: { invite: Invitation; link: string }) {
  const words = useWords(invitationWords)
  const zone = useMe().organization?.time_zone
  return (
    <Stack gap="sm" align="center">
      <QrCode text={link} label={words.qrOfInvitation} size={280} />
      {invite.expires_at && (
        <Text fz="sm" c="dimmed">
          {words.expires(momentLabel(invite.expires_at, zone))}
        </Text>
      )}
      <Group gap="xs">
        <CopyButton text={link} label={words.copyInvitation} size="sm" />
      </Group>
    </Stack>
  )
}
