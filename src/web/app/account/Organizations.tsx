import { Anchor, Button, Card, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Building2, Globe, Mail, Phone, Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { FoundOrganization } from '../../../api/portal.ts'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { defaultIndustry, industries, type Industry } from '../../../domain/base/onboarding.ts'
import { organizationRules } from '../../../domain/base/organization.ts'
import { api } from '../client.ts'
import { restartAs, useMe } from '../me.ts'
import { accountWords } from '../../../words/en/account.ts'
import { useWords, wordsNow } from '../words.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import css from '../../portal/portal.module.css'
import { Leaving } from './Leaving.tsx'

const mine = api['GET /api/users/my-organization'].query()
const search = api['GET /api/users/organizations/search']

/** The person's businesses, how to reach them, and a search for more. */
export function Organizations() {
  return (
    <Stack gap="lg">
      <Current />
      <Others />
      <Find />
      <Leaving />
    </Stack>
  )
}

function Current() {
  const words = useWords(accountWords)
  const organization = useQuery(mine)
  const name = useMe().organization_name
  return (
    <Card component="section" aria-labelledby="my-organization" padding="lg">
      <Title order={2} id="my-organization" mb="sm">
        {name ?? words.theBusinessFirst}
      </Title>
      <Loaded
        of={organization}
        failure={words.organizationFailed}
        skeleton={<Bars rows={1} height={80} />}
      >
        {({ industry, city, state, phone_number, email, website }) => (
          <Stack gap={6}>
            <Text c="dimmed">
              {[industry && words.industry(industry), [city, state].filter(Boolean).join(', ')]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <ul className={css.facts}>
              {phone_number && (
                <li>
                  <Phone size={17} aria-hidden />
                  <Anchor
                    href={callAddress(phone_number)}
                    className="fh-own-line"
                    underline="always"
                  >
                    {phoneText(phone_number)}
                  </Anchor>
                </li>
              )}
              {email && (
                <li>
                  <Mail size={17} aria-hidden />
                  <Anchor href={`mailto:${email}`} className="fh-own-line" underline="always">
                    {email}
                  </Anchor>
                </li>
              )}
              {website && (
                <li>
                  <Globe size={17} aria-hidden />
                  <Anchor
                    href={website}
                    className="fh-own-line"
                    target="_blank"
                    rel="noopener noreferrer"
                    underline="always"
                  >
                    {website.replace(/^https?:\/\//, '')}
                  </Anchor>
                </li>
              )}
            </ul>
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

/** Switches to a business, as its customer or to become one. */
const useSelect = () =>
  useMutation({
    mutationFn: (organization_id: string) =>
      api['POST /api/users/organizations/select']({ body: { organization_id } }),
    onSuccess: () => restartAs('/app'),
    onError: (error) => toast.failed(error, wordsNow(accountWords).selectFailed),
  })

function Others() {
  const words = useWords(accountWords)
  const me = useMe()
  const select = useSelect()
  const others = me.memberships.filter(
    ({ role, organization_id }) => role === 'user' && organization_id !== me.organization_id,
  )
  if (others.length === 0) return null
  return (
    <Card component="section" aria-labelledby="other-organizations" padding="lg">
      <Title order={2} id="other-organizations" mb="sm">
        {words.others}
      </Title>
      <ul className={css.methods}>
        {others.map(({ organization_id, organization_name }) => (
          <li key={organization_id} className={css.method}>
            <Text fw={600}>{organization_name}</Text>
            <Button
              variant="default"
              loading={select.isPending && select.variables === organization_id}
              onClick={() => select.mutate(organization_id)}
            >
              {words.goTo(organization_name)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Find() {
  const words = useWords(accountWords)
  const [industry, setIndustry] = useState<Industry | null>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ industry: Industry; q?: string } | null>(null)
  const found = useQuery({
    ...search.query({ query: asked ?? { industry: defaultIndustry } }),
    enabled: asked !== null,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!industry) return setProblem(words.chooseIndustry)
    setAsked({ industry, ...(typed.trim() ? { q: typed.trim() } : {}) })
  }
  return (
    <Card component="section" aria-labelledby="find-organization" padding="lg">
      <Title order={2} id="find-organization">
        {words.find}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {words.findAbout}
      </Text>
      <form onSubmit={submit} noValidate>
        <div className={css.find}>
          <Select
            label={words.industryField}
            placeholder={words.chooseOne}
            data={industries.map((value) => ({ value, label: words.industry(value) }))}
            value={industry}
            error={problem}
            onChange={(next) => {
              setIndustry(next)
              setProblem(null)
            }}
          />
          <TextInput
            label={words.nameOrCity}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            mt={24}
            leftSection={<Search size={16} aria-hidden />}
            loading={found.isFetching}
          >
            {words.search}
          </Button>
        </div>
      </form>
      {asked && (
        <Loaded of={found} failure={words.searchFailed} skeleton={<Bars rows={2} height={56} />}>
          {({ organizations }) => <Results organizations={organizations} />}
        </Loaded>
      )}
    </Card>
  )
}

function Results({ organizations }: { organizations: readonly FoundOrganization[] }) {
  const words = useWords(accountWords)
  const select = useSelect()
  const activeId = useMe().organization_id
  const [wanted, setWanted] = useState<FoundOrganization | null>(null)
  if (organizations.length === 0) {
    return (
      <EmptyState title={words.noneFound} icon={<Building2 size={22} />}>
        {words.noneFoundText}
      </EmptyState>
    )
  }
  const choose = (one: FoundOrganization) => (one.joined ? select.mutate(one.id) : setWanted(one))
  return (
    <ul className={css.methods} aria-label={words.found}>
      {wanted && (
        <JoinDialog
          name={wanted.name}
          onJoin={() => select.mutateAsync(wanted.id)}
          onClose={() => setWanted(null)}
        />
      )}
      {organizations.map((one) => {
        const { id, name, city, state, industry, joined, same_industry } = one
        return (
          <li key={id} className={css.method}>
            <div>
              <Text fw={600}>{name}</Text>
              <Text c="dimmed" fz="sm">
                {[industry && words.industry(industry), [city, state].filter(Boolean).join(', ')]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {id === activeId ? (
              <StatusChip tone="good">{words.alreadyYours}</StatusChip>
            ) : (
              <Refusable
                variant="default"
                refusal={organizationRules.join({
                  industry,
                  joined_industries: same_industry ? [industry] : [],
                })}
                loading={select.isPending && select.variables === id}
                aria-label={joined ? words.goTo(name) : words.chooseOf(name)}
                onClick={() => choose(one)}
              >
                {joined ? words.goThere : words.choose}
              </Refusable>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Says what another business gets to know before it does. */
function JoinDialog({
  name,
  onJoin,
  onClose,
}: {
  name: string
  onJoin: () => Promise<unknown>
  onClose: () => void
}) {
  const words = useWords(accountWords)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.joinTitle(name)}
      confirm={words.join}
      failure={words.selectFailed}
      onConfirm={onJoin}
    >
      <Stack gap="xs">
        <Text>{words.joinShares(name)}</Text>
        <Text>{words.joinThen(name)}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
