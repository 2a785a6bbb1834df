import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { isOutbox, type PushDevice } from '../../../domain/messages/push.ts'
import { api } from '../../app/client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { momentLabel } from '../../ui/when.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { pushBarrier, pushQuery, switchOff, switchOn, thisDevice } from './push.ts'
import { accountWords } from '../../../words/en/account.ts'

/** Notices on this device, and the list of the person's devices. */
export function PushCard() {
  const words = useWords(accountWords)
  const push = useQuery(pushQuery)
  return (
    <Card component="section" aria-labelledby="push" padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={2} id="push">
            {words.push}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.pushAbout}
          </Text>
        </div>
        <Loaded of={push} failure={words.pushFailed} skeleton={<Bars rows={2} height={44} />}>
          {(data) => <Devices key={data.devices.map(({ id }) => id).join()} data={data} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

type Data = { public_key: string; takes_outbox: boolean; devices: PushDevice[] }

function Devices({ data }: { data: Data }) {
  const words = useWords(accountWords)
  const { own, isKnown } = useThisDevice(data.devices)
  const [barrier, setBarrier] = useState(pushBarrier)
  const reload = useReload()
  const turn = useMutation({
    mutationFn: () => switchOn(data),
    onSuccess: async (stopped) => {
      setBarrier(stopped)
      await reload()
    },
    onError: (error) => toast.failed(error, wordsNow(accountWords).pushNotChanged),
  })
  return (
    <>
      {!own && (
        <Button
          variant="default"
          w="fit-content"
          loading={turn.isPending}
          disabled={!isKnown || barrier !== null}
          onClick={() => turn.mutate()}
        >
          {words.pushHere}
        </Button>
      )}
      <output>
        {barrier && !own && (
          <Alert color="yellow" variant="light">
            {words.pushBarrier[barrier]}
          </Alert>
        )}
      </output>
      {data.devices.length > 0 && <DeviceList devices={data.devices} own={own} />}
    </>
  )
}

/** The device this page runs on, once the browser has answered. */
function useThisDevice(devices: PushDevice[]) {
  const known = useQuery({
    queryKey: ['this-device', devices.map(({ id }) => id)],
    queryFn: () => thisDevice(devices),
  })
  return { own: known.data ?? null, isKnown: !known.isPending }
}

function useReload() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: pushQuery.queryKey })
}

function DeviceList({ devices, own }: { devices: PushDevice[]; own: PushDevice | null }) {
  const words = useWords(accountWords)
  const reload = useReload()
  const remove = useMutation({
    mutationFn: async (device: PushDevice) => {
      if (device.id === own?.id) await switchOff(device)
      else await api['POST /api/me/push/unsubscribe']({ body: { id: device.id } })
    },
    onSuccess: reload,
    onError: (error) => toast.failed(error, wordsNow(accountWords).pushNotChanged),
  })
  const test = useMutation({
    mutationFn: () => api['POST /api/me/push/test'](),
    onSuccess: () => toast.done(wordsNow(accountWords).pushTested),
    onError: (error) => toast.failed(error, wordsNow(accountWords).pushTestFailed),
  })
  return (
    <Stack gap="sm">
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {devices.map((device) => (
          <Group component="li" key={device.id} justify="space-between" gap="sm" wrap="nowrap">
            <div>
              <Text fw={600}>
                {words.pushDevice(device.name)}
                {device.id === own?.id && ` ${words.pushThis}`}
              </Text>
              <Text c="dimmed" fz="sm">
                {words.pushSince(momentLabel(device.created_at))}
                {isOutbox(device.endpoint) && ` · ${words.pushOutbox}`}
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={words.removeOf(words.pushDevice(device.name))}
              loading={remove.isPending && remove.variables.id === device.id}
              onClick={() => remove.mutate(device)}
            >
              {words.remove}
            </Button>
          </Group>
        ))}
      </Stack>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<BellRing size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {words.pushTest}
      </Button>
    </Stack>
  )
}
