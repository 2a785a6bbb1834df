import { useQuery } from '@tanstack/react-query'
import { addressLine, phoneText } from '../../../domain/base/contact.ts'
import { weekdayName, weekdayOfKey } from '../../../domain/base/dates.ts'
import { accountWords } from '../../../words/en/account.ts'
import { useLocale } from '../locale.ts'
import { useMe } from '../me.ts'
import { locationsQuery, ownSeriesQuery, preferencesQuery } from '../../portal/queries.ts'
import { useWords } from '../words.ts'
import css from './account.module.css'

type Section = 'account' | 'services' | 'schedule' | 'organization'

/** The name of a section of the account, with what it says at a glance. */
export function SectionName({ of }: { of: Section }) {
  const words = useWords(accountWords)
  const lines = useGlance()[of]
  return (
    <span className={css.name}>
      <span className={css.part}>{words.tabs[of]}</span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className={css.value}>
          {line}
        </span>
      ))}
    </span>
  )
}

function useGlance(): Record<Section, (string | null)[]> {
  const words = useWords(accountWords)
  const locale = useLocale()
  const me = useMe()
  const locations = useQuery(locationsQuery).data?.locations ?? []
  const series = useQuery(ownSeriesQuery).data?.series ?? []
  const days = useQuery(preferencesQuery).data?.available_days ?? []
  const home = locations.find(({ is_default }) => is_default)
  const services = [...new Set(series.map(({ label }) => label))].join(', ')
  const named = days.map((key) => weekdayName(weekdayOfKey(key) ?? 0, locale)).join(', ')
  return {
    account: [
      me.name,
      me.email,
      me.phone_number && phoneText(me.phone_number),
      home ? addressLine(home) : null,
      locations.length > 1 ? words.moreAddresses(locations.length - 1) : null,
    ],
    services: [services || words.noServices],
    schedule: [named || words.anyDay],
    organization: [me.organization_name ?? words.none],
  }
}
