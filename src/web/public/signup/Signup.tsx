import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import {
  askedStep,
  nextStep,
  signupSteps,
  stepBefore,
  type SignupStep,
} from '../../../domain/flows/signup.ts'
import { ahead } from '../../app/online.ts'
import { signIn } from '../../app/auth.ts'
import { ApiError, errorText } from '../../app/client.ts'
import { meQuery, type Me } from '../../app/me.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddressQuestion, EmailQuestion, NameQuestion, PhoneQuestion } from './ContactSteps.tsx'
import {
  cardAnswer,
  leadQuery,
  offerQuery,
  pathOf,
  rememberedLead,
  rememberLead,
  sentBy,
  usePlace,
  useSignedIn,
  type Lead,
  type Offer,
  type Place,
} from '../../shared/wizard/place.ts'
import { rememberFinished } from '../../shared/wizard/finished.ts'
import { Claiming, useClaim } from './Claiming.tsx'
import { SignupFrame, type BusinessView } from './SignupFrame.tsx'
import { useStepHistory } from './step-history.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { signupWords } from '../../../words/en/signup.ts'

const WishQuestion = lazyRouteComponent(() => import('./WishSteps.tsx'))

const beforeLogin = (step: SignupStep): boolean =>
  signupSteps.indexOf(step) <= signupSteps.indexOf('disclosures')

/** The customer sign-up: six questions, sign-in, a card, two more. What was answered lives on the server. */
export default function Signup() {
  const place = usePlace()
  const path = pathOf(place)
  const search = useLocation({ select: (location) => new URLSearchParams(location.searchStr) })
  const signedIn = useSignedIn()
  const profile = useQuery({ ...meQuery, enabled: signedIn === true })
  const me = profile.data
  const [token, setToken] = useState(() => search.get('resume') ?? rememberedLead(place))
  const offer = useQuery(offerQuery(place, token))

  if (offer.isPending || signedIn === undefined || (signedIn && profile.isPending)) {
    return (
      <SignupFrame step={null} organization={null}>
        <Bars rows={2} />
      </SignupFrame>
    )
  }
  if (offer.error)
    return <Lost error={offer.error} place={place} retry={() => void offer.refetch()} />
  const forget = () => {
    rememberLead(place, null)
    setToken(null)
  }
  return (
    <Questions
      key={token ?? 'new'}
      place={place}
      path={path}
      offer={offer.data}
      token={token}
      me={me ?? null}
      resumes={search.get('resume') !== null}
      started={setToken}
      forget={forget}
    />
  )
}

function Lost({ error, place, retry }: { error: Error; place: Place; retry: () => void }) {
  const words = useWords(signupWords)
  const router = useRouter()
  const code = error instanceof ApiError ? error.code : ''
  useEffect(() => {
    if (!('code' in place)) return
    if (code === 'is_staff_invite')
      void router.navigate({
        href: `/invite/accept?code=${encodeURIComponent(place.code)}`,
        replace: true,
      })
    if (code === 'is_owner_invite')
      void router.navigate({
        href: `/admin/owner-onboard/${encodeURIComponent(place.code)}`,
        replace: true,
      })
  }, [code, place, router])
  const gone = !(error instanceof ApiError) || error.status === 404
  const text = gone
    ? 'slug' in place
      ? words.organizationLost
      : words.inviteLost
    : lostText(error)
  return (
    <SignupFrame step={null} organization={null}>
      <Stack>
        <Failure text={text} {...(gone ? {} : { retry })} />
        {gone && <Text c="dimmed">{words.askForLink}</Text>}
        <Anchor href="/support" underline="always" py={10} style={{ alignSelf: 'flex-start' }}>
          {words.contactSupport}
        </Anchor>
      </Stack>
    </SignupFrame>
  )
}

/** An answer that never came says nothing about the invitation. */
const lostText = (error: ApiError): string =>
  error.code === 'network' || error.code === 'timeout'
    ? wordsNow(signupWords).noServer
    : errorText(error)

