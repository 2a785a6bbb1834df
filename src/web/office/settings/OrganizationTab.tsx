import { Alert, Button, Stack, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Organization } from '../../../domain/base/organization.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { meQuery } from '../../app/me.ts'
import { showUnread } from '../../ui/FormProblem.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { InvoicesSection } from './BillsCard.tsx'
import { BrandSection, useBrand } from './BrandCard.tsx'
import { draftErrors, draftOf, fieldAt, patchOf, type Draft } from './draft.ts'
import {
  AddressSection,
  BusinessSection,
  ClosedSection,
  HoursSection,
  SignupSection,
} from './OrganizationFields.tsx'
import { LateSection, RemindersSection } from './OverdueSections.tsx'
import { usePart, type Saving } from './parts.ts'
import { PaymentsCard, paymentsQuery } from './PaymentsCard.tsx'
import { Reviews, useReviews } from './ReviewsCard.tsx'
import { LeaveGuard, PhoneBar, SaveBar } from './SaveBars.tsx'
import { Section, sectionNamed, sectionOf, SectionNav, type SectionName } from './Sections.tsx'
import { TaxSection, useTax } from './TaxCard.tsx'
import classes from './settings.module.css'

const route = getRouteApi('/app/settings')
const organizationQuery = { ...api['GET /api/owner/my-organization'].query(), staleTime: 30_000 }
const rulesQuery = api['GET /api/owner/sign-in-rules'].query()

/** The business's settings: one section at a time, and one way to save. */
export function OrganizationTab() {
  const organization = useQuery(organizationQuery)
  return (
    <Loaded
      of={organization}
      failure="Failed to load organization"
      skeleton={<Bars rows={3} height={160} />}
    >
      {(data) => <Editor loaded={data} reload={async () => void (await organization.refetch())} />}
    </Loaded>
  )
}

/** What one call saves: the business itself, and what it chose about money. */
function useOrganization(loaded: Organization) {
  const cache = useQueryClient()
  return usePart<Organization, Draft>({
    loaded,
    keep: (saved) => {
      cache.setQueryData(organizationQuery.queryKey, saved)
      // The shell shows the name, and the zone decides what "today" is.
      void cache.invalidateQueries({ queryKey: meQuery.queryKey })
      void cache.invalidateQueries({ queryKey: paymentsQuery.queryKey })
    },
    valuesOf: draftOf,
    errorsIn: draftErrors,
    fieldAt,
    send: ({ changed, values, saved }) =>
      api['POST /api/owner/organization/update']({
        body: { id: saved.id, version: saved.version, ...patchOf(changed, values) },
      }),
    failure: 'Failed to save organization',
  })
}

/** Whether everybody who works here needs a second factor. */
function useSignInRules() {
  const cache = useQueryClient()
  const query = useQuery(rulesQuery)
  const part = usePart<{ requires_second_factor: boolean }, { requires_second_factor: boolean }>({
    loaded: query.data,
    keep: (saved) => {
      cache.setQueryData(rulesQuery.queryKey, saved)
      void cache.invalidateQueries({ queryKey: meQuery.queryKey })
    },
    valuesOf: (saved) => saved,
    send: ({ values }) => api['PUT /api/owner/sign-in-rules']({ body: values }),
    failure: 'Failed to change how staff sign in',
  })
  return { ...part, query }
}

const SignInSection = ({ query, fields }: ReturnType<typeof useSignInRules>) => (
  <Section
    title="Sign-in"
    about="With this on, everybody who works here, you included, sets up an authenticator app before they can go on. Customers are not asked."
  >
    <Loaded
      of={query}
      failure="Failed to load how staff sign in"
      skeleton={<Bars rows={1} height={44} />}
    >
      {() =>
        fields && (
          <Switch
            label="Staff need a second factor"
            checked={fields.values.requires_second_factor}
            onChange={(event) =>
              fields.set({ requires_second_factor: event.currentTarget.checked })
            }
          />
        )
      }
    </Loaded>
  </Section>
)

