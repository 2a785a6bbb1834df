import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Megaphone, Square } from 'lucide-react'
import { useState } from 'react'
import { announcementRules, type Announcement } from '../../../domain/flows/announcement.ts'
import { kindLabel } from '../../../domain/messages/message-log.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { nowMs } from '../../app/server-time.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { chosenCustomers } from './chosen-customers.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'

const refreshMs = 3000
const query = api['GET /api/owner/announcements'].query()

asksAgain(['organization_updated'], query.queryKey)
const isMoving = ({ state, waiting }: Announcement) => state === 'sending' || waiting > 0

/** Writes to a group of customers at once, and follows what became of it. */
export default function Announcements() {
  const { to } = useSearch({ strict: false })
  const [chosen] = useState(() => (to === 'chosen' ? chosenCustomers() : null))
  const [isWriting, setWriting] = useState(chosen !== null)
  const cache = useQueryClient()
  const list = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) =>
      data?.announcements.some(isMoving) ? refreshMs : false,
  })
  const refresh = () => cache.invalidateQueries({ queryKey: query.queryKey })
  return (
    <Page
      title="Announcements"
      about="Write to a group of customers at once"
      actions={
        !isWriting && (
          <Button
            leftSection={<Megaphone size={17} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            New announcement
          </Button>
        )
      }
    >
      <Stack gap="lg">
        {isWriting && (
          <AnnouncementForm
            chosen={chosen}
            close={() => setWriting(false)}
            sent={() => {
              setWriting(false)
              void refresh()
            }}
          />
        )}
        <Loaded
          of={list}
          failure="Failed to load announcements"
          skeleton={<Bars rows={3} height={120} />}
        >
          {({ announcements }) =>
            announcements.length === 0 ? (
              <EmptyState title="No announcements yet" icon={<Megaphone size={22} />} />
            ) : (
              <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
                {announcements.map((one) => (
                  <li key={one.id}>
                    <Sent announcement={one} changed={() => void refresh()} />
                  </li>
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Stack>
    </Page>
  )
}

const stateChips = {
  sending: ['Sending', 'info'],
  sent: ['Sent', 'good'],
  stopped: ['Stopped', 'calm'],
} as const

type SentProps = { announcement: Announcement; changed: () => void }

function Sent({ announcement: one, changed }: SentProps) {
  const [label, tone] = stateChips[one.state === 'sent' && one.waiting ? 'sending' : one.state]
  return (
    <Card padding="lg">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2} fz="lg">
              {one.subject}
            </Title>
            <Text c="dimmed" fz="sm">
              {kindLabel(one.kind)} · {waysText(one)} · {momentLabel(one.created_at)}
              {one.author_name ? ` · ${one.author_name}` : ''}
            </Text>
          </div>
          <StatusChip tone={tone}>{label}</StatusChip>
        </Group>
        {one.state === 'sending' && (
          <Progress
            value={(100 * one.reached) / one.customers}
            aria-label={`${one.reached} of ${one.customers} customers`}
          />
        )}
        <Text aria-live="polite">{countsText(one)}</Text>
        {one.never.length > 0 && (
          <Text fz="sm" c="dimmed">
            Not sent: {one.never.map(({ text, customers }) => `${text} (${customers})`).join(', ')}
          </Text>
        )}
        {announcementRules.stop(one) === null && <StopButton id={one.id} changed={changed} />}
      </Stack>
    </Card>
  )
}

const waysText = ({ by_email, by_text }: Announcement): string =>
  by_email && by_text ? 'Email and text' : by_email ? 'Email' : 'Text'

/** '40 of 120 customers so far · 38 messages sent · 2 waiting · next at 8:00 AM'. */
function countsText({ customers, reached, sent, waiting, failed, next_at, state }: Announcement) {
  return [
    state === 'sending' ? `${reached} of ${customers} customers so far` : `${customers} customers`,
    `${sent} ${sent === 1 ? 'message' : 'messages'} sent`,
    waiting ? `${waiting} waiting` : '',
    failed ? `${failed} failed` : '',
    next_at && Date.parse(next_at) > nowMs() ? `goes on ${momentLabel(next_at)}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

function StopButton({ id, changed }: { id: string; changed: () => void }) {
  const [asks, setAsks] = useState(false)
  const stop = async () => {
    try {
      await api['POST /api/owner/announcements/{id}/stop']({ params: { id } })
      toast.done('Announcement stopped')
    } finally {
      changed()
    }
  }
  return (
    <>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<Square size={15} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        Stop
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title="Stop this announcement?"
        confirm="Stop it"
        danger
        failure="Failed to stop the announcement"
        onConfirm={stop}
      >
        No one else gets it, and messages still waiting are not sent. Messages already sent stay
        sent.
      </ConfirmDialog>
    </>
  )
}
