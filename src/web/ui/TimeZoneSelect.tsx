import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../app/words.ts'
import { uiWords } from '../../words/en/ui.ts'

/** United States time zones first; almost everyone here needs one of them. */
const usual = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
]

/** Every time zone, searchable. The list has nine hundred elements, so it renders on focus. */
export function TimeZoneSelect({
  value,
  ...props
}: Omit<SelectProps, 'data' | 'value' | 'searchable'> & { value: string | null }) {
  const words = useWords(uiWords)
  const [isWanted, setWanted] = useState(false)
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={words.noZone}
      {...props}
      value={value}
      data={isWanted ? zonesWith(value, words) : value ? [value] : []}
      onFocus={(event) => {
        setWanted(true)
        props.onFocus?.(event)
      }}
      onPointerEnter={() => setWanted(true)}
    />
  )
}

type Groups = { zonesHere: string; zonesElsewhere: string }
function zonesWith(present: string | null, words: Groups) {
  const rest = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone))
  const isKnown = !present || usual.includes(present) || rest.includes(present)
  return [
    { group: words.zonesHere, items: usual },
    { group: words.zonesElsewhere, items: isKnown ? rest : [present, ...rest] },
  ]
}
