import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ArrowRight, Globe, Mail, MapPin, Phone, Printer, SearchX, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { dayKeys, minutesOfTime, clockText } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { showsPrice, type PublicOrganization } from '../../../domain/flows/signup.ts'
import { Bars, BusinessLogo } from '../../ui/Page.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { offerQuery, type Offer } from '../../shared/wizard/place.ts'
import css from './flyer.module.css'
import { currentLocale } from '../../app/locale.ts'
import { useWords } from '../../app/words.ts'
import { signupWords } from '../../../words/en/signup.ts'

/** As many as fit the printed page; CSS hides the rest. */
const printedServices = 7

/** A printable page for a business: its services and the QR code of its sign-up. */
export default function Flyer() {
  const words = useWords(signupWords)
  const { slug = '' } = useParams({ strict: false })
  const offer = useQuery(offerQuery({ slug }, null))
  if (offer.isPending) {
    return (
      <div className={css.page}>
        <Bars rows={2} height={180} />
      </div>
    )
  }
  if (!offer.data) {
    return (
      <Stack align="center" ta="center" gap="xs" className={css.page}>
        <SearchX size={44} aria-hidden />
        <Title order={1}>{words.organizationLost}</Title>
        <Text maw={420}>{words.linkMistyped}</Text>
        <Anchor href="/support" underline="always" py={10}>
          {words.contactSupport}
        </Anchor>
      </Stack>
    )
  }
  return <Sheet offer={offer.data} slug={slug} />
}

function Sheet({ offer, slug }: { offer: Offer; slug: string }) {
  const words = useWords(signupWords)
  const { organization, services } = offer
  const industry = organization.industry && words.industry(organization.industry)
  const path = `/signup/org/${slug}`
  const address = `${location.origin}${path}`
  return (
    <div className={css.page}>
      <Group justify="flex-end" mb="md" className="fh-no-print">
        <Button
          variant="default"
          leftSection={<Printer size={17} aria-hidden />}
          onClick={() => print()}
        >
          {words.print}
        </Button>
        <Button component="a" href={path} rightSection={<ArrowRight size={17} aria-hidden />}>
          {words.signUp}
        </Button>
      </Group>
      <article className={css.sheet}>
        <header className={css.head}>
          <BusinessLogo logo={organization.logo} />
          {industry && <div className={css.industry}>{industry}</div>}
          <Title order={1} fz="clamp(1.75rem, 1.3rem + 2.4vw, 2.75rem)" lh={1.1}>
            {organization.name}
          </Title>
        </header>
        <div className={css.columns}>
          <div className={css.code}>
            <QrCode text={address} label={words.qrTo(address)} size={256} />
            <Text fw={700} fz="lg" ta="center">
              {words.scan}
            </Text>
            <Text fz="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
              {address.replace(/^https?:\/\//, '')}
            </Text>
          </div>
          <Stack gap="lg" className={css.facts}>
            {services.length > 0 && (
              <section aria-labelledby="flyer-services">
                <Title order={2} id="flyer-services" mb="xs">
                  {words.services}
                </Title>
                <ul className={css.list}>
                  {services.map((service) => (
                    <li key={service.key}>
                      <span>
                        {service.label}
                        {service.description && (
                          <Text component="span" display="block" c="dimmed" fz="sm">
                            {service.description}
                          </Text>
                        )}
                      </span>
                      {showsPrice(service.price_cents) && (
                        <span className="fh-money">{formatCents(service.price_cents)}</span>
                      )}
                    </li>
                  ))}
                </ul>
                {services.length > printedServices && (
                  <div className={css.more}>{words.andMore(services.length - printedServices)}</div>
                )}
              </section>
            )}
            <Hours organization={organization} />
            <Contact organization={organization} />
          </Stack>
        </div>
      </article>
    </div>
  )
}

const clock = (time: string): string => {
  const minutes = minutesOfTime(time)
  return minutes === null ? time : clockText(minutes, currentLocale())
}

function Hours({ organization: { business_hours } }: { organization: PublicOrganization }) {
  const words = useWords(signupWords)
  if (!business_hours) return null
  return (
    <section aria-labelledby="flyer-hours">
      <Title order={2} id="flyer-hours" mb="xs">
        {words.hours}
      </Title>
      <ul className={css.list}>
        {dayKeys.map((key, at) => {
          const day = business_hours[key]
          return (
            <li key={key}>
              <span>{words.weekday(at)}</span>
              <span>
                {!day || day.closed ? words.closed : `${clock(day.open)} – ${clock(day.close)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Contact({ organization }: { organization: PublicOrganization }) {
  const words = useWords(signupWords)
  const { phone_number, email, website, insurance_provider } = organization
  const place = [organization.city, organization.state].filter(Boolean).join(', ')
  return (
    <section aria-labelledby="flyer-contact">
      <Title order={2} id="flyer-contact" mb="xs">
        {words.contact}
      </Title>
      <Stack gap={2}>
        {phone_number && (
          <Fact icon={<Phone size={17} aria-hidden />}>
            <a href={callAddress(phone_number)}>{phoneText(phone_number)}</a>
          </Fact>
        )}
        {email && (
          <Fact icon={<Mail size={17} aria-hidden />}>
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        )}
        {website && (
          <Fact icon={<Globe size={17} aria-hidden />}>
            <a href={website} rel="noreferrer">
              {website.replace(/^https?:\/\//, '')}
            </a>
          </Fact>
        )}
        {place && <Fact icon={<MapPin size={17} aria-hidden />}>{place}</Fact>}
        {insurance_provider && (
          <Fact icon={<ShieldCheck size={17} aria-hidden />}>
            {words.insuredBy(insurance_provider)}
          </Fact>
        )}
      </Stack>
    </section>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className={css.fact}>
    {icon}
    <span>{children}</span>
  </div>
)
