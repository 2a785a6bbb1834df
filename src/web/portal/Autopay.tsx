import { Button, Card, Checkbox, Group, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import {
  autopayRules,
  chargeDayChoices,
  nextChargeDate,
  type BillingSettings,
} from '../../domain/money/autopay.ts'
import { formatCents } from '../../domain/base/money.ts'
import type { Refusal } from '../../domain/base/rule.ts'
import { refusalText, useWords } from '../app/words.ts'
import { api, ApiError, errorText } from '../app/client.ts'
import { useMe } from '../app/me.ts'
import { queryClient } from '../app/query-client.ts'
import { useToday } from '../app/today.ts'
import { changedOf } from '../ui/action-form.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { Bars, Loaded } from '../ui/Page.tsx'
import { toast } from '../ui/toast.tsx'
import { dateLabel, momentDay } from '../ui/when.ts'
import css from './portal.module.css'
import { settingsQuery } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'

/** Whether, when and on what terms invoices are charged without anybody pressing a button. */
export function Autopay() {
  const words = useWords(portalWords)
  const settings = useQuery(settingsQuery)
  return (
    <Card component="section" aria-labelledby="autopay" padding="lg">
      <Title order={2} id="autopay" mb="sm">
        {words.autopay}
      </Title>
      <Loaded of={settings} failure={words.autopayFailed} skeleton={<Bars rows={2} height={56} />}>
        {(data) => <Form settings={data} />}
      </Loaded>
    </Card>
  )
}

const atDueDay = 'due'

type Chosen = { enabled: boolean; day: string; byEmail: boolean; oneoffs: boolean }
const chosenOf = ({
  autopay_enabled,
  preferred_charge_day,
  invoice_email_opt_in,
  autopay_oneoffs,
}: BillingSettings): Chosen => ({
  enabled: autopay_enabled,
  day: preferred_charge_day === null ? atDueDay : String(preferred_charge_day),
  byEmail: invoice_email_opt_in,
  oneoffs: autopay_oneoffs,
})

function Form({ settings }: { settings: BillingSettings }) {
  const words = useWords(portalWords)
  const today = useToday()
  // What is not chosen here follows the settings: those of a card that was just added, and what an earlier press has saved.
  const [draft, setDraft] = useState<Partial<Chosen>>({})
  const { enabled, day, byEmail, oneoffs } = { ...chosenOf(settings), ...draft }
  const choose = (chosen: Partial<Chosen>) => setDraft((now) => ({ ...now, ...chosen }))
  const [accepted, setAccepted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [dayProblem, setDayProblem] = useState<string | null>(null)
  const { customer_due_day, preferred_charge_day } = settings
  const { text, mayConsent, needsConsent, outgrown, noPrice } = useConsent(settings, enabled)
  const choices = [
    ...new Set([
      ...chargeDayChoices(customer_due_day, today),
      ...(preferred_charge_day === null ? [] : [preferred_charge_day]),
    ]),
  ].sort((a, b) => a - b)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    setDayProblem(null)
    const refusal = enabled
      ? (autopayRules.enable({
          has_default_pm: settings.has_default_pm,
          consent_accepted: !needsConsent || accepted || noPrice !== null,
        }) ?? noPrice)
      : null
    if (refusal) return setProblem(refusalText(refusal))
    setBusy(true)
    try {
      const next = await api['PATCH /api/users/billing-settings']({
        body: {
          autopay_enabled: enabled,
          preferred_charge_day: day === atDueDay ? null : Number(day),
          invoice_email_opt_in: byEmail,
          ...(mayConsent && accepted ? { consent: { accepted: true, text } } : {}),
          ...(enabled && oneoffs !== settings.autopay_oneoffs ? { autopay_oneoffs: oneoffs } : {}),
        },
        timeout_ms: 7000,
      })
      queryClient.setQueryData(settingsQuery.queryKey, next)
      // What was chosen while the answer was on its way is not saved yet.
      setDraft((now) => changedOf(now, draft))
      setAccepted(false)
      toast.done(words.saved)
    } catch (error) {
      const wrongDay = error instanceof ApiError ? error.fields['preferred_charge_day'] : undefined
      if (wrongDay) setDayProblem(wrongDay)
      else setProblem(errorText(error, words.saveFailed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <Switch
          size="md"
          label={words.autopaySwitch}
          description={enabled || !settings.autopay_enabled ? undefined : words.autopayEnding}
          checked={enabled}
          onChange={(event) => {
            choose({ enabled: event.currentTarget.checked })
            setProblem(null)
          }}
        />
        {!settings.has_default_pm && <Text c="dimmed">{words.autopayNeedsMethod}</Text>}
        {enabled && (
          <>
            <Select
              label={words.chargeDay}
              description={
                day === atDueDay
                  ? words.charging(null)
                  : words.nextCharge(dateLabel(nextChargeDate(Number(day), today)))
              }
              error={dayProblem}
              allowDeselect={false}
              maw={320}
              data={[
                { value: atDueDay, label: words.chargeChoice(null) },
                ...choices.map((choice) => ({
                  value: String(choice),
                  label: words.chargeChoice(choice),
                })),
              ]}
              value={day}
              onChange={(value) => {
                choose({ day: value ?? atDueDay })
                setDayProblem(null)
              }}
            />
            <ConsentPart
              settings={settings}
              consent={{ text, mayConsent, outgrown, noPrice }}
              accepted={accepted}
              accept={(yes) => {
                setAccepted(yes)
                setProblem(null)
              }}
              oneoffs={oneoffs}
              chooseOneoffs={(yes) => choose({ oneoffs: yes })}
            />
          </>
        )}
        <Checkbox
          size="md"
          label={words.emailInvoices}
          checked={byEmail}
          onChange={(event) => choose({ byEmail: event.currentTarget.checked })}
        />
        <FormProblem text={problem} />
        <Group>
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The text of consent: what was agreed to, or what the customer may agree to now. */
function useConsent(settings: BillingSettings, enabled: boolean) {
  const words = useWords(portalWords)
  const me = useMe()
  const { autopay_cap_cents: cap, estimate_cents } = settings
  const hasConsent = settings.consent_accepted_at !== null
  // Work that now costs more than was agreed to: the customer may agree to the higher limit.
  const outgrown = hasConsent && estimate_cents > (cap ?? 0)
  const mayConsent = enabled && (!hasConsent || outgrown)
  const text = words.consent(
    me.organization_name ?? words.theBusiness,
    formatCents(mayConsent ? estimate_cents : (cap ?? 0)),
  )
  const noPrice = mayConsent ? autopayRules.agree({ cap_cents: estimate_cents }) : null
  return { text, mayConsent, outgrown, noPrice, needsConsent: enabled && !hasConsent }
}

type ConsentProps = {
  settings: BillingSettings
  consent: { text: string; mayConsent: boolean; outgrown: boolean; noPrice: Refusal | null }
  accepted: boolean
  accept: (yes: boolean) => void
  oneoffs: boolean
  chooseOneoffs: (yes: boolean) => void
}

function ConsentPart({
  settings,
  consent,
  accepted,
  accept,
  oneoffs,
  chooseOneoffs,
}: ConsentProps) {
  const words = useWords(portalWords)
  const { autopay_cap_cents: cap, consent_accepted_at } = settings
  if (consent.noPrice) return <Text>{refusalText(consent.noPrice)}</Text>
  return (
    <Stack gap="xs">
      {consent.outgrown && <Text>{words.limitOutgrown(formatCents(cap ?? 0))}</Text>}
      <div className={css.consent}>{consent.text}</div>
      {consent.mayConsent ? (
        <Checkbox
          size="md"
          label={words.authorize}
          checked={accepted}
          onChange={(event) => accept(event.currentTarget.checked)}
        />
      ) : (
        consent_accepted_at && (
          <Text c="dimmed" fz="sm">
            {words.authorizedOn(momentDay(consent_accepted_at))}
          </Text>
        )
      )}
      <Checkbox
        size="md"
        label={words.oneoffs}
        checked={oneoffs}
        onChange={(event) => chooseOneoffs(event.currentTarget.checked)}
      />
    </Stack>
  )
}