/** All parts, and the sections they are shown in. */
function useParts(loaded: Organization) {
  const organization = useOrganization(loaded)
  const [brand, reviews, tax, rules] = [useBrand(), useReviews(), useTax(), useSignInRules()]
  const own = organization.fields!
  const shown: Record<SectionName, ReactNode> = {
    business: <BusinessSection {...own} />,
    address: <AddressSection {...own} />,
    hours: <HoursSection {...own} />,
    closed: <ClosedSection {...own} />,
    signup: <SignupSection {...own} slug={loaded.slug} />,
    brand: <BrandSection {...brand} name={loaded.name} />,
    reviews: <Reviews {...reviews} />,
    payments: <PaymentsCard {...own} />,
    invoices: <InvoicesSection {...own} />,
    reminders: <RemindersSection {...own} />,
    late: <LateSection {...own} />,
    tax: <TaxSection {...tax} />,
    'sign-in': <SignInSection {...rules} />,
  }
  const parts = [organization, brand, reviews, tax, rules].map(({ saving }) => saving)
  return { own, shown, parts }
}

/** Saves every part that changed, and shows the first field that is wrong, wherever it is. */
function useSaving(parts: readonly Saving[], show: (field: string) => void) {
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState<string | null>(null)
  const reset = () => {
    parts.forEach((part) => part.reset())
    setStale(null)
  }
  const refuse = (part: Saving, error: unknown) => {
    if (error instanceof ApiError && error.code === 'stale') return setStale(errorText(error))
    const [field] = part.refused(error)
    if (field) show(field)
    toast.failed(error, part.failure)
  }
  const send = async (): Promise<boolean> => {
    for (const part of parts)
      try {
        await part.save()
      } catch (error) {
        refuse(part, error)
        return false
      }
    return true
  }
  const save = async () => {
    if (showUnread(document.querySelector('main'))) return
    const [wrong] = parts.flatMap((part) => part.check())
    if (wrong) {
      toast.problem('Please check the marked fields.')
      return show(wrong)
    }
    setBusy(true)
    if (await send()) {
      setStale(null)
      toast.done('Organization saved')
    }
    setBusy(false)
  }
  return { busy, stale, save: () => void save(), reset }
}

/** The section in the URL, and a way to a field in any of them. */
function useSections() {
  const shown = sectionNamed(route.useSearch().section)
  const navigate = route.useNavigate()
  const seeks = useRef(false)
  const go = (section: SectionName) =>
    void navigate({ search: { tab: 'organization', section }, replace: true })
  // The section comes first; on a phone the field may be far above the button.
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    if (!seeks.current || !field) return
    seeks.current = false
    field.focus()
  })
  const show = (field: string) => {
    seeks.current = true
    go(sectionOf(field) ?? shown)
  }
  return { shown, go, show, navigate }
}

type EditorProps = { loaded: Organization; reload: () => Promise<void> }

function Editor({ loaded, reload }: EditorProps) {
  const { own, shown: contents, parts } = useParts(loaded)
  const { shown, go, show, navigate } = useSections()
  const { stale, ...saving } = useSaving(parts, show)
  const changes = parts.flatMap(({ changed }) => changed)
  const bar = { ...saving, isDirty: changes.length > 0 }
  return (
    <div className={classes.columns}>
      <SectionNav
        shown={shown}
        changed={new Set(changes.map(sectionOf))}
        go={go}
        goWording={() => void navigate({ to: '/app/settings/wording' })}
      />
      <Stack gap="lg" className={classes.section}>
        {stale && <Stale title={stale} reload={() => void reload().then(saving.reset)} />}
        {contents[shown]}
        <SaveBar {...bar} count={changes.length} />
        <PhoneBar {...bar} draft={own.values} set={own.set} />
      </Stack>
      <LeaveGuard isDirty={bar.isDirty} what="the organization" keepsTabs />
    </div>
  )
}

/** Somebody saved first: what was typed here is dropped only if its owner says so. */
const Stale = ({ title, reload }: { title: string; reload: () => void }) => (
  <Alert color="honey" variant="light" role="alert" title={title}>
    <Button size="sm" variant="default" onClick={reload}>
      Reload and drop my changes
    </Button>
  </Alert>
)