type QuestionsProps = {
  place: Place
  path: string
  offer: Offer
  token: string | null
  me: Me | null
  resumes: boolean
  started: (token: string) => void
  forget: () => void
}

function Questions({ place, path, offer, token, me, resumes, started, forget }: QuestionsProps) {
  const words = useWords(signupWords)
  const router = useRouter()
  const queryClient = useQueryClient()
  const { code } = offer
  const lead = useQuery(leadQuery(place, code, token))
  const { step: turned, go: turn } = useStepHistory()
  // Who is signed in and through with the questions cannot be led back to them.
  const step = me && lead.data && !beforeLogin(lead.data.step) ? null : turned
  // After logging in, return with the same referral link.
  const { ref } = sentBy()
  const loginNext = me ? undefined : path + (ref ? `?ref=${ref}` : '')
  const { organization } = offer
  const shown: SignupStep = lead.data ? askedStep(step ?? lead.data.step, lead.data) : 'email'

  // What comes later is fetched while the first question is read.
  useEffect(() => void ahead(WishQuestion.preload), [])
  useEffect(() => {
    if (token && !step) rememberLead(place, token)
  }, [token, step, place])
  useEffect(() => {
    if (lead.error instanceof ApiError && lead.error.status === 404) forget()
  })

  // In whichever of their businesses they are at the moment.
  const isStaff = me?.memberships.some(
    (one) => one.organization_id === offer.organization.id && one.role !== 'user',
  )
  if (isStaff) return <Staff organization={organization} />
  if (token && lead.isPending) {
    return (
      <SignupFrame step={null} organization={organization} loginNext={loginNext}>
        <Bars rows={2} />
      </SignupFrame>
    )
  }
  const leadKey = leadQuery(place, code, token).queryKey
  const readAgain = () => queryClient.invalidateQueries({ queryKey: leadKey })
  const back = (to: SignupStep) => turn(shown, to)
  const goOn = async (answered: Lead) => {
    await Promise.all([readAgain(), ahead(WishQuestion.preload)])
    turn(shown, nextStep(shown, queryClient.getQueryData(leadKey) ?? answered))
  }
  if (!lead.data || shown === 'email') {
    return (
      <SignupFrame step="email" organization={organization} loginNext={loginNext}>
        <EmailQuestion
          place={place}
          code={code}
          saved={lead.data?.email ?? null}
          known={me?.email ?? lead.data?.email ?? ''}
          fixed={me !== null}
          done={(fresh) => {
            if (fresh) started(fresh)
            turn('email', 'address')
          }}
        />
      </SignupFrame>
    )
  }
  const leave = async () => {
    // A signed-in person skips the sign-in page between the questions and the card.
    if (me) {
      await readAgain()
      return router.navigate({ href: `${path}/pay` })
    }
    await signIn({ next: `${path}/pay`, hint: lead.data.email, screen: 'signup', flow: 'signup' })
  }
  if (!beforeLogin(shown)) {
    if (!me)
      return (
        <SignInFirst
          organization={organization}
          go={() => void leave()}
          back={() => back('disclosures')}
        />
      )
    return (
      <AfterLogin
        key={String(resumes)}
        place={place}
        lead={lead.data}
        token={token!}
        path={path}
        organization={organization}
        me={me}
        step={shown}
        forget={forget}
      />
    )
  }
  const known = lead.data
  const question = {
    place,
    code,
    lead: known,
    offer,
    done: () => void (shown === 'disclosures' ? leave() : goOn(known)),
    back: () => back(stepBefore(shown, known)),
  }
  return (
    <SignupFrame step={shown} organization={organization} loginNext={loginNext}>
      {lead.data.out_of_area && shown === 'availability' && (
        <Notice mb="md">{words.outOfArea}</Notice>
      )}
      <Suspense fallback={<Bars rows={2} />}>
        {shown === 'address' ? (
          <AddressQuestion {...question} />
        ) : (
          <WishQuestion key={shown} step={shown} {...question} />
        )}
      </Suspense>
    </SignupFrame>
  )
}

