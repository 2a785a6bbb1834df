import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarDays, Check, CreditCard, FileText, Undo2 } from 'lucide-react'
import type { ImportDetail } from '../../../domain/flows/import.ts'
import { api } from '../../app/client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { Counts } from './Counts.tsx'
import { counted, importQuery, keepImport, patienceMs } from './queries.ts'

/** What was written, what to do next, and the way back. */
export function Result({ detail }: { detail: ImportDetail }) {
  const undoing = useSheet('undo-import')
  const isUndone = detail.state === 'undone'
  const who = detail.created_by ? ` by ${detail.created_by}` : ''
  return (
    <Stack gap="xl">
      <Alert
        variant="light"
        color={isUndone ? 'gray' : 'pine'}
        icon={isUndone ? <Undo2 size={20} aria-hidden /> : <Check size={20} aria-hidden />}
        title={
          isUndone
            ? `${detail.file_name} was undone ${momentLabel(detail.undone_at!)}`
            : `${detail.file_name} is imported`
        }
      >
        {isUndone
          ? 'Customers changed since then were kept. To start over, upload the file again.'
          : `Imported ${momentLabel(detail.committed_at!)}${who}. No customer got a message.`}
      </Alert>
      {detail.result && !isUndone && <Counts counts={detail.result} />}
      {!isUndone && <Next detail={detail} />}
      {!isUndone && detail.can_undo_until && (
        <Group>
          <Button
            variant="default"
            leftSection={<Undo2 size={16} aria-hidden />}
            onClick={() => undoing.show(true)}
          >
            Undo this import
          </Button>
          <Text fz="sm" c="dimmed">
            Until {momentLabel(detail.can_undo_until)}
          </Text>
        </Group>
      )}
      {undoing.opened && (
        <UndoDialog id={detail.id} opened={undoing.opened} onClose={undoing.hide} />
      )}
    </Stack>
  )
}

function Next({ detail }: { detail: ImportDetail }) {
  const { first_date, result } = detail
  return (
    <section aria-labelledby="next">
      <Title order={2} fz="lg" id="next" mb="sm">
        What is next
      </Title>
      <Stack gap="sm">
        {first_date && (
          <Button
            component={Link}
            to="/app/schedule"
            search={{ date: first_date } as never}
            w="fit-content"
            leftSection={<CalendarDays size={17} aria-hidden />}
          >
            See the first week
          </Button>
        )}
        <Invite detail={detail} />
        {(result?.balances ?? 0) > 0 && (
          <Button
            component={Link}
            to="/app/invoices/to-bill"
            variant="default"
            w="fit-content"
            leftSection={<FileText size={17} aria-hidden />}
          >
            Send the open balances
          </Button>
        )}
        <Button component={Link} to="/app/import" variant="subtle" w="fit-content">
          Import another file
        </Button>
      </Stack>
    </section>
  )
}

function Invite({ detail: { id, invitable, invited } }: { detail: ImportDetail }) {
  const cache = useQueryClient()
  const invite = useMutation({
    mutationFn: () =>
      api['POST /api/owner/imports/{id}/invite']({
        params: { id },
        body: {},
        timeout_ms: patienceMs,
      }),
    onSuccess: async ({ sent, left }) => {
      const rest = left > 0 ? ` ${counted(left, 'is', 'are')} left for another day.` : ''
      toast.done(`${counted(sent, 'invitation', 'invitations')} on the way.${rest}`)
      await cache.invalidateQueries({ queryKey: importQuery(id).queryKey })
    },
    onError: (error) => toast.failed(error, 'Failed to invite them'),
  })
  if (invitable === 0)
    return invited > 0 ? (
      <Text>{counted(invited, 'customer was', 'customers were')} invited to save a card.</Text>
    ) : null
  return (
    <Group>
      <Button
        variant="default"
        loading={invite.isPending}
        leftSection={<CreditCard size={17} aria-hidden />}
        onClick={() => invite.mutate()}
      >
        Invite {counted(invitable, 'customer', 'customers')} to save a card
      </Button>
      <Text fz="sm" c="dimmed">
        By email, as many as you may invite in a day. Cards cannot be moved from another program.
      </Text>
    </Group>
  )
}

/** Says first what would stay. */
function UndoDialog({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const plan = useQuery({
    ...api['GET /api/owner/imports/{id}/undo'].query({ params: { id } }),
    gcTime: 0,
  })
  const undo = async () => {
    const detail = await api['POST /api/owner/imports/{id}/undo']({
      params: { id },
      body: { keep_touched: (plan.data?.keeps.length ?? 0) > 0 },
      timeout_ms: patienceMs,
    })
    keepImport(cache, detail)
    toast.done('Import undone')
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Undo this import?"
      confirm="Undo the import"
      danger
      onConfirm={undo}
      failure="Failed to undo the import"
    >
      <Loaded
        of={plan}
        failure="Failed to read what would change"
        skeleton={<Bars rows={2} height={24} />}
      >
        {({ takes, keeps }) => (
          <Stack gap="sm">
            <Text>
              What was imported for {counted(takes, 'customer', 'customers')} is taken back:
              addresses, work and notes. Open balances are voided; their numbers stay, and a new
              customer who has one stays, archived.
            </Text>
            {keeps.length > 0 && (
              <>
                <Text fw={650}>
                  {counted(keeps.length, 'customer stays', 'customers stay')}, because something
                  happened since:
                </Text>
                <List>
                  {keeps.slice(0, 20).map((one) => (
                    <List.Item key={one.id}>
                      {one.name}: {one.reason.toLowerCase()}
                    </List.Item>
                  ))}
                </List>
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
