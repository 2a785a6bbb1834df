import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, RotateCcw, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { OfferedFeed } from '../../../domain/customers/calendar-feed.ts'
import { calendarWords } from '../../../words/en/calendar.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'

const feedsQuery = api['GET /api/me/calendars'].query()

// Each team has a calendarWords.
asksAgain(['team_updated', 'profile_updated'], feedsQuery.queryKey)

/** Links that show a person's visits in the calendarWords of their phone or computer. */
export function CalendarCard() {
  const words = useWords(calendarWords)
  // A link would outlast the impersonation.
  const isHelped = useMe().impersonating
  const feeds = useQuery({ ...feedsQuery, enabled: !isHelped })
  if (isHelped) return null
  return (
    <Card component="section" aria-labelledby="calendars" padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} id="calendars">
            {words.title}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.about}
          </Text>
        </div>
        <Loaded of={feeds} failure={words.failed} skeleton={<Bars rows={1} height={44} />}>
          {(data) => (
            <Stack gap="lg">
              {data.feeds.map((feed) => (
                <Feed key={`${feed.scope} ${feed.team?.id}`} feed={feed} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Feed({ feed }: { feed: OfferedFeed }) {
  const words = useWords(calendarWords)
  const { make } = useChanges(feed)
  const name = feed.team ? words.team(feed.team.name) : words.names[feed.scope]
  if (feed.link) return <Link feed={feed} link={feed.link} name={name} />
  return (
    <Group justify="space-between" gap="sm">
      <Text fw={600}>{name}</Text>
      <Button
        variant="default"
        leftSection={<CalendarPlus size={17} aria-hidden />}
        aria-label={words.makeFor(name)}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        {words.make}
      </Button>
    </Group>
  )
}

type LinkProps = { feed: OfferedFeed; link: NonNullable<OfferedFeed['link']>; name: string }

function Link({ feed, link, name }: LinkProps) {
  const words = useWords(calendarWords)
  const zone = useMe().organization_timezone
  return (
    <Stack gap="xs">
      <TextInput
        label={words.linkOf(name)}
        value={link.url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        description={link.read_at ? words.readAt(momentLabel(link.read_at, zone)) : words.notRead}
        inputWrapperOrder={['label', 'input', 'description']}
      />
      <LinkActs feed={feed} link={link} />
    </Stack>
  )
}

type Asked = 'renew' | 'end' | null

function LinkActs({ feed, link }: Omit<LinkProps, 'name'>) {
  const words = useWords(calendarWords)
  const [asks, setAsks] = useState<Asked>(null)
  return (
    <>
      <Group gap="sm">
        <Button
          component="a"
          href={link.url.replace(/^https?:/, 'webcal:')}
          leftSection={<CalendarPlus size={17} aria-hidden />}
        >
          {words.add}
        </Button>
        <CopyButton text={link.url} label={words.copy} />
        <Button
          variant="subtle"
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => setAsks('renew')}
        >
          {words.renew}
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<Unlink size={16} aria-hidden />}
          onClick={() => setAsks('end')}
        >
          {words.end}
        </Button>
      </Group>
      <Confirms feed={feed} link={link} asks={asks} close={() => setAsks(null)} />
    </>
  )
}

type ConfirmsProps = Omit<LinkProps, 'name'> & { asks: Asked; close: () => void }

function Confirms({ feed, link, asks, close }: ConfirmsProps) {
  const words = useWords(calendarWords)
  const { make, end } = useChanges(feed)
  return (
    <>
      <ConfirmDialog
        opened={asks === 'renew'}
        onClose={close}
        title={words.renewTitle}
        confirm={words.renew}
        onConfirm={() => make.mutateAsync()}
        failure={words.notMade}
      >
        {words.renewAbout}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'end'}
        onClose={close}
        title={words.endTitle}
        confirm={words.end}
        danger
        onConfirm={() => end.mutateAsync(link.id)}
        failure={words.notEnded}
      >
        {words.endAbout}
      </ConfirmDialog>
    </>
  )
}

/** Each answers with all of the person's calendars. */
function useChanges({ scope, team }: OfferedFeed) {
  const cache = useQueryClient()
  const keep = (data: { feeds: OfferedFeed[] }) => cache.setQueryData(feedsQuery.queryKey, data)
  const make = useMutation({
    mutationFn: () => api['POST /api/me/calendars']({ body: { scope, team_id: team?.id ?? null } }),
    onSuccess: (data) => {
      keep(data)
      toast.done(wordsNow(calendarWords).made)
    },
    onError: (error) => toast.failed(error, wordsNow(calendarWords).notMade),
  })
  const end = useMutation({
    mutationFn: (id: string) => api['DELETE /api/me/calendars/{id}']({ params: { id } }),
    onSuccess: (data) => {
      keep(data)
      toast.done(wordsNow(calendarWords).ended)
    },
  })
  return { make, end }
}
