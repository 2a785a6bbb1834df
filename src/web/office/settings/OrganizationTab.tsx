import { Alert, Button, Stack, Card, Switch, Text, Title } from '@mantine/core'
import { useQueries, useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { hoursProblems } from '../../../domain/base/hours.ts'
import type { Organization } from '../../../domain/base/organization.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { meQuery } from '../../app/me.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { showUnread } from '../../ui/FormProblem.tsx'
import { taxRatesQuery } from '../../shared/money/tax-rates.ts'
import { BillsCard } from './BillsCard.tsx'
import { brandQuery, BrandCard } from './BrandCard.tsx'
import {
  changedFields,
  draftAfter,
  draftErrors,
  draftOf,
  patchOf,
  type Draft,
  type Errors,
  type SetDraft,
} from './draft.ts'
import { OrganizationFields } from './OrganizationFields.tsx'
import { PaymentsCard, paymentsQuery } from './PaymentsCard.tsx'
import { ReviewsCard, reviewsQuery } from './ReviewsCard.tsx'
import { TaxCard } from './TaxCard.tsx'
import { PhoneBar, SaveBar } from './SaveBars.tsx'
import { Link } from '@tanstack/react-router'

const rulesQuery = api['GET /api/owner/sign-in-rules'].query()

/** Whether everybody who works here needs a second factor. */
function SignInRulesCard() {
  const rules = useQuery(rulesQuery)
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (requires_second_factor: boolean) =>
      api['PUT /api/owner/sign-in-rules']({ body: { requires_second_factor } }),
    onSuccess: async (saved) => {
      cache.setQueryData(rulesQuery.queryKey, saved)
      toast.done(
        saved.requires_second_factor
          ? 'All staff need a second factor now'
          : 'A password alone is enough again',
      )
      await cache.invalidateQueries({ queryKey: meQuery.queryKey })
    },
    onError: (error) => toast.failed(error, 'Failed to change how staff sign in'),
  })
  return (
    <Card component="section" aria-labelledby="sign-in-rules" padding="lg">
      <Stack gap="sm">
        <Title order={2} id="sign-in-rules">
          Sign-in
        </Title>
        <Text>
          With this on, everybody who works here, you included, sets up an authenticator app before
          they can go on. Customers are not asked.
        </Text>
        <Loaded
          of={rules}
          failure="Failed to load how staff sign in"
          skeleton={<Bars rows={1} height={44} />}
        >
          {(data) => (
            <Switch
              label="Staff need a second factor"
              checked={data.requires_second_factor}
              disabled={change.isPending}
              onChange={(event) => change.mutate(event.currentTarget.checked)}
            />
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

const organizationQuery = { ...api['GET /api/owner/my-organization'].query(), staleTime: 30_000 }

/** The provider may take long; then its card comes later. */
const patience_ms = 3000
const ofCards = [taxRatesQuery, brandQuery, reviewsQuery, rulesQuery]

/** Whether the cards are still on their way: they appear together, so that none pushes the others down. */
function useCardsWait(): boolean {
  const cards = useQueries({ queries: ofCards })
  const { isPending } = useQuery(paymentsQuery)
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patience_ms)
    return () => clearTimeout(timer)
  }, [])
  return cards.some((card) => card.isPending) || (isPending && isPatient)
}

export function OrganizationTab() {
  const organization = useQuery(organizationQuery)
  const waits = useCardsWait()
  if (waits) return <Bars rows={5} height={160} />
  return (
    <Loaded
      of={organization}
      failure="Failed to load organization"
      skeleton={<Bars rows={3} height={160} />}
    >
      {(data) => <Editor loaded={data} reload={async () => (await organization.refetch()).data} />}
    </Loaded>
  )
}

