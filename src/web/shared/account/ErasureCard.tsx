import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { accountWords } from '../../../words/en/account.ts'

const erasureQuery = api['GET /api/me/erasure'].query()

// It says which credit would end.
asksAgain(
  ['profile_updated', 'customer_updated', 'payment_updated', 'invoice.*'],
  erasureQuery.queryKey,
)

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
          {({ due_at, credits }) =>
            due_at ? <Waiting due_at={due_at} credits={credits} /> : <Ask credits={credits} />
          }
        </Loaded>
      </Stack>
    </Card>
  )
}

type Credits = Answer<Calls['GET /api/me/erasure']>['credits']

/** Unused credit, by business: it ends, but what is the customer's own money stays theirs. */
function UnusedCredit({ credits }: { credits: Credits }) {
  const words = useWords(accountWords)
  const lines = credits.flatMap(({ organization_name, dropped_cents, own_cents }) => [
    ...(dropped_cents > 0
      ? [words.erasureCredit(formatCents(dropped_cents), organization_name)]
      : []),
    ...(own_cents > 0 ? [words.erasureOwnMoney(formatCents(own_cents), organization_name)] : []),
  ])
  return lines.map((line) => <Text key={line}>{line}</Text>)
}

function Ask({ credits }: { credits: Credits }) {
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
        <Stack gap="sm">
          <Text>{words.erasureThen}</Text>
          <UnusedCredit credits={credits} />
        </Stack>
      </ConfirmDialog>
    </>
  )
}

function Waiting({ due_at, credits }: { due_at: string; credits: Credits }) {
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
      <UnusedCredit credits={credits} />
      <Group>
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          {words.keepData}
        </Button>
      </Group>
    </>
  )
}
