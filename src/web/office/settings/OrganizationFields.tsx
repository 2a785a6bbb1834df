import { ActionIcon, Anchor, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { zipDigits } from '../../../domain/base/contact.ts'
import { industries, type Industry } from '../../../domain/base/onboarding.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx'
import { dateLabel } from '../../ui/when.ts'
import { HoursEditor } from '../../shared/organization/HoursEditor.tsx'
import type { Draft } from './draft.ts'
import type { Fields } from './parts.ts'
import { Section } from './Sections.tsx'
import classes from './settings.module.css'
import { useQuery } from '@tanstack/react-query'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { monthOf } from '../../../domain/base/month.ts'
import { monthQuery } from '../../shared/visits/queries.ts'

type Own = Fields<Draft>

export function BusinessSection({ values, set, errors }: Own) {
  const field = (name: 'name' | 'website' | 'phone_number' | 'email' | 'insurance_provider') => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  })
  return (
    <Section title="Business" about="Your name, and how customers reach you.">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label="Name" autoComplete="organization" {...field('name')} />
        <Select
          label="Industry"
          allowDeselect={false}
          data={industries}
          value={values.industry}
          onChange={(industry) => set({ industry: industry as Industry })}
        />
        <TextInput
          label="Website"
          placeholder="example.com"
          inputMode="url"
          autoComplete="url"
          {...field('website')}
        />
        <TextInput label="Phone" type="tel" autoComplete="tel" {...field('phone_number')} />
        <TextInput label="Email" type="email" autoComplete="email" {...field('email')} />
        <TextInput label="Insurance provider" {...field('insurance_provider')} />
        <TextInput
          label="Estimated customers"
          inputMode="numeric"
          value={values.estimated_customers}
          error={errors.estimated_customers}
          onChange={({ currentTarget: { value } }) =>
            set({ estimated_customers: value.replace(/\D/g, '').slice(0, 7) })
          }
        />
      </SimpleGrid>
      <Text fz="sm">
        What you offer and at which price is kept under{' '}
        <Anchor component={Link} to="/app/services" underline="always" inherit>
          Services
        </Anchor>
        .
      </Text>
    </Section>
  )
}

export const AddressSection = ({ values, set, errors }: Own) => (
  <Section title="Address and area" about="Where you are, and where you work.">
    <AddressFields values={values} errors={errors} set={set} autoFill />
    <TimeZoneSelect
      label="Time zone"
      allowDeselect={false}
      value={values.time_zone}
      onChange={(time_zone) => time_zone && set({ time_zone })}
    />
    <ServiceArea
      zips={values.service_area_zipcodes}
      onChange={(service_area_zipcodes) => set({ service_area_zipcodes })}
    />
  </Section>
)

export const HoursSection = ({ values, set, tried }: Own) => (
  <Section title="Business hours">
    <HoursEditor
      folded
      hours={values.business_hours}
      onChange={(business_hours) => set({ business_hours })}
      strict={tried}
    />
  </Section>
)

export const ClosedSection = ({ values, set }: Own) => (
  <Section title="Days you are closed" about="No visit is planned on these days.">
    <ClosedDates dates={values.closed_dates} onChange={(closed_dates) => set({ closed_dates })} />
  </Section>
)

type SignupSwitch = 'signup_open' | 'activate_signups' | 'signups_in_area_only' | 'listed'

export function SignupSection({ values, set, slug }: Own & { slug: string }) {
  const field = (name: SignupSwitch) => ({
    checked: values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      set({ [name]: event.currentTarget.checked }),
  })
  return (
    <Section title="Sign-up" about="How new customers come to you on their own.">
      <Switch
        label="Take sign-ups"
        description={`Opens the permanent link and /signup/org/${slug} to new customers.`}
        {...field('signup_open')}
      />
      <Switch
        label="Activate completed sign-ups"
        description="They become active customers right away instead of leads."
        {...field('activate_signups')}
      />
      <Switch
        label="Only inside the service area"
        description="Sign-ups from other ZIP codes are refused instead of marked."
        {...field('signups_in_area_only')}
      />
      <Switch
        label="Be found by customers of other businesses"
        description="They see your name, city and industry, and can ask to become yours."
        {...field('listed')}
      />
    </Section>
  )
}

/** Service area ZIPs: typed or pasted, any number. */
function ServiceArea({
  zips,
  onChange,
}: {
  zips: readonly string[]
  onChange: (zips: string[]) => void
}) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const found = text
      .split(/[^\d-]+/)
      .map(zipDigits)
      .filter((zip) => zip.length === 5)
    if (found.length > 0) onChange([...new Set([...zips, ...found])].toSorted())
    setTyped('')
  }
  return (
    <div>
      <TextInput
        label="Service area ZIP codes"
        description="Leave empty to serve everywhere. Press Enter after each, or paste a list."
        inputMode="numeric"
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value
          // A pasted list, or a typed separator: add what is complete.
          if (/\d{5}[^\d-]/.test(text)) add(text)
          else setTyped(text.replace(/\D/g, '').slice(0, 5))
        }}
        onPaste={(event) => {
          event.preventDefault()
          add(`${typed} ${event.clipboardData.getData('text')}`)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add(typed)
        }}
        onBlur={() => add(typed)}
      />
      <Pills
        label="Service area"
        words={zips}
        remove={(zip) => onChange(zips.filter((one) => one !== zip))}
      />
    </div>
  )
}

function ClosedDates({
  dates,
  onChange,
}: {
  dates: readonly string[]
  onChange: (dates: string[]) => void
}) {
  const [added, setAdded] = useState<string[]>([])
  const add = (date: string) => {
    setAdded([...added, date])
    onChange([...dates, date].toSorted())
  }
  return (
    <div>
      <DateField
        label="Add a date"
        description="Holidays and other days off."
        placeholder="Choose a date"
        maw={340}
        value={null}
        refuse={(date) =>
          dates.includes(date) ? `${dateLabel(date)} is a closed date already.` : null
        }
        onChange={(date) => date && add(date)}
      />
      <Pills
        label="Closed dates"
        words={dates}
        shown={dateLabel}
        remove={(date) => onChange(dates.filter((one) => one !== date))}
      />
      {added
        .filter((date) => dates.includes(date))
        .map((date) => (
          <PlannedThen key={date} date={date} />
        ))}
    </div>
  )
}

type PillsProps = {
  label: string
  words: readonly string[]
  shown?: (word: string) => string
  remove: (word: string) => void
}

const Pills = ({ label, words, shown = (word) => word, remove }: PillsProps) =>
  words.length > 0 && (
    <ul className={classes.pills} aria-label={label}>
      {words.map((word) => (
        <li key={word}>
          {shown(word)}
          <ActionIcon
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            size={26}
            radius="xl"
            aria-label={`Remove ${shown(word)}`}
            onClick={() => remove(word)}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )

/** What is planned on a day that is to be closed. Renders nothing if nothing is. */
function PlannedThen({ date }: { date: LocalDate }) {
  const days = useQuery(monthQuery(monthOf(date))).data?.days
  const visits = days?.find((day) => day.date === date)?.visits ?? 0
  if (!visits) return null
  return (
    <Text component="output" fz="sm" mt="xs" display="block">
      {visits === 1 ? '1 visit is' : `${visits} visits are`} planned on {dateLabel(date)} and{' '}
      {visits === 1 ? 'stays' : 'stay'} there until you move {visits === 1 ? 'it' : 'them'}. Rain
      day on the schedule moves a whole day at once.{' '}
      <Anchor component={Link} to="/app/schedule" search={{ date } as never} underline="always">
        Open that week
      </Anchor>
    </Text>
  )
}
