import { Button, Card, NumberInput, Stack, Text, Title, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ttlBounds,
  ttlDefaults,
  ttlHours,
  type Invitation,
} from '../../../domain/people/invitation.ts'
import { api } from '../../app/client.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../app/words.ts'
import { invitationWords } from '../../../words/en/invitations.ts'
import { recentKey } from './queries.ts'
import { useMe } from '../../app/me.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { momentLabel } from '../../ui/when.ts'

/** How long an invitation is valid; anything but a number becomes the default three days. */
export function TtlField({
  value,
  onChange,
}: {
  value: number | string
  onChange: (hours: number | string) => void
}) {
  const words = useWords(invitationWords)
  return (
    <NumberInput
      label={words.ttl}
      description={words.ttlAbout}
      min={ttlBounds.min}
      max={ttlBounds.max}
      allowDecimal={false}
      maw={240}
      value={value}
      onChange={onChange}
      onBlur={() => onChange(ttlHours(value))}
    />
  )
}

/** A code to show at a fair, a counter or a doorstep, valid until it expires. */
export function QrInvite() {
  const words = useWords(invitationWords)
  const cache = useQueryClient()
  const [ttl, setTtl] = useState<number | string>(ttlDefaults.customer)
  // Set at the press itself, so that a double tap makes one code.
  const [busy, setBusy] = useState(false)
  const shown = useSheet<{ invite: Invitation; link: string }>('qr-code')
  const create = useMutation({
    mutationFn: () =>
      api['POST /api/owner/invitations/create']({ body: { via: 'qr', ttl_hours: ttlHours(ttl) } }),
    onSuccess: ({ invite, link, ticket_url }) => {
      void cache.invalidateQueries({ queryKey: recentKey })
      const usable = link ?? ticket_url
      if (!usable) return toast.problem(words.noLink)
      toast.done(words.qrCreated)
      shown.show({ invite, link: usable })
    },
    onError: (error) => toast.failed(error, words.createFailed),
    onSettled: () => setBusy(false),
  })
  return (
    <Card component="section" aria-labelledby="qr-invite" padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} id="qr-invite">
            {words.qrTitle}
          </Title>
          <Text c="dimmed">{words.qrAbout}</Text>
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setBusy(true)
            create.mutate()
          }}
        >
          <Stack gap="md">
            <TtlField value={ttl} onChange={setTtl} />
            <Button type="submit" loading={busy} w="fit-content">
              {words.createQr}
            </Button>
          </Stack>
        </form>
      </Stack>
      <Sheet opened={shown.opened} onClose={shown.hide} title={words.scan} size="sm">
        {shown.about && <InviteCode {...shown.about} />}
      </Sheet>
    </Card>
  )
}

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
