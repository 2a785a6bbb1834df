import { Button, Card, Checkbox, Group, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import {
  autopayRules,
  chargeDayChoices,
  nextChargeDate,
  type BillingSettings,
} from '../../../domain/autopay.ts'
import { formatCents } from '../../../domain/money.ts'
import { refusalText } from '../../frame-words.ts'
import { api, ApiError, errorText } from '../../client.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
import { useToday } from '../../today.ts'
import { changedOf } from '../../ui/changed-of.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { dateLabel } from '../../ui/when.ts'
import css from '../../portal/portal.module.css'
import { settingsQuery } from '../../portal/queries.ts'
import { portalWords } from '../../portal/words.ts'
import { useWords } from '../../words.ts'

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

type Chosen = { enabled: boolean; day: string; byEmail: boolean }
const chosenOf = ({
  autopay_enabled,
  preferred_charge_day,
  invoice_email_opt_in,
}: BillingSettings): Chosen => ({
  enabled: autopay_enabled,
  day: preferred_charge_day === null ? atDueDay : String(preferred_charge_day),
  byEmail: invoice_email_opt_in,
})

function Form({ settings }: { settings: BillingSettings }) {
  const words = useWords(portalWords)
  const me = useMe()
  const today = useToday()
  // What is not chosen here follows the settings: those of a card that was just added, and what an earlier press has saved.
  const [draft, setDraft] = useState<Partial<Chosen>>({})
  const { enabled, day, byEmail } = { ...chosenOf(settings), ...draft }
  const choose = (chosen: Partial<Chosen>) => setDraft((now) => ({ ...now, ...chosen }))
  const [accepted, setAccepted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [dayProblem, setDayProblem] = useState<string | null>(null)
  const { customer_due_day, preferred_charge_day, autopay_cap_cents: cap } = settings
  const limit = cap === null ? null : formatCents(cap)
  const text = words.consent(me.organization_name ?? words.theBusiness, limit)
  const needsConsent = enabled && settings.consent_accepted_at === null
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
      ? autopayRules.enable({
          has_default_pm: settings.has_default_pm,
          consent_accepted: !needsConsent || accepted,
        })
      : null
    if (refusal) return setProblem(refusalText(refusal))
    setBusy(true)
    try {
      const next = await api['PATCH /api/users/billing-settings']({
        body: {
          autopay_enabled: enabled,
          preferred_charge_day: day === atDueDay ? null : Number(day),
          invoice_email_opt_in: byEmail,
          ...(needsConsent ? { consent: { accepted: true, text } } : {}),
        },
        timeout_ms: 7000,
      })
      queryClient.setQueryData(settingsQuery.queryKey, next)
      // What was chosen while the answer was on its way is not saved yet.
      setDraft((now) => changedOf(now, draft))
      if (needsConsent) setAccepted(false)
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
                  ? words.chargedWhenDue
                  : words.nextCharge(dateLabel(nextChargeDate(Number(day), today)))
              }
              error={dayProblem}
              allowDeselect={false}
              maw={320}
              data={[
                { value: atDueDay, label: words.whenDue },
                ...choices.map((choice) => ({
                  value: String(choice),
                  label: words.dayOfMonth(choice),
                })),
              ]}
              value={day}
              onChange={(value) => {
                choose({ day: value ?? atDueDay })
                setDayProblem(null)
              }}
            />
            <Stack gap="xs">
              <div className={css.consent}>{text}</div>
              {needsConsent ? (
                <Checkbox
                  size="md"
                  label={words.authorize}
                  checked={accepted}
                  onChange={(event) => {
                    setAccepted(event.currentTarget.checked)
                    setProblem(null)
                  }}
                />
              ) : (
                settings.consent_accepted_at && (
                  <Text c="dimmed" fz="sm">
                    {words.authorizedOn(dateLabel(settings.consent_accepted_at.slice(0, 10)))}
                  </Text>
                )
              )}
            </Stack>
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