function Staff({ organization }: { organization: BusinessView }) {
  const words = useWords(signupWords)
  return (
    <SignupFrame step={null} organization={organization}>
      <Stack>
        <Notice>{words.staff(organization.name)}</Notice>
        <Button component="a" href="/app">
          {words.goToDashboard}
        </Button>
      </Stack>
    </SignupFrame>
  )
}

function SignInFirst({
  organization,
  go,
  back,
}: {
  organization: BusinessView
  go: () => void
  back: () => void
}) {
  const words = useWords(signupWords)
  return (
    <SignupFrame step="disclosures" organization={organization}>
      <Stack>
        <Text>{words.answersSaved}</Text>
        <Button size="md" onClick={go}>
          {words.nextStep}
        </Button>
        <Button variant="subtle" onClick={back}>
          {words.back}
        </Button>
      </Stack>
    </SignupFrame>
  )
}

/** The step before the name, for who goes back to it. */
function CardDone({ organization, next }: { organization: BusinessView; next: () => void }) {
  const words = useWords(signupWords)
  return (
    <SignupFrame title={words.addMethod} step={null} organization={organization}>
      <Stack>
        <Text>{words.cardDone}</Text>
        <Button size="md" onClick={next}>
          {words.nextStep}
        </Button>
      </Stack>
    </SignupFrame>
  )
}

/** Name and phone, after sign-in and the card page. */
function AfterLogin({
  place,
  lead,
  token,
  path,
  organization,
  me,
  step,
  forget,
}: {
  place: Place
  lead: Lead
  token: string
  path: string
  organization: BusinessView
  me: Me
  step: SignupStep
  forget: () => void
}) {
  const words = useWords(signupWords)
  const router = useRouter()
  const { step: turned, go: turn } = useStepHistory()
  const [looksBack, setLooksBack] = useState(false)
  const at: SignupStep =
    (turned && !beforeLogin(turned) ? turned : step) === 'postauth_phone'
      ? 'postauth_phone'
      : 'postauth_name'
  const claimed = useClaim(token)
  const next = claimed.data?.next
  useEffect(() => {
    if (next === 'pay' && !cardAnswer(place) && !lead.all_asked)
      void router.navigate({ href: `${path}/pay`, replace: true })
  }, [next, lead.all_asked, path, place, router])
  const isOver = claimed.data !== undefined && lead.all_asked
  useEffect(() => {
    if (isOver) void router.navigate({ href: `${path}/done`, replace: true })
  }, [isOver, path, router])
  // The sign-up this browser remembers belongs to someone else: start a new one.
  const isOthers = claimed.error instanceof ApiError && claimed.error.status === 404
  useEffect(() => {
    if (isOthers) forget()
  })
  if (!claimed.data || isOver)
    return (
      <Claiming
        organization={organization}
        error={isOthers ? null : claimed.error}
        retry={() => void claimed.refetch()}
      />
    )
  if (looksBack) return <CardDone organization={organization} next={() => setLooksBack(false)} />
  return (
    <SignupFrame title={words.finishSetup} step={at} organization={organization}>
      {at === 'postauth_name' ? (
        <NameQuestion
          place={place}
          known={lead.name ?? me.name ?? ''}
          done={() => turn('postauth_name', 'postauth_phone')}
          back={() =>
            // What comes before is the card; one that is saved is not asked for again.
            cardAnswer(place) === 'later'
              ? void router.navigate({ href: `${path}/pay` })
              : setLooksBack(true)
          }
        />
      ) : (
        <PhoneQuestion
          place={place}
          known={lead.phone_number ?? me.phone_number ?? ''}
          smsChosen={lead.sms_opt_in}
          back={() => turn('postauth_phone', 'postauth_name')}
          done={() => {
            rememberFinished(pathOf(place))
            location.assign('/app')
          }}
        />
      )}
    </SignupFrame>
  )
}
