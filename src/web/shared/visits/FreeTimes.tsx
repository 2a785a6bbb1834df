import { useQuery } from '@tanstack/react-query'
import { clockText, type LocalDate } from '../../../domain/base/dates.ts'
import { defaultSettings } from '../../../domain/base/organization.ts'
import { api } from '../../app/client.ts'
import css from '../../ui/forms.module.css'
import { organizationQuery } from './queries.ts'
import { useLocale } from '../../app/locale.ts'
import { useWords } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

type Props = {
  date: LocalDate
  minutes: number | null
  team_id: string | null
  /** The visit being moved does not stand in its own way. */
  except?: string
  value: number | null
  onPick: (minutes: number) => void
}
const shown = 6

/** Free start times of a day as buttons, those from the usual start on before earlier ones. Only a help: any time can be chosen. */
export function FreeTimes({ date, minutes, team_id, except, value, onPick }: Props) {
  const words = useWords(visitWords)
  const locale = useLocale()
  const query = {
    date,
    ...(minutes ? { service_minutes: minutes } : {}),
    ...(team_id ? { team_id } : {}),
    ...(except ? { except } : {}),
  }
  const usual =
    useQuery(organizationQuery).data?.schedule_settings.default_start_minutes ??
    defaultSettings.default_start_minutes
  const { data } = useQuery({
    ...api['GET /api/owner/available-times'].query({ query }),
    retry: false,
  })
  if (!data) return <p className={css.free}>{'\u00A0'}</p>
  if (data.closed) return <p className={css.free}>{words.closedThatDay}</p>
  if (data.slots.length === 0) return <p className={css.free}>{words.noneFree}</p>
  // One an hour says more than four in a row.
  const hourly = data.slots.filter(
    (slot, index) => index === 0 || slot % 60 === 0 || slot === usual,
  )
  const offered = [
    ...hourly.filter((slot) => slot >= usual),
    ...hourly.filter((slot) => slot < usual),
  ]
    .slice(0, shown)
    .sort((a, b) => a - b)
  return (
    <fieldset className={css.free} aria-label={words.freeTimes}>
      {words.free}
      {offered.map((slot) => (
        <button
          key={slot}
          type="button"
          className={css.slot}
          aria-pressed={slot === value}
          onClick={() => onPick(slot)}
        >
          {clockText(slot, locale)}
        </button>
      ))}
    </fieldset>
  )
}
