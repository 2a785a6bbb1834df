import { Alert, Button, Group, Menu, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Clock, Download, Lock, Plus } from 'lucide-react'
import { addDays, startOfWeek, type LocalDate } from '../../../domain/base/dates.ts'
import { onSiteGroups } from '../../../domain/schedule/on-site.ts'
import { useToday } from '../../app/today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dayLabel, momentLabel } from '../../ui/when.ts'
import { AddShift } from './AddShift.tsx'
import { HoursTable } from './HoursTable.tsx'
import { OnSiteView } from './OnSiteView.tsx'
import { PersonSheet } from './PersonSheet.tsx'
import { hoursQuery, saveHours, saveOnSite, type Hours, refreshHours } from './queries.ts'
import { ToReview } from './ToReview.tsx'
import type { DateRange } from '../../../domain/people/timesheet.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'

type Search = { date?: LocalDate; view?: 'on-site' }

/** Who worked how long in a week, to be corrected, approved and paid; and how long visits took. */
export default function Timesheets() {
  const { date, view } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const today = useToday()
  const from = startOfWeek(date ?? today)
  const adding = useSheet('add-shift')
  const list = useQuery({ ...hoursQuery(from), placeholderData: keepPreviousData })
  return (
    <Page
      title="Hours"
      about="Time on the clock by person and day, with overtime after 40 hours a week"
      actions={
        <>
          <ExportMenu from={from} />
          <Button leftSection={<Plus size={17} aria-hidden />} onClick={() => adding.show(true)}>
            Add shift
          </Button>
        </>
      }
    >
      <Tabs
        value={view ?? 'hours'}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: { date, view: next === 'on-site' ? next : undefined } as never,
            replace: true,
          })
        }
      >
        <Tabs.List mb="lg" aria-label="Hours">
          <Tabs.Tab value="hours">Time on the clock</Tabs.Tab>
          <Tabs.Tab value="on-site">Time on site</Tabs.Tab>
        </Tabs.List>
        <Stack gap="lg">
          <WeekNav from={from} isNow={from === startOfWeek(today)} />
          <Tabs.Panel value="hours">
            <Loaded of={list} failure="Failed to load hours" skeleton={<Bars rows={6} />}>
              {(hours) => <Clocked hours={hours} isOver={hours.to < today} />}
            </Loaded>
          </Tabs.Panel>
          <Tabs.Panel value="on-site">
            {view === 'on-site' && <OnSiteView from={from} />}
          </Tabs.Panel>
        </Stack>
      </Tabs>
      <AddShift
        key={adding.key}
        opened={adding.opened}
        onClose={adding.hide}
        hours={list.data ?? null}
      />
    </Page>
  )
}

function Clocked({ hours, isOver }: { hours: Hours; isOver: boolean }) {
  const person = useSheet<{ id: string }>('person')
  if (hours.timesheets.length === 0)
    return <EmptyState title="No one has clocked in yet" icon={<Clock size={22} />} />
  return (
    <Stack gap="lg">
      <ToReview hours={hours} />
      <Approval hours={hours} isOver={isOver} />
      <HoursTable hours={hours} open={(id) => person.show({ id })} />
      <PersonSheet
        opened={person.opened}
        onClose={person.hide}
        hours={hours}
        id={person.about?.id ?? null}
      />
    </Stack>
  )
}

function WeekNav({ from, isNow }: { from: LocalDate; isNow: boolean }) {
  const navigate = useNavigate()
  const { view } = useSearch({ strict: false }) as Search
  const go = (date: LocalDate | undefined) =>
    void navigate({ to: '.', search: { date, view } as never })
  return (
    <Group component="nav" aria-label="Weeks" gap="xs">
      <Button
        variant="default"
        leftSection={<ChevronLeft size={16} aria-hidden />}
        onClick={() => go(addDays(from, -7))}
      >
        Earlier
      </Button>
      <Button
        variant="default"
        rightSection={<ChevronRight size={16} aria-hidden />}
        disabled={isNow}
        onClick={() => go(addDays(from, 7))}
      >
        Later
      </Button>
      <Text fw={650} component="h2" fz="lg">
        {dayLabel(from)} – {dayLabel(addDays(from, 6))}
      </Text>
      {!isNow && (
        <Button variant="subtle" onClick={() => go(undefined)}>
          This week
        </Button>
      )}
    </Group>
  )
}

