import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/** Zones of the United States first, as nearly everybody here needs one of them. */
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

/** Every time zone there is, found by typing. The list is rendered on focus: it has nine hundred elements. */
export function TimeZoneSelect({
  value,
  ...props
}: Omit<SelectProps, 'data' | 'value' | 'searchable'> & { value: string | null }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="No such zone"
      {...props}
      value={value}
      data={isWanted ? zonesWith(value) : value ? [value] : []}
      onFocus={(event) => {
        setWanted(true)
        props.onFocus?.(event)
      }}
      onPointerEnter={() => setWanted(true)}
    />
  )
}

function zonesWith(present: string | null) {
  const rest = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone))
  const isKnown = !present || usual.includes(present) || rest.includes(present)
  return [
    { group: 'United States', items: usual },
    { group: 'Elsewhere', items: isKnown ? rest : [present, ...rest] },
  ]
}
