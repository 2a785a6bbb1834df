import { Button, Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addressLine, phoneText } from '../../../domain/base/contact.ts'
import { weekdayName, weekdayOfKey } from '../../../domain/base/dates.ts'
import { accountWords } from '../../../words/en/account.ts'
import { useLocale } from '../locale.ts'
import { useMe } from '../me.ts'
import { locationsQuery, ownSeriesQuery, preferencesQuery } from '../../portal/queries.ts'
import { useWords } from '../words.ts'
import css from './summary.module.css'

type Tab = 'account' | 'services' | 'schedule' | 'organization'

/** What the account says about a customer, each part with the way to change it. */
export function Summary({ onOpen }: { onOpen: (tab: Tab) => void }) {
  const words = useWords(accountWords)
  const rows = useRows()
  return (
    <Card component="section" aria-labelledby="summary" padding="lg">
      <Title order={2} id="summary" mb="xs">
        {words.summary}
      </Title>
      <dl className={css.rows}>
        {rows.map(({ tab, lines }) => (
          <div key={tab} className={css.row}>
            <dt>{words.tabs[tab]}</dt>
            <dd>
              <div>
                {lines.filter(Boolean).map((line) => (
                  <Text key={line} className={css.line}>
                    {line}
                  </Text>
                ))}
              </div>
              <Button
                variant="default"
                mih={44}
                aria-label={words.changeOf(words.tabs[tab])}
                onClick={() => onOpen(tab)}
              >
                {words.change}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function useRows(): { tab: Tab; lines: (string | null)[] }[] {
  const words = useWords(accountWords)
  const locale = useLocale()
  const me = useMe()
  const locations = useQuery(locationsQuery).data?.locations ?? []
  const series = useQuery(ownSeriesQuery).data?.series ?? []
  const days = useQuery(preferencesQuery).data?.available_days ?? []
  const home = locations.find(({ is_default }) => is_default)
  const services = [...new Set(series.map(({ label }) => label))].join(', ')
  const named = days.map((key) => weekdayName(weekdayOfKey(key) ?? 0, locale)).join(', ')
  return [
    {
      tab: 'account',
      lines: [
        me.name,
        me.email,
        me.phone_number && phoneText(me.phone_number),
        home ? addressLine(home) : null,
        locations.length > 1 ? words.moreAddresses(locations.length - 1) : null,
      ],
    },
    { tab: 'services', lines: [services || words.noServices] },
    { tab: 'schedule', lines: [named || words.anyDay] },
    { tab: 'organization', lines: [me.organization_name ?? words.none] },
  ]
}
