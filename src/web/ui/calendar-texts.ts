import type { DatePickerProps } from '@mantine/dates'
import { localeTags, type Locale } from '../../domain/locale.ts'

type Texts = Pick<
  DatePickerProps,
  'weekdayFormat' | 'monthLabelFormat' | 'monthsListFormat' | 'getDayAriaLabel'
>

/** The names of days and months in a calendar; English is the calendar's own. */
export function calendarTexts(locale: Locale): Texts {
  if (locale === 'en') return {}
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeTags[locale], { timeZone: 'UTC', ...options })
    return (date: string) => format.format(new Date(`${date.slice(0, 10)}T12:00:00Z`))
  }
  return {
    weekdayFormat: by({ weekday: 'narrow' }),
    monthLabelFormat: by({ month: 'long', year: 'numeric' }),
    monthsListFormat: by({ month: 'short' }),
    getDayAriaLabel: by({ day: 'numeric', month: 'long', year: 'numeric' }),
  }
}
