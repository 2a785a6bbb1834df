import { Anchor, Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CreditCard, Mail, Phone } from 'lucide-react'
import type { CSSProperties } from 'react'
import { phoneText, callAddress } from '../../domain/base/contact.ts'
import { formatCents } from '../../domain/base/money.ts'
import type { Home } from '../../domain/flows/portal.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useMe } from '../app/me.ts'
import { useZone } from '../app/today.ts'
import { BusinessLogo } from '../ui/Page.tsx'
import { PhotoGrid } from '../ui/Photos.tsx'
import { longDayLabel, momentLabel } from '../ui/when.ts'
import { useWords } from '../app/words.ts'
import css from './home.module.css'

/** Whose customer this is, in its color, with the shortest answers; without them while they load. */
export function BusinessHead({ home }: { home: Home | undefined }) {
  const words = useWords(portalWords)
  const ownName = useMe().organization_name
  const { logo, color, name } = home?.business ?? { logo: null, color: null, name: ownName }
  const look = color ? ({ '--business': color } as CSSProperties) : undefined
  return (
    <div className={css.business} style={look}>
      <BusinessLogo logo={logo} />
      <div className={css.whose}>
        <span className={css.name}>{name}</span>
        <Title order={1} className={css.portal}>
          {words.title}
        </Title>
      </div>
      {home && <Quick home={home} />}
    </div>
  )
}

/** What is owed, and how to reach the business. */
function Quick({ home: { business, owed_cents } }: { home: Home }) {
  const words = useWords(portalWords)
  const { phone_number, email } = business
  return (
    <div className={css.quick}>
      {owed_cents > 0 ? (
        <Button
          component={Link}
          to="/app/user/invoices"
          mih={44}
          leftSection={<CreditCard size={16} aria-hidden />}
        >
          {words.balance(formatCents(owed_cents))}
        </Button>
      ) : (
        <span className={css.settled}>
          <CircleCheck size={18} aria-hidden />
          {words.balance(null)}
        </span>
      )}
      {phone_number && (
        <Anchor href={callAddress(phone_number)} underline="always" className={css.tap}>
          <Phone size={17} aria-hidden />
          {words.call(phoneText(phone_number))}
        </Anchor>
      )}
      {email && (
        <Anchor href={`mailto:${email}`} underline="always" className={css.tap}>
          <Mail size={17} aria-hidden />
          {words.writeTo}
        </Anchor>
      )}
    </div>
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
