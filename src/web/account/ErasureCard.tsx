import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../client.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Bars, Loaded } from '../ui/Page.tsx'
import { toast } from '../ui/toast.tsx'
import { momentLabel } from '../ui/when.ts'
import { useWords, wordsNow } from '../words.ts'
import { accountWords } from './words.ts'

const erasureQuery = api['GET /api/me/erasure'].query()

/** Deleting one's personal data: asked for, or taken back until the day comes. */
export function ErasureCard() {
  const words = useWords(accountWords)
  const state = useQuery(erasureQuery)
  return (
    <Card component="section" aria-labelledby="erasure" padding="lg">
      <Stack gap="sm">
        <Title order={2} id="erasure">
          {words.erasure}
        </Title>
        <Loaded of={state} failure={words.erasureFailed} skeleton={<Bars rows={1} height={44} />}>
          {({ due_at }) => (due_at ? <Waiting due_at={due_at} /> : <Ask />)}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Ask() {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    await api['POST /api/me/erasure']({ body: { sure: true } })
    toast.done(wordsNow(accountWords).erasureAsked)
    await cache.invalidateQueries({ queryKey: erasureQuery.queryKey })
  }
  return (
    <>
      <Text c="dimmed" fz="sm">
        {words.erasureAbout}
      </Text>
      <Button color="red" variant="outline" w="fit-content" onClick={() => setAsking(true)}>
        {words.erasureAsk}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={words.erasureTitle}
        confirm={words.erasureAsk}
        cancel={words.keepData}
        danger
        failure={words.erasureAskFailed}
        onConfirm={ask}
      >
        <Text>{words.erasureThen}</Text>
      </ConfirmDialog>
    </>
  )
}

function Waiting({ due_at }: { due_at: string }) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const keep = useMutation({
    mutationFn: () => api['POST /api/me/erasure/cancel'](),
    onSuccess: async () => {
      toast.done(wordsNow(accountWords).dataKept)
      await cache.invalidateQueries({ queryKey: erasureQuery.queryKey })
    },
    onError: (error) => toast.failed(error, wordsNow(accountWords).keepFailed),
  })
  return (
    <>
      <Text>{words.erasureOn(momentLabel(due_at))}</Text>
      <Group>
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          {words.keepData}
        </Button>
      </Group>
    </>
  )
}