/** One draft for the form, the bars and the quick edit, saved only by a button. */
function Editor({
  loaded,
  reload,
}: {
  loaded: Organization
  reload: () => Promise<Organization | undefined>
}) {
  const cache = useQueryClient()
  // The draft's base must not change when the data is refetched, or input would be lost.
  const [saved, setSaved] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [errors, setErrors] = useState<Errors>({})
  const [strict, setStrict] = useState(false)
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState<string | null>(null)
  const start = draftOf(saved)
  const changes = changedFields(start, draft)

  const set: SetDraft = (change) => {
    setDraft((before) => ({ ...before, ...change }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))),
    )
  }
  /** `sent`: keeps what was typed since. */
  const startFrom = (organization: Organization, sent?: Draft) => {
    setSaved(organization)
    setDraft((now) => (sent ? draftAfter(organization, sent, now) : draftOf(organization)))
    setErrors({})
    setStrict(false)
    setStale(null)
  }
  const save = async () => {
    if (showUnread(document.querySelector('main'))) return
    const wrong = draftErrors(start, draft)
    setErrors(wrong)
    setStrict(true)
    if (Object.keys(wrong).length > 0 || hoursProblems(draft.business_hours).length > 0) {
      toast.problem('Please check the marked fields.')
      return showFirstWrong()
    }
    setBusy(true)
    try {
      const organization = await api['POST /api/owner/organization/update']({
        body: { id: saved.id, version: saved.version, ...patchOf(start, draft) },
      })
      cache.setQueryData(organizationQuery.queryKey, organization)
      startFrom(organization, draft)
      toast.done('Organization saved')
      // The shell shows the name, and the zone decides what "today" is.
      void cache.invalidateQueries({ queryKey: meQuery.queryKey })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') setStale(errorText(error))
      else {
        if (error instanceof ApiError) setErrors(error.fields)
        toast.failed(error, 'Failed to save organization')
      }
    } finally {
      setBusy(false)
    }
  }
  const bar = {
    isDirty: changes.length > 0,
    busy,
    save: () => void save(),
    reset: () => startFrom(saved),
  }
  return (
    <Stack gap="lg">
      {stale && (
        <Stale
          title={stale}
          reload={() => void reload().then((fresh) => fresh && startFrom(fresh))}
        />
      )}
      <PaymentsCard saved={saved} onSaved={settingsInto(setSaved)} />
      <OrganizationFields
        draft={draft}
        set={set}
        errors={errors}
        strict={strict}
        slug={saved.slug}
      />
      <CustomerCards saved={saved} setSaved={setSaved} />
      <SaveBar {...bar} count={changes.length} />
      <PhoneBar {...bar} draft={draft} set={set} />
      <LeaveGuard isDirty={changes.length > 0} what="the organization" keepsTabs />
    </Stack>
  )
}

type CardsProps = { saved: Organization; setSaved: Dispatch<SetStateAction<Organization>> }

/** A card saved its own settings: the draft of the form goes on from the new version. */
const settingsInto =
  (setSaved: CardsProps['setSaved']) =>
  ({ version, schedule_settings }: Organization): void =>
    setSaved((before) => ({ ...before, version, schedule_settings }))

/** What customers see and are asked; each card saves for itself. */
const CustomerCards = ({ saved, setSaved }: CardsProps) => (
  <>
    <BillsCard saved={saved} onSaved={settingsInto(setSaved)} />
    <TaxCard />
    <BrandCard name={saved.name} />
    <ReviewsCard />
    <SignInRulesCard />
    <WordingCard />
  </>
)

/** Somebody saved first: what was typed here is dropped only if its owner says so. */
const Stale = ({ title, reload }: { title: string; reload: () => void }) => (
  <Alert color="honey" variant="light" role="alert" title={title}>
    <Button size="sm" variant="default" onClick={reload}>
      Reload and drop my changes
    </Button>
  </Alert>
)

/** Scrolls to the first invalid field, which on a phone may be far above the button. */
const showFirstWrong = (): number =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(),
  )

/** The way to the words of messages. */
const WordingCard = () => (
  <Card component="section" aria-labelledby="wording" padding="lg">
    <Title order={2} id="wording" mb="xs">
      Message wording
    </Title>
    <Text mb="sm">
      Emails and texts to customers, in English and Spanish: in our words or yours.
    </Text>
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/app/settings/wording" />}
    >
      Change the wording
    </Button>
  </Card>
)
