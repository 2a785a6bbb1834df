import { Card, Select, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import classes from './settings.module.css'

/** The sections of a business's settings, in the groups of the list, each with the fields it holds. */
const groups = [
  {
    label: 'Your business',
    sections: [
      {
        value: 'business',
        label: 'Business',
        fields: 'name industry website phone_number email insurance_provider estimated_customers',
      },
      {
        value: 'address',
        label: 'Address and area',
        fields: 'street city state zip time_zone service_area_zipcodes',
      },
      { value: 'hours', label: 'Business hours', fields: 'business_hours' },
      { value: 'closed', label: 'Days you are closed', fields: 'closed_dates' },
    ],
  },
  {
    label: 'Customers',
    sections: [
      {
        value: 'signup',
        label: 'Sign-up',
        fields: 'signup_open activate_signups signups_in_area_only listed',
      },
      { value: 'brand', label: 'Logo and color', fields: 'logo color picture' },
      { value: 'reviews', label: 'Reviews', fields: 'review_on review_url' },
    ],
  },
  {
    label: 'Money',
    sections: [
      { value: 'payments', label: 'Payments & payouts', fields: 'wallets_on' },
      {
        value: 'invoices',
        label: 'Invoices',
        fields:
          'invoice_sending customer_due_day invoice_prefix invoice_terms credits_wait tips_on',
      },
      {
        value: 'reminders',
        label: 'Payment reminders',
        fields: 'bill_reminders_on bill_reminder_steps',
      },
      {
        value: 'late',
        label: 'Late fee and hold',
        fields: 'fee_on fee_kind fee_amount fee_days hold_on hold_dollars hold_days',
      },
      { value: 'tax', label: 'Sales tax', fields: 'rates usual' },
    ],
  },
  {
    label: 'Staff',
    sections: [{ value: 'sign-in', label: 'Sign-in', fields: 'requires_second_factor' }],
  },
] as const
const sections = groups.flatMap((group) => [...group.sections])

export type SectionName = (typeof sections)[number]['value']

/** The section that a URL names; the first one if it names none. */
export const sectionNamed = (name: string | undefined): SectionName =>
  sections.find(({ value }) => value === name)?.value ?? 'business'

/** The section that holds a field, or a path within one. */
export const sectionOf = (path: string): SectionName | undefined =>
  sections.find(({ fields }) => fields.split(' ').includes(path.split('.')[0]!))?.value

const wording = 'Message wording'

type NavProps = {
  shown: SectionName
  /** The sections with changes that are not saved. */
  changed: ReadonlySet<string | undefined>
  go: (section: SectionName) => void
  goWording: () => void
}

/** Every section: a list at the side, on a phone one field on top. */
export const SectionNav = ({ shown, changed, go, goWording }: NavProps) => (
  <>
    <Select
      hiddenFrom="md"
      label="Section"
      allowDeselect={false}
      value={shown}
      data={groups.map(({ label, sections: items }) => ({
        group: label,
        items: [
          ...items.map((one) => ({
            value: one.value as string,
            label: changed.has(one.value) ? `${one.label} (not saved)` : one.label,
          })),
          ...(label === 'Customers' ? [{ value: 'wording', label: wording }] : []),
        ],
      }))}
      onChange={(next) => (next === 'wording' ? goWording() : go(next as SectionName))}
    />
    <nav aria-label="Sections" className={classes.sections}>
      {groups.map(({ label, sections: items }) => (
        <div key={label}>
          <Text c="dimmed" fz="sm">
            {label}
          </Text>
          {items.map((one) => (
            <Link
              key={one.value}
              to="/app/settings"
              search={{ tab: 'organization', section: one.value }}
              className={classes.sectionLink}
              aria-current={one.value === shown ? 'page' : undefined}
            >
              {one.label}
              {changed.has(one.value) && <em> (not saved)</em>}
            </Link>
          ))}
          {label === 'Customers' && (
            <Link to="/app/settings/wording" className={classes.sectionLink}>
              {wording}
            </Link>
          )}
        </div>
      ))}
    </nav>
  </>
)

type SectionProps = { title: string; about?: ReactNode; beside?: ReactNode; children: ReactNode }

/** One section: what it is, and its fields. */
export function Section({ title, about, beside, children }: SectionProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} padding="lg">
      <Stack gap="sm">
        <div className={classes.sectionHead}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {beside}
        </div>
        {about && <Text>{about}</Text>}
        {children}
      </Stack>
    </Card>
  )
}

/** What few businesses change, with what it is good for. */
export const Fold = ({ title, about, children }: SectionProps & { about: string }) => (
  <details className={classes.fold}>
    <summary>
      {title}
      <Text c="dimmed" fz="sm">
        {about}
      </Text>
    </summary>
    <Stack gap="sm" mt="sm">
      {children}
    </Stack>
  </details>
)
