import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  Progress,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, TriangleAlert } from 'lucide-react'
import { exportDays, sizeText, type Export } from '../../../domain/flows/export.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import css from './data-tab.module.css'

const exportsQuery = api['GET /api/owner/exports'].query()

asksAgain(['organization_updated'], exportsQuery.queryKey)
const lookAgainMs = 1500
/** A large archive over a slow line. */
const downloadMs = 3_600_000

/** Everything the business has with us, to take along or to keep. */
export default function DataTab({ isClosed = false }: { isClosed?: boolean }) {
  return (
    <Stack gap="lg">
      <Card component="section" aria-labelledby="everything" padding="lg">
        <Title order={2} id="everything" mb="xs">
          A copy of everything
        </Title>
        <Stack gap="md">
          <Text>
            One file with all customers, addresses, work, invoices, payments, agreements, messages
            and the history: tables for spreadsheets, and the same for programs. It is yours, also
            after you stop paying. Saved cards and passwords stay with the card company and with the
            people they belong to.
          </Text>
          <Exports />
        </Stack>
      </Card>
      {!isClosed && (
        <>
          <Text>
            Coming from another program?{' '}
            <Anchor component={Link} to="/app/import" underline="always">
              Import customers, work and open balances
            </Anchor>
            .
          </Text>
          <Text>
            Do you want to close your business here? Make a copy first, then write to{' '}
            <Anchor component={Link} to="/support" underline="always">
              support
            </Anchor>
            . Customers can still pay what they owe. After that, you can have your own data deleted.
          </Text>
        </>
      )}
    </Stack>
  )
}

function Exports() {
  const cache = useQueryClient()
  const list = useQuery({
    ...exportsQuery,
    refetchInterval: ({ state }) => (isBuilding(state.data?.exports) ? lookAgainMs : false),
  })
  const start = useMutation({
    mutationFn: () => api['POST /api/owner/exports']({ body: {} }),
    onSuccess: () => cache.invalidateQueries({ queryKey: exportsQuery.queryKey }),
    onError: (error) => toast.failed(error, 'The copy could not be started'),
  })
  const building = isBuilding(list.data?.exports)
  return (
    <Stack gap="md">
      <Group>
        <Button
          leftSection={<Archive size={17} aria-hidden />}
          loading={start.isPending}
          disabled={building}
          onClick={() => start.mutate()}
        >
          Prepare a copy
        </Button>
      </Group>
      <Loaded
        of={list}
        failure="Failed to load the copies"
        skeleton={<Bars rows={2} height={56} />}
      >
        {({ exports }) => <List exports={exports} />}
      </Loaded>
    </Stack>
  )
}

const isBuilding = (exports: readonly Export[] | undefined): boolean =>
  exports?.some(({ state }) => state === 'building') ?? false

const List = ({ exports }: { exports: readonly Export[] }) => (
  <>
    <VisuallyHidden component="output">{exports[0] && spoken[exports[0].state]}</VisuallyHidden>
    {exports.length > 0 && (
      <ul className={css.list} aria-label="Copies">
        {exports.map((one) => (
          <li key={one.id} className={css.one}>
            <One one={one} />
          </li>
        ))}
      </ul>
    )}
  </>
)

const spoken: Record<Export['state'], string> = {
  building: 'The copy is being prepared.',
  ready: 'The copy is ready.',
  failed: 'The copy could not be prepared.',
  expired: '',
}

function One({ one }: { one: Export }) {
  const zone = useMe().organization_timezone
  const asked = `${momentLabel(one.created_at, zone)}${one.asked_by ? `, by ${one.asked_by}` : ''}`
  if (one.state === 'building')
    return (
      <Stack gap={6} className={css.wide}>
        <Text fw={600}>Preparing the copy…</Text>
        <Progress
          value={Math.max(one.percent, 3)}
          striped
          animated
          aria-label="Preparing the copy"
        />
        <Text fz="sm" c="dimmed">
          Asked for {asked}. You can leave this page: we email you when it is ready.
        </Text>
      </Stack>
    )
  if (one.state === 'failed')
    return (
      <Alert
        color="red"
        variant="light"
        className={css.wide}
        icon={<TriangleAlert size={20} aria-hidden />}
        title="The copy could not be prepared"
      >
        Asked for {asked}. Please prepare a new one.
      </Alert>
    )
  return <Ended one={one} asked={asked} zone={zone} />
}

const Ended = ({ one, asked, zone }: { one: Export; asked: string; zone: string | null }) => (
  <>
    <div>
      <Text fw={600}>{asked}</Text>
      <Text fz="sm" c="dimmed">
        {(one.row_count ?? 0).toLocaleString('en-US')} records, {sizeText(one.byte_count ?? 0)}.{' '}
        {one.state === 'expired'
          ? `Deleted after ${exportDays} days.`
          : `Kept until ${momentLabel(one.expires_at!, zone)}.`}
      </Text>
    </div>
    {one.state === 'ready' && (
      <SaveButton
        name={`fieldhive-${one.created_at.slice(0, 10)}.tar.gz`}
        read={() =>
          api['GET /api/owner/exports/{id}/archive']({
            params: { id: one.id },
            timeout_ms: downloadMs,
          })
        }
        failure="The download failed"
        aria-label={`Download the copy of ${asked}`}
      >
        Download
      </SaveButton>
    )}
  </>
)
