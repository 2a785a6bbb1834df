import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ImportDetail } from '../../../domain/flows/import.ts'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { Columns } from './Columns.tsx'
import { importQuery } from './queries.ts'
import { Result } from './Result.tsx'
import { Review } from './Review.tsx'
import { Start } from './Start.tsx'

/** Brings customers, work and open balances from another program, one file at a time. */
export default function Import() {
  const { id, step } = useSearch({ strict: false }) as { id?: string; step?: 'columns' }
  return (
    <Page
      title="Import"
      about="Customers, their addresses, work and open balances from another program"
      actions={
        id && (
          <Button component={Link} to="/app/import" variant="default">
            All imports
          </Button>
        )
      }
    >
      {id ? <One key={id} id={id} asksColumns={step === 'columns'} /> : <Start />}
    </Page>
  )
}

function One({ id, asksColumns }: { id: string; asksColumns: boolean }) {
  const one = useQuery(importQuery(id))
  return (
    <Loaded of={one} failure="Failed to load this import" skeleton={<Bars rows={4} />}>
      {(detail) => <Step detail={detail} asksColumns={asksColumns} />}
    </Loaded>
  )
}

function Step({ detail, asksColumns }: { detail: ImportDetail; asksColumns: boolean }) {
  if (detail.state !== 'uploaded') return <Result detail={detail} />
  const isUnread = detail.check === null && (detail.holds === null || leavesOut(detail))
  return asksColumns || isUnread ? <Columns detail={detail} /> : <Review detail={detail} />
}

/** Whether a column with values would be left out. */
const leavesOut = ({ mapping, sample }: ImportDetail): boolean =>
  mapping.some((target, at) => target === null && sample.some((cells) => cells[at]))
