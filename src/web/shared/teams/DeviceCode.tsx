import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { Loaded, Bars } from '../../ui/Page.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { timeOfDay } from '../../ui/when.ts'

type Props = {
  opened: boolean
  onClose: () => void
  person: { id: string; name: string | null } | null
}

/** A QR code that signs the phone of a crew member without e-mail in. Each one works once. */
export function DeviceCode({ opened, onClose, person }: Props) {
  return (
    <Sheet opened={opened} onClose={onClose} title={`Set up ${person?.name ?? 'a phone'}`}>
      {opened && person && <Code id={person.id} name={person.name ?? 'them'} />}
    </Sheet>
  )
}

function Code({ id, name }: { id: string; name: string }) {
  const cache = useQueryClient()
  const key = ['device-link', id]
  const link = useQuery({
    queryKey: key,
    queryFn: () => api['POST /api/owner/people/{id}/device-link']({ params: { id } }),
    // Each one replaces the last: only a press asks for another.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Stack gap="md">
      <Text>
        Let {name} scan this with the camera of their phone. It signs in that one phone, once.
      </Text>
      <Loaded of={link} failure="Failed to make a code" skeleton={<Bars rows={1} height={256} />}>
        {(shown) => <Shown {...shown} name={name} />}
      </Loaded>
      <Button
        variant="default"
        w="fit-content"
        onClick={() => void cache.resetQueries({ queryKey: key })}
      >
        Show a new code
      </Button>
    </Stack>
  )
}

type ShownProps = { url: string; expires_at: string; name: string }

const Shown = ({ url, expires_at, name }: ShownProps) => (
  <Stack gap="sm" align="center">
    <QrCode text={url} label={`QR code that signs in ${name}`} />
    <Text c="dimmed" fz="sm">
      Works until {timeOfDay(expires_at, zone)}. We tell you when it is used.
    </Text>
  </Stack>
)

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
