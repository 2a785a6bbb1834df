import { Text } from '@mantine/core'
import { addDays, type LocalDate } from '../../domain/base/dates.ts'
import { longestPauseDays, type OwnSeriesList } from '../../domain/flows/portal.ts'
import { api } from '../app/client.ts'
import { ownSeriesQuery, reloadUpcoming } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { queryClient } from '../app/query-client.ts'
import { useActionForm, type ActionForm } from '../ui/action-form.ts'
import { DateField } from '../ui/DateField.tsx'
import { FormSheet } from '../ui/FormSheet.tsx'
import { PillChecks, Pills } from '../ui/Pills.tsx'
import { toast } from '../ui/toast.tsx'
import { longDayLabel } from '../ui/when.ts'
import { useWords } from '../app/words.ts'

type Values = { ids: string[]; from: LocalDate | null; resume_on: LocalDate | null }
type Props = { list: OwnSeriesList; opened: boolean; onClose: () => void }

/** Pauses the customer's work from a day until another. */
export default function PauseOwnSheet({ list, opened, onClose }: Props) {
  const words = useWords(portalWords)
  const running = list.series.filter(({ pause }) => pause === null)
  const form = useActionForm<Values, OwnSeriesList>({
    initialValues: {
      ids: running.map(({ series_id }) => series_id),
      from: list.pause_from,
      resume_on: null,
    },
    validate: {
      ids: (ids: string[]) => (ids.length === 0 ? words.pauseWhat : null),
      from: (day: LocalDate | null) => (day === null ? words.pauseFromMissing : null),
      resume_on: (day: LocalDate | null) => (day === null ? words.pauseUntilMissing : null),
    },
    failure: words.pauseFailed,
    fields: { series_ids: 'ids' },
    send: ({ ids, from, resume_on }) =>
      api['POST /api/users/series/pause']({
        body: { series_ids: ids, from: from ?? '', resume_on: resume_on ?? '' },
      }),
    sent: async (now) => {
      queryClient.setQueryData(ownSeriesQuery.queryKey, now)
      toast.done(words.pausedDone)
      onClose()
      await reloadUpcoming()
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={words.pauseTitle}
      size="sm"
      form={form}
      action={words.pauseNow}
    >
      {running.length > 1 && (
        <>
          <PillChecks
            legend={words.pauseWhich}
            options={running.map(({ series_id, label, address }) => ({
              value: series_id,
              label: address ? `${label}, ${address}` : label,
            }))}
            value={form.values.ids}
            onChange={(ids) => form.setValues({ ids })}
          />
          {form.errors.ids && (
            <Text c="red" fz="sm" role="alert">
              {form.errors.ids}
            </Text>
          )}
        </>
      )}
      <Days form={form} earliest={list.pause_from} />
    </FormSheet>
  )
}

/** In weeks; any other day is chosen below. */
const lengths = ['1', '2', '4'] as const

function Days({ form, earliest }: { form: ActionForm<Values>; earliest: LocalDate }) {
  const words = useWords(portalWords)
  const { from, resume_on } = form.values
  const first = from ?? earliest
  return (
    <>
      <DateField
        label={words.pauseFrom}
        value={from}
        minDate={earliest}
        error={form.errors.from}
        onChange={(day) =>
          form.setValues({
            from: day,
            resume_on: day && resume_on && resume_on <= day ? null : resume_on,
          })
        }
      />
      <Pills
        legend={words.pauseHowLong}
        options={lengths.map((weeks) => ({ value: weeks, label: words.pauseWeeks(Number(weeks)) }))}
        value={lengths.find((weeks) => addDays(first, 7 * Number(weeks)) === resume_on) ?? null}
        onChange={(weeks) =>
          form.setValues({ from: first, resume_on: addDays(first, 7 * Number(weeks)) })
        }
      />
      <DateField
        label={words.pauseUntil}
        value={resume_on}
        minDate={addDays(first, 1)}
        maxDate={addDays(first, longestPauseDays)}
        error={form.errors.resume_on}
        onChange={(day) => form.setValues({ resume_on: day })}
      />
      <Text c="dimmed" fz="sm">
        {words.pauseAbout(resume_on && longDayLabel(resume_on))}
      </Text>
    </>
  )
}
