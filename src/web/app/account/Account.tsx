// Only this screen has an accordion.
import {
  Accordion,
  Button,
  Group,
  Stack,
  Tabs,
  VisuallyHidden,
  Card,
  Switch,
  Title,
} from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Building2, CalendarDays, CircleUserRound, Wrench } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import { CalendarCard } from '../../shared/account/CalendarCard.tsx'
import { accountWords } from '../../../words/en/account.ts'
import { useWords, wordsNow } from '../words.ts'
import { useMe, meQuery } from '../me.ts'
import { Page, Bars, Loaded } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { AskedVisits, AskVisitButton } from '../../portal/AskVisit.tsx'
import { StandingNotice } from '../../portal/StandingNotice.tsx'
import { Addresses } from './Addresses.tsx'
import { NotificationsCard } from '../../shared/account/NotificationsCard.tsx'
import { NumbersCard } from '../../shared/account/NumbersCard.tsx'
import { PasskeysCard } from '../../shared/account/PasskeysCard.tsx'
import { Organizations } from './Organizations.tsx'
import { ErasureCard } from '../../shared/account/ErasureCard.tsx'
import { ProfileCard } from '../../shared/account/ProfileCard.tsx'
import { SecurityCards, UserTab } from '../../shared/account/UserTab.tsx'
import { SectionName } from './SectionName.tsx'
import css from './account.module.css'
import { WishedDays, WishedFrequency, WishedServices } from './Wishes.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../client.ts'
import { useLocale } from '../locale.ts'
import { toast } from '../../ui/toast.tsx'

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
      {isPhone ? (
        <Accordion
          value={shown}
          onChange={show}
          order={2}
          variant="contained"
          radius="lg"
          className={css.sections}
        >
          {tabs.map(({ value, icon: Icon, content }) => (
            <Accordion.Item key={value} value={value}>
              <Accordion.Control icon={<Icon size={20} aria-hidden />}>
                <SectionName of={value} />
              </Accordion.Control>
              <Accordion.Panel>{value === shown && content()}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      ) : (
        <Tabs value={shown ?? 'account'} onChange={show} keepMounted={false}>
          <Tabs.List mb="lg" aria-label={words.title}>
            {tabs.map(({ value, icon: Icon }) => (
              <Tabs.Tab
                key={value}
                value={value}
                className={css.tab}
                leftSection={<Icon size={17} aria-hidden />}
              >
                <SectionName of={value} />
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

/** A yes to offers by text is the customer's own, apart from texts about their visits, and off until they give it. */
function OfferTextsCard() {
  const words = useWords(accountWords)
  const locale = useLocale()
  const cache = useQueryClient()
  const query = api['GET /api/users/offer-texts'].query({ query: { locale } })
  const choice = useQuery(query)
  // What was pressed, until the answer: the switch must not jump back meanwhile.
  const [wish, setWish] = useState<boolean | null>(null)
  const save = useMutation({
    mutationFn: (agreed: boolean) =>
      api['PUT /api/users/offer-texts']({ body: { agreed, locale } }),
    onSuccess: (saved) => {
      cache.setQueryData(query.queryKey, saved)
      toast.done(saved.agreed ? words.offersOn : words.offersOff)
    },
    onError: (error) => toast.failed(error, words.offersNotSaved),
    onSettled: () => setWish(null),
  })
  return (
    <Card component="section" aria-labelledby="offers" padding="lg">
      <Title order={2} id="offers" mb="sm">
        {words.offers}
      </Title>
      <Loaded of={choice} failure={words.offersFailed} skeleton={<Bars rows={1} height={60} />}>
        {({ agreed, text }) => (
          <Switch
            label={words.textMeOffers}
            description={text}
            disabled={wish !== null}
            checked={wish ?? agreed}
            onChange={({ currentTarget: { checked } }) => {
              setWish(checked)
              save.mutate(checked)
            }}
          />
        )}
      </Loaded>
    </Card>
  )
}

const emailRoute = getRouteApi('/app/account')

/** A confirmation e-mail links here with its token, which is sent once and removed from the URL. */
function useConfirmEmail(): void {
  const { confirm_email: token } = emailRoute.useSearch()
  const navigate = emailRoute.useNavigate()
  const cache = useQueryClient()
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (!token || sent.current === token) return
    sent.current = token
    void navigate({ search: (now) => ({ ...now, confirm_email: undefined }), replace: true })
    api['POST /api/users/confirm-email']({ body: { token } }).then(
      (me) => {
        cache.setQueryData(meQuery.queryKey, me)
        toast.done(wordsNow(accountWords).emailConfirmed)
      },
      (error: unknown) => toast.failed(error, wordsNow(accountWords).emailNotConfirmed),
    )
  }, [token, navigate, cache])
}
