import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, Phone } from 'lucide-react'
import type { CSSProperties } from 'react'
import { phoneText, callAddress } from '../../domain/base/contact.ts'
import { formatCents } from '../../domain/base/money.ts'
import type { Home } from '../../domain/flows/portal.ts'
import { settingsQuery } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useZone } from '../app/today.ts'
import { PhotoGrid } from '../ui/Photos.tsx'
import { longDayLabel, momentLabel } from '../ui/when.ts'
import { useWords } from '../app/words.ts'
import css from './home.module.css'

/** Whose customer this is, in its color, with the shortest answers. */
export function BusinessHead({ home: { business, owed_cents } }: { home: Home }) {
  const words = useWords(portalWords)
  const { name, logo, color, phone_number } = business
  const look = color ? ({ '--business': color } as CSSProperties) : undefined
  return (
    <div className={css.business} style={look}>
      {logo && <img src={logo.path} width={logo.width} height={logo.height} alt="" />}
      <span className={css.name}>{name}</span>
      <span className={css.quick}>
        <Anchor component={Link} to="/app/user/invoices" underline="always" className={css.tap}>
          {owed_cents > 0 ? words.youOwe(formatCents(owed_cents)) : words.owedOn(0)}
        </Anchor>
        {phone_number && (
          <Anchor href={callAddress(phone_number)} underline="always" className={css.tap}>
            {words.call(phoneText(phone_number))}
          </Anchor>
        )}
      </span>
    </div>
  )
}

/** What the customer owes, and how it is paid. */
export function Owed({ home }: { home: Home }) {
  const words = useWords(portalWords)
  const settings = useQuery(settingsQuery).data
  const { owed_cents, owed_invoices } = home
  return (
    <section aria-labelledby="owed" className={css.card}>
      <Title order={2} id="owed" fz="h3">
        {words.owed}
      </Title>
      <Text className={css.amount}>{formatCents(owed_cents)}</Text>
      <Text c="dimmed">{words.owedOn(owed_invoices)}</Text>
      {settings?.autopay_enabled && (
        <Text c="dimmed">{words.autopayOn(settings.preferred_charge_day)}</Text>
      )}
      <Group gap="xs" mt="xs">
        <Button component={Link} to="/app/user/invoices" variant="default" mih={44}>
          {words.seeInvoices}
        </Button>
        <Button component={Link} to="/app/user/payments" variant="default" mih={44}>
          {words.methods}
        </Button>
      </Group>
    </section>
  )
}

/** How to reach the business. */
export function Reach({ business: { name, phone_number, email } }: { business: Home['business'] }) {
  const words = useWords(portalWords)
  if (!phone_number && !email) return null
  return (
    <section aria-labelledby="reach" className={css.card}>
      <Title order={2} id="reach" fz="h3">
        {words.reach(name)}
      </Title>
      <Group gap="xs" mt="xs">
        {phone_number && (
          <Button
            component="a"
            href={callAddress(phone_number)}
            mih={44}
            leftSection={<Phone size={16} aria-hidden />}
          >
            {words.call(phoneText(phone_number))}
          </Button>
        )}
        {email && (
          <Button
            component="a"
            href={`mailto:${email}`}
            variant="default"
            mih={44}
            leftSection={<Mail size={16} aria-hidden />}
          >
            {words.writeTo}
          </Button>
        )}
      </Group>
      {email && (
        <Text c="dimmed" fz="sm" mt="xs" className={css.address}>
          {email}
        </Text>
      )}
    </section>
  )
}

/** The last visit that was done. */
export function LastVisit({ visit }: { visit: NonNullable<Home['last_visit']> }) {
  const words = useWords(portalWords)
  const zone = useZone()
  return (
    <section aria-labelledby="last-visit" className={css.card}>
      <Title order={2} id="last-visit" fz="h3">
        {words.lastVisit}
      </Title>
      <Text fw={600} className={css.capital}>
        {longDayLabel(visit.date)}
      </Text>
      <Text c="dimmed">{[visit.service, visit.team].filter(Boolean).join(' · ')}</Text>
      {visit.notes.length > 0 && (
        <div>
          <Text fw={600}>{words.fromTheCrew}</Text>
          {visit.notes.map((text) => (
            <Text key={text} className={css.said}>
              {text}
            </Text>
          ))}
        </div>
      )}
      {visit.photos.length > 0 && (
        <PhotoGrid name="photo" photos={visit.photos} about={({ at }) => momentLabel(at, zone)} />
      )}
      {visit.invoice_id && (
        <Anchor
          component={Link}
          to={`/app/invoices/${visit.invoice_id}`}
          underline="always"
          py={10}
          mb={-10}
        >
          {words.itsInvoice}
        </Anchor>
      )}
    </section>
  )
}
