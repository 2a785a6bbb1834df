// Only this screen has an accordion.
import { Accordion, Button, Group, Stack, Tabs, VisuallyHidden } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Building2, CalendarDays, CircleUserRound, Wrench } from 'lucide-react'
import { useState } from 'react'
import { CalendarCard } from '../../account/CalendarCard.tsx'
import { accountWords } from '../../account/words.ts'
import { useWords } from '../../words.ts'
import { useMe } from '../../me.ts'
import { Page } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { AskedVisits, AskVisitButton } from '../../portal/AskVisit.tsx'
import { StandingNotice } from '../../portal/StandingNotice.tsx'
import { Addresses } from './Addresses.tsx'
import { useConfirmEmail } from './confirm-email.ts'
import { NotificationsCard } from '../../account/NotificationsCard.tsx'
import { NumbersCard } from '../../account/NumbersCard.tsx'
import { PasskeysCard } from '../../account/PasskeysCard.tsx'
import { OfferTextsCard } from './OfferTextsCard.tsx'
import { Organizations } from './Organizations.tsx'
import { ErasureCard } from '../../account/ErasureCard.tsx'
import { ProfileCard } from '../../account/ProfileCard.tsx'
import { SecurityCards } from '../../account/SecurityCards.tsx'
import { UserTab } from '../../account/UserTab.tsx'
import { Summary } from './Summary.tsx'
import { WishedDays, WishedFrequency, WishedServices } from './Wishes.tsx'

const route = getRouteApi('/app/account')

/** A person's own settings; for customers also addresses, preferences and businesses. */
export default function Account() {
  const words = useWords(accountWords)
  useConfirmEmail()
  const isCustomer = useMe().roles.includes('user')
  const { start } = route.useSearch()
  if (start === 'sign-in') return <WayBack />
  return (
    <Page title={words.title} narrow>
      {isCustomer ? <CustomerTabs /> : <UserTab />}
    </Page>
  )
}

/** Right after the office set up a phone: a way to sign in again, and nothing else. */
function WayBack() {
  const words = useWords(accountWords)
  return (
    <Page title={words.wayBackTitle} about={words.wayBackAbout} narrow>
      <Stack gap="lg">
        <VisuallyHidden component="h2">{words.signInSecurity}</VisuallyHidden>
        <NumbersCard />
        <PasskeysCard />
        <Group>
          <Button component={Link} to="/app" size="md">
            {words.wayBackDone}
          </Button>
        </Group>
      </Stack>
    </Page>
  )
}

const tabs = [
  { value: 'account', icon: CircleUserRound, content: () => <Own /> },
  { value: 'services', icon: Wrench, content: () => <WishedServices /> },
  { value: 'schedule', icon: CalendarDays, content: () => <Times /> },
  {
    value: 'organization',
    icon: Building2,
    content: () => <Organizations />,
  },
] as const

function Own() {
  // Closed to support acting as this person.
  const isHelped = useMe().impersonating
  return (
    <Stack gap="lg">
      <ProfileCard />
      <Addresses />
      <NotificationsCard />
      <OfferTextsCard />
      {!isHelped && <SecurityCards />}
      {!isHelped && <ErasureCard />}
    </Stack>
  )
}
function AskVisits() {
  return (
    <>
      <AskedVisits />
      <Group>
        <AskVisitButton />
      </Group>
    </>
  )
}
const Times = () => (
  <Stack gap="lg">
    <AskVisits />
    <CalendarCard />
    <WishedDays />
    <WishedFrequency />
  </Stack>
)

function CustomerTabs() {
  const words = useWords(accountWords)
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  // As of opening: turning the phone keeps what was typed.
  const [isPhone] = useState(useIsPhone())
  const shown = tabs.find(({ value }) => value === tab)?.value ?? null
  const show = (next: string | null) =>
    void navigate({ search: { tab: next ?? undefined }, replace: true })
  return (
    <Stack gap="lg">
      <StandingNotice />
      {shown === null && <Summary onOpen={show} />}
      {isPhone ? (
        <Accordion value={shown} onChange={show} order={2} variant="separated" radius="lg">
          {tabs.map(({ value, icon: Icon, content }) => (
            <Accordion.Item key={value} value={value}>
              <Accordion.Control icon={<Icon size={20} aria-hidden />}>
                {words.tabs[value]}
              </Accordion.Control>
              <Accordion.Panel>{value === shown && content()}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      ) : (
        <Tabs value={shown ?? 'account'} onChange={show} keepMounted={false}>
          <Tabs.List mb="lg" aria-label={words.title}>
            {tabs.map(({ value, icon: Icon }) => (
              <Tabs.Tab key={value} value={value} leftSection={<Icon size={17} aria-hidden />}>
                {words.tabs[value]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ value, content }) => (
            <Tabs.Panel key={value} value={value}>
              {content()}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Stack>
  )
}
