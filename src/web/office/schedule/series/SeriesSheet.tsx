import { Text, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RuleInForce } from '../../../../api/series.ts'
import { api } from '../../../app/client.ts'
import { Loaded } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import type { SeriesWish } from '../../../shared/visits/series-wish.ts'
import { ruleOfWish, titles, wishText, endedText, yearMore } from './series-sheet.ts'
import { EditForm } from './SeriesEdit.tsx'
import { PauseForm } from './SeriesPause.tsx'
import { useState } from 'react'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { recurrenceText } from '../../../../domain/schedule/recurrence-text.ts'
import type { ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { DateField } from '../../../ui/DateField.tsx'
import css from '../../../ui/forms.module.css'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { dateLabel, dayLabel } from '../../../ui/when.ts'
import { SavingForm } from './SavingForm.tsx'

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

type EndProps = {
  rule: ScheduleRule
  reference: string
  /** The visit it may end with; null where its end is only put off. */
  visit: Visit | null
  today: LocalDate
  onClose: () => void
}

/** When a series ends. */
function EndForm({ rule, reference, visit, today, onClose }: EndProps) {
  const [end_date, setEnd] = useState(visit ? rule.end_date : yearMore(rule.end_date, today))
  useUnsaved(end_date)
  const choices = [
    ...(visit && visit.date >= today
      ? [{ label: `With the visit of ${dayLabel(visit.date)}`, end: visit.date }]
      : []),
    { label: 'One more year', end: yearMore(rule.end_date, today) },
    { label: 'No end', end: null },
  ]
  return (
    <SavingForm
      body={end_date === rule.end_date ? null : { scope: 'all', end_date }}
      reference={reference}
      done={endedText(rule.end_date, end_date)}
      onClose={onClose}
    >
      <Text size="sm">
        {recurrenceText(rule)},{' '}
        {rule.end_date ? `until ${dateLabel(rule.end_date)}` : 'without an end'}
      </Text>
      <DateField
        label="Last date"
        placeholder="No end"
        clearable
        value={end_date}
        onChange={setEnd}
        minDate={today}
        data-autofocus
      />
      <div className={css.buttons} style={{ marginTop: 0 }}>
        {choices.map(({ label, end }) => (
          <Button key={label} variant="default" size="compact-md" onClick={() => setEnd(end)}>
            {label}
          </Button>
        ))}
      </div>
    </SavingForm>
  )
}
