import { Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RecordChange } from '../../../api/history.ts'
import type { RecordKind } from '../../../domain/base/record-history.ts'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { momentLabel } from '../../ui/when.ts'
import css from './history.module.css'
import { ArrowRight } from 'lucide-react'
import type { Change } from '../../../domain/base/history.ts'

const call = api['GET /api/owner/record-changes']

onLive(
  [
    'customer_updated',
    'invoice.*',
    'payment_updated',
    'schedule.*',
    'occurrence_updated',
    'team_updated',
  ],
  () => void queryClient.invalidateQueries({ queryKey: call.key() }),
)

type Props = {
  record: RecordKind
  /** Of a visit: its occurrence id. */
  id: string
}

/** What changed in one customer, visit, invoice or person, from what to what, for the office. */
export function RecordHistory({ record, id }: Props) {
  const entries = useInfiniteQuery(call.pages({ query: { record, id, limit: 10 } }))
  return (
    <Loaded
      of={entries}
      failure="Failed to load the history"
      skeleton={<Bars rows={3} height={48} />}
    >
      {({ pages }) => {
        const all = pages.flatMap((page) => page.entries)
        if (all.length === 0) return <Text c="dimmed">Nothing was changed yet.</Text>
        return (
          <>
            <ol className={css.entries} aria-label="History">
              {all.map((entry) => (
                <Entry key={entry.id} entry={entry} isPart={entry.record !== record} />
              ))}
            </ol>
            <LoadMore of={entries} label="Load older changes" />
          </>
        )
      }}
    </Loaded>
  )
}

/** `isPart`: it is about a visit or invoice of the customer shown. */
function Entry({ entry, isPart }: { entry: RecordChange; isPart: boolean }) {
  const zone = useMe().organization_timezone
  const { at, title, person, by_support, act, ip, changes } = entry
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <strong>{isPart ? title : (act ?? 'Changed')}</strong>
        <span className={css.soft}>{momentLabel(at, zone)}</span>
      </div>
      <p className={css.soft}>
        {person?.name ?? 'Automatic'}
        {by_support && ', by Fieldhive support'}
        {isPart && act && ` · ${act}`}
        {ip && ` · ${ip}`}
      </p>
      <ChangeList changes={changes} />
    </li>
  )
}

/** From what to what, field by field. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <ul className={css.changes}>
      {changes.map((change, n) => (
        <li key={`${n} ${change.field}`}>
          <ChangeText change={change} />
        </li>
      ))}
    </ul>
  )

const ChangeText = ({ change: { field, from, to } }: { change: Change }) => (
  <>
    <span className={css.soft}>{field.replaceAll('_', ' ')}: </span>
    {from !== null && (
      <>
        {from} <ArrowRight size={13} aria-hidden /> <VisuallyHidden>to</VisuallyHidden>
      </>
    )}
    {to ?? 'empty'}
  </>
)
