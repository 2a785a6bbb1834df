import { Button, Card, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ttlBounds, ttlDefaults, ttlHours, type Invitation } from '../../../domain/invitation.ts'
import { api } from '../../client.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { InviteCode } from '../../invitations/InviteCode.tsx'
import { recentKey } from '../../invitations/queries.ts'

/** How long an invitation is valid; anything but a number becomes the default three days. */
export function TtlField({
  value,
  onChange,
}: {
  value: number | string
  onChange: (hours: number | string) => void
}) {
  return (
    <NumberInput
      label="TTL (hours)"
      description={`How long it is valid, ${ttlBounds.min} to ${ttlBounds.max} hours.`}
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
  const cache = useQueryClient()
  const [ttl, setTtl] = useState<number | string>(ttlDefaults.customer)
  const shown = useSheet<{ invite: Invitation; link: string }>('qr-code')
  const create = useMutation({
    mutationFn: () =>
      api['POST /api/owner/invitations/create']({ body: { via: 'qr', ttl_hours: ttlHours(ttl) } }),
    onSuccess: ({ invite, link, ticket_url }) => {
      void cache.invalidateQueries({ queryKey: recentKey })
      const usable = link ?? ticket_url
      if (!usable) return toast.problem('No invitation link returned')
      toast.done('QR invite created')
      shown.show({ invite, link: usable })
    },
    onError: (error) => toast.failed(error, 'Failed to create invite'),
  })
  return (
    <Card component="section" aria-labelledby="qr-invite" padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} id="qr-invite">
            QR Code Invite (Expiring)
          </Title>
          <Text c="dimmed">Any number of people can use it until it expires.</Text>
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate()
          }}
        >
          <Stack gap="md">
            <TtlField value={ttl} onChange={setTtl} />
            <Button type="submit" loading={create.isPending} w="fit-content">
              Create QR invite
            </Button>
          </Stack>
        </form>
      </Stack>
      <Sheet opened={shown.opened} onClose={shown.hide} title="Scan to sign up" size="sm">
        {shown.about && <InviteCode {...shown.about} />}
      </Sheet>
    </Card>
  )
}
