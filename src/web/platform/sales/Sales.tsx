import { Button, Group, Select, Stack, Tabs, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Target } from 'lucide-react'
import { useState } from 'react'
import {
  leadStages,
  leadStatuses,
  type LeadStage,
  type LeadStatus,
  LeadByHand,
} from '../../../domain/people/lead.ts'
import { api } from '../../app/client.ts'
import { useHasRole } from '../../app/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { LeadRow } from './LeadRow.tsx'
import { LeadSheet } from './LeadSheet.tsx'
import { labelOf, refreshMs, refreshLeads } from './queries.ts'
import css from '../../ui/rows.module.css'
import salesCss from './sales.module.css'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'

const tabs = [
  ['unclaimed', 'Unclaimed'],
  ['mine', 'My Pipeline'],
  ['all', 'All'],
] as const
type Tab = (typeof tabs)[number][0]
type Filter = { q: string; status: LeadStatus | ''; stage: LeadStage | '' }

/** Prospective businesses, from the first question to the one that stays. */
export default function Sales() {
  const isAdmin = useHasRole('admin')
  const { tab = 'unclaimed' } = useSearch({ strict: false }) as { tab?: Tab }
  const navigate = useNavigate()
  const adding = useSheet('new-lead')
  const shown = tabs.filter(([value]) => value !== 'all' || isAdmin)
  const current = shown.some(([value]) => value === tab) ? tab : 'unclaimed'
  return (
    <Page
      title="Sales CRM"
      about="Businesses that asked about Fieldhive or began to set up"
      actions={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => adding.show(true)}>
          Add lead
        </Button>
      }
    >
      <Overview />
      <Tabs
        value={current}
        onChange={(next) => void navigate({ to: '.', search: { tab: next } as never })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {shown.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([value]) => (
          <Tabs.Panel key={value} value={value}>
            <Leads tab={value} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <NewLeadSheet key={adding.key} opened={adding.opened} onClose={adding.hide} />
    </Page>
  )
}

function Overview() {
  const counts = useQuery({
    ...api['GET /api/sales/stats/overview'].query(),
    refetchInterval: refreshMs,
  }).data?.summary
  return (
    <dl className={salesCss.counts}>
      <Count name="Open" value={counts?.open_count} />
      <Count name="Unclaimed leads" value={counts?.unclaimed_count} />
      <Count name="Won" value={counts?.won_count} />
      <Count name="Lost" value={counts?.lost_count} />
    </dl>
  )
}

const Count = ({ name, value }: { name: string; value: number | undefined }) => (
  <div className={salesCss.count}>
    <dt>{name}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)

function Leads({ tab }: { tab: Tab }) {
  const [filter, setFilter] = useState<Filter>({
    q: '',
    // Closed leads are not there to claim.
    status: tab === 'unclaimed' ? 'open' : '',
    stage: '',
  })
  const list = useInfiniteQuery({
    ...api['GET /api/sales/leads'].pages({ query: { ...filter, [tab]: '1' } }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const sheet = useSheet<{ id: string }>('lead')
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? []
  return (
    <Stack gap="lg">
      <Filters filter={filter} change={(next) => setFilter({ ...filter, ...next })} />
      <Loaded of={list} failure="Failed to load leads" skeleton={<Bars rows={5} />}>
        {() =>
          leads.length === 0 ? (
            <EmptyState title="No leads here" icon={<Target size={22} />} />
          ) : (
            <div>
              <ul className={css.rows} aria-label="Leads">
                {leads.map((lead) => (
                  <LeadRow key={lead.id} lead={lead} open={() => sheet.show({ id: lead.id })} />
                ))}
              </ul>
              <LoadMore of={list} />
            </div>
          )
        }
      </Loaded>
      <LeadSheet
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        lead={leads.find(({ id }) => id === sheet.about?.id) ?? null}
      />
    </Stack>
  )
}

type FiltersProps = { filter: Filter; change: (next: Partial<Filter>) => void }

const Filters = ({ filter, change }: FiltersProps) => (
  <Group component="search" aria-label="Filter leads" align="flex-end" gap="sm">
    <SearchField
      label="Search leads"
      placeholder="Name, company, email or phone"
      value={filter.q}
      change={(q) => change({ q })}
    />
    <Select
      label="Status"
      placeholder="All"
      clearable
      flex="1 1 130px"
      data={leadStatuses.map((value) => ({ value, label: labelOf(value) }))}
      value={filter.status || null}
      onChange={(status) => change({ status: status ?? '' })}
    />
    <Select
      label="Stage"
      placeholder="All"
      clearable
      flex="1 1 130px"
      data={leadStages.map((value) => ({ value, label: labelOf(value) }))}
      value={filter.stage || null}
      onChange={(stage) => change({ stage: stage ?? '' })}
    />
  </Group>
)

const empty = { email: '', name: '', company: '', phone: '' }

/** Adds somebody met elsewhere; they belong to who adds them. */
function NewLeadSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useActionForm<typeof empty, unknown>({
    initialValues: empty,
    validate: bySchema(LeadByHand),
    failure: 'Could not add lead',
    send: (body) => api['POST /api/sales/leads']({ body }),
    sent: async () => {
      toast.done('Lead added')
      onClose()
      await refreshLeads(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="New lead"
      form={form}
      action="Add to my pipeline"
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Company" {...form.getInputProps('company')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
    </FormSheet>
  )
}
