import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RuleInForce } from '../../../../api/series.ts'
import { api } from '../../../client.ts'
import { Loaded } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import type { Calendar } from '../../../visits/calendar.ts'
import type { SeriesWish } from '../../../visits/series-wish.ts'
import { ruleOfWish, titles, wishText } from './series-sheet.ts'
import { EditForm } from './SeriesEdit.tsx'
import { EndForm } from './SeriesEnd.tsx'
import { PauseForm } from './SeriesPause.tsx'

type Props = {
  opened: boolean
  wish: SeriesWish | null
  asked: number
  onClose: () => void
  calendar: Calendar
}

/** A whole series, or the part of it after a visit: what it is, when it ends. Everything is shown before it is done. */
export function SeriesSheet({ opened, wish, asked, onClose, calendar }: Props) {
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={wish ? titles[wish.what] : ''}
      side
      above
      size="lg"
    >
      {wish && <WithRule key={asked} wish={wish} onClose={onClose} calendar={calendar} />}
    </Sheet>
  )
}

type WithRuleProps = { wish: SeriesWish; calendar: Calendar; onClose: () => void }

function WithRule({ wish, ...rest }: WithRuleProps) {
  const rule = useQuery({
    ...api['GET /api/schedule/{rule_id}'].query({ params: { rule_id: ruleOfWish(wish) } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        {wishText(wish)}
      </Text>
      <Loaded of={rule} failure="Failed to load the series">
        {(data) => <WishForm rule={data} wish={wish} {...rest} />}
      </Loaded>
    </>
  )
}

function WishForm({
  rule: inForce,
  wish,
  calendar,
  onClose,
}: WithRuleProps & { rule: RuleInForce }) {
  // What is asked about is the end of the whole series, not of its part before a new price.
  const rule = { ...inForce, end_date: inForce.ends_on }
  if (wish.what === 'edit')
    return <EditForm rule={rule} wish={wish} calendar={calendar} onClose={onClose} />
  if (wish.what === 'pause')
    return <PauseForm rule={rule} visit={wish.visit} today={calendar.today} onClose={onClose} />
  return (
    <EndForm
      rule={rule}
      reference={ruleOfWish(wish)}
      visit={wish.what === 'end' ? wish.visit : null}
      today={calendar.today}
      onClose={onClose}
    />
  )
}
