import { Anchor, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { CustomerOverview } from '../../../api/customer-page.ts'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { customerStatusLabels } from '../../../domain/customers/customer.ts'
import { officeRoles } from '../../../domain/base/roles.ts'
import { useCrumb } from '../../app/crumb.ts'
import { overviewQuery } from '../../shared/customers/overview.ts'
import { customerName, statusTones } from '../../shared/customers/queries.ts'
import { useHasRole } from '../../app/me.ts'
import '../../shared/money/live-invoices.ts'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import css from './customer-page.module.css'
import { PageActions } from './PageActions.tsx'
import { MoneyFacts, PageInvoices, PagePayments } from './PageMoney.tsx'
import { PageWork } from './PageWork.tsx'

const PageAside = lazy(() => import('./PageAside.tsx'))

/** Everything about one customer: what they owe, when we come, what was done, written and paid. */
export default function CustomerPage() {
  const { id } = useParams({ strict: false })
  const overview = useQuery(overviewQuery(id ?? ''))
  useCrumb(overview.data && customerName(overview.data))
  return (
    <Loaded
      of={overview}
      failure="Failed to load this customer"
      skeleton={
        <Page title="Customer">
          <Bars rows={5} height={96} />
        </Page>
      }
    >
      {(data) => <Shown overview={data} />}
    </Loaded>
  )
}

function Shown({ overview }: { overview: CustomerOverview }) {
  const canManage = useHasRole(...officeRoles)
  const { work } = overview
  return (
    <Page
      title={customerName(overview)}
      about={<Who overview={overview} />}
      actions={work && canManage && <PageActions customer={work.customer} />}
    >
      <Stack gap="lg">
        <MoneyFacts overview={overview} />
        <div className={work ? css.columns : undefined}>
          <Stack gap="lg" miw={0}>
            {work && <PageWork work={work} />}
            <PageInvoices overview={overview} />
            <PagePayments overview={overview} />
          </Stack>
          {work && (
            <Suspense fallback={<Bars rows={4} height={96} />}>
              <PageAside work={work} canManage={canManage} />
            </Suspense>
          )}
        </div>
      </Stack>
    </Page>
  )
}

function Who({ overview }: { overview: CustomerOverview }) {
  const { status, phone_number, email, has_autopay, has_card_on_file, work } = overview
  return (
    <Group component="span" gap="xs" mt={4}>
      <StatusChip tone={statusTones[status]}>{customerStatusLabels[status]}</StatusChip>
      {has_autopay && <StatusChip tone="good">Autopay</StatusChip>}
      {!has_autopay && has_card_on_file && <StatusChip>Card on file</StatusChip>}
      {work?.customer.held_since && <StatusChip tone="bad">Held: payment</StatusChip>}
      {phone_number && (
        <Anchor href={callAddress(phone_number)} underline="always">
          {phoneText(phone_number)}
        </Anchor>
      )}
      {email && (
        <Anchor href={`mailto:${email}`} underline="always" className={css.email}>
          {email}
        </Anchor>
      )}
    </Group>
  )
}
