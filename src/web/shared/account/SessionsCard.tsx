import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../api/sessions.ts'
import { api } from '../../app/client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { accountWords } from '../../../words/en/account.ts'

const sessionsQuery = api['GET /api/me/sessions'].query()

/** The devices a person is signed in on, each with a way to end it. */
export function SessionsCard() {
  const words = useWords(accountWords)
  const sessions = useQuery(sessionsQuery)
  // Another provider keeps its own list.
  if (sessions.data?.sessions.length === 0) return null
  return (
    <Card component="section" aria-labelledby="sessions" padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={3} id="sessions">
            {words.sessions}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.sessionsAbout}
          </Text>
        </div>
        <Loaded
          of={sessions}
          failure={words.sessionsFailed}
          skeleton={<Bars rows={2} height={44} />}
        >
          {(data) => <Sessions sessions={data.sessions} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const endOthers = useMutation({
    mutationFn: () => api['POST /api/me/sessions/end-others'](),
    onSuccess: async () => {
      toast.done(wordsNow(accountWords).signedOutOthers)
      await cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: (error) => toast.failed(error, wordsNow(accountWords).signOutFailed),
  })
  return (
    <>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      {sessions.some(({ is_current }) => !is_current) && (
        <Button
          variant="default"
          w="fit-content"
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          {words.signOutOthers}
        </Button>
      )}
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const seen = momentLabel(session.seen_at)
  const end = useMutation({
    mutationFn: () => api['POST /api/me/sessions/end']({ body: { id: session.id } }),
    onSuccess: async () => {
      toast.done(wordsNow(accountWords).signedOutDevice)
      await cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: (error) => toast.failed(error, wordsNow(accountWords).signOutFailed),
  })
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" mih={44}>
      <div>
        <Text fw={600}>
          {session.device}
          {session.is_current && ` ${words.sessionHere}`}
        </Text>
        <Text c="dimmed" fz="sm">
          {words.sessionSeen(seen, session.ip)}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          flex="none"
          aria-label={words.signOutOf(session.device, seen)}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {words.signOutDevice}
        </Button>
      )}
    </Group>
  )
}