function ExportMenu({ from }: { from: LocalDate }) {
  const range = { from, to: addDays(from, 6) }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
          Export CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void saveHours({ ...range, by: 'week' })}>
          For payroll: regular and overtime hours
        </Menu.Item>
        <Menu.Item onClick={() => void saveHours({ ...range, by: 'shift' })}>Every shift</Menu.Item>
        {onSiteGroups.map((by) => (
          <Menu.Item key={by} onClick={() => void saveOnSite({ ...range, by })}>
            Time on site by {by}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Whether the week is approved, and the way to approve it or open it again. */
function Approval({ hours, isOver }: { hours: Hours; isOver: boolean }) {
  const approving = useSheet('approve')
  const opening = useSheet('open-days')
  const [period] = hours.periods
  return (
    <>
      {period ? (
        <Alert
          variant="light"
          color="pine"
          icon={<Lock size={18} aria-hidden />}
          title={`Approved by ${period.approved_by}, ${momentLabel(period.approved_at, hours.time_zone)}`}
        >
          <Group justify="space-between" gap="sm">
            <span>
              {dayLabel(period.starts_on)} to {dayLabel(period.ends_on)} cannot change.
            </span>
            <Button variant="default" size="sm" onClick={() => opening.show(true)}>
              Open these days again
            </Button>
          </Group>
        </Alert>
      ) : (
        <Button
          w="fit-content"
          leftSection={<Lock size={16} aria-hidden />}
          variant={isOver ? 'filled' : 'default'}
          onClick={() => approving.show(true)}
        >
          Approve this week
        </Button>
      )}
      <ApproveDialog
        opened={approving.opened}
        onClose={approving.hide}
        range={{ from: hours.from, to: hours.to }}
      />
      <OpenSheet
        key={opening.key}
        opened={opening.opened}
        onClose={opening.hide}
        id={period?.id ?? ''}
      />
    </>
  )
}

type ApproveProps = { opened: boolean; onClose: () => void; range: DateRange }

/** Locks the week for payroll. */
function ApproveDialog({ opened, onClose, range }: ApproveProps) {
  const cache = useQueryClient()
  const approve = async () => {
    await api['POST /api/owner/timesheets/approve']({ body: range })
    toast.done('Hours approved')
    await refreshHours(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Approve ${dayLabel(range.from)} to ${dayLabel(range.to)}?`}
      confirm="Approve hours"
      onConfirm={approve}
      failure="Failed to approve"
    >
      The shifts of these days are locked, so that what was paid stays what was worked. You can open
      the days again with a reason.
    </ConfirmDialog>
  )
}

type OpenProps = { opened: boolean; onClose: () => void; id: string }

/** Opens approved days again; the reason stays on record. */
function OpenSheet({ opened, onClose, id }: OpenProps) {
  const cache = useQueryClient()
  const form = useActionForm<{ reason: string }, unknown>({
    initialValues: { reason: '' },
    validate: ({ reason }) => (reason.trim().length < 3 ? { reason: 'Say why' } : {}),
    failure: 'Failed to open the days',
    send: ({ reason }) => api['POST /api/owner/timesheets/open']({ body: { id, reason } }),
    sent: async () => {
      toast.done('The days are open again')
      onClose()
      await refreshHours(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Open approved days"
      form={form}
      action="Open the days"
    >
      <Textarea label="Reason" required data-autofocus rows={2} {...form.getInputProps('reason')} />
    </FormSheet>
  )
}
