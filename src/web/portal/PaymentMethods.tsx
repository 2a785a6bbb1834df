import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, ExternalLink, Landmark, Plus } from 'lucide-react'
import { useState } from 'react'
import { autopayRules } from '../../domain/money/autopay.ts'
import { withWallet, type PaymentMethod } from '../../domain/money/payment.ts'
import { api } from '../app/client.ts'
import { useMe } from '../app/me.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Bars, Loaded } from '../ui/Page.tsx'
import { Refusable } from '../ui/Refusable.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { toast } from '../ui/toast.tsx'
import { brandText } from '../shared/money/method-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { AddMethodSheet } from './AddMethodSheet.tsx'
import css from './portal.module.css'
import { billingQuery, reloadBilling, settingsQuery, useClosed } from './queries.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords, wordsNow } from '../app/words.ts'
import { moneyWords } from '../../words/en/money.ts'

const nameOf = ({ type, brand, bank_name, last4, wallet }: PaymentMethod): string =>
  withWallet(
    wallet,
    (type === 'card' ? brandText(brand) : (bank_name ?? wordsNow(moneyWords).bankAccount)) +
      (last4 ? ` •••• ${last4}` : ''),
  )

/** A bank that asked for its own page sends people back with the setup in the address; the form then finishes it. */
const isReturning = (): boolean => new URLSearchParams(location.search).has('setup_intent')

export function PaymentMethods() {
  const words = useWords(portalWords)
  const billing = useQuery(billingQuery)
  const settings = useQuery(settingsQuery)
  const organization = useMe().organization_name
  const closed = useClosed()
  const [returns, setReturns] = useState(isReturning)
  const adding = useSheet('payment-method')
  const removing = useSheet<PaymentMethod>('remove-payment-method')
  const add = (
    <Refusable
      refusal={closed}
      leftSection={<Plus size={17} aria-hidden />}
      onClick={() => adding.show(true)}
    >
      {words.addMethod}
    </Refusable>
  )
  return (
    <Card component="section" aria-labelledby="methods" padding="lg">
      <Title order={2} id="methods" mb="sm">
        {words.methods}
      </Title>
      <Loaded of={billing} failure={words.methodsFailed} skeleton={<Bars rows={2} height={56} />}>
        {(data) =>
          data.hasAccount ? (
            <Stack>
              {data.paymentMethods.length === 0 ? (
                <EmptyState title={words.noMethods} icon={<CreditCard size={22} />} action={add}>
                  {words.noMethodsText}
                </EmptyState>
              ) : (
                <>
                  <ul className={css.methods}>
                    {data.paymentMethods.map((method) => (
                      <Method
                        key={method.id}
                        method={method}
                        closed={closed !== null}
                        autopay={settings.data?.autopay_enabled ?? false}
                        remove={() => removing.show(method)}
                      />
                    ))}
                  </ul>
                  <Group>
                    {add}
                    {!closed && <ProviderPage />}
                  </Group>
                </>
              )}
              <Text c="dimmed" fz="sm">
                {words.whoKeeps(organization ?? words.theBusinessFirst)}
              </Text>
            </Stack>
          ) : (
            <Notice>{words.notReady}</Notice>
          )
        }
      </Loaded>
      {(adding.opened || returns) && (
        <AddMethodSheet
          hasDefault={billing.data?.has_pm ?? false}
          organization={organization}
          onClose={() => {
            setReturns(false)
            adding.hide()
          }}
        />
      )}
      <RemoveDialog method={removing.about} opened={removing.opened} onClose={removing.hide} />
    </Card>
  )
}

function RemoveDialog({
  method,
  opened,
  onClose,
}: {
  method: PaymentMethod | null
  opened: boolean
  onClose: () => void
}) {
  const words = useWords(portalWords)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.removeTitle}
      confirm={words.remove}
      danger
      failure={words.removeFailed}
      onConfirm={async () => {
        if (!method) return
        const { default_pm } = await api['POST /api/users/billing/detach']({
          body: { payment_method_id: method.id },
          timeout_ms: 15_000,
        })
        toast.done(
          method.is_default && default_pm
            ? words.removedAndNext(nameOf(default_pm))
            : words.removed,
        )
        await reloadBilling()
      }}
    >
      {method ? words.removeText(nameOf(method)) : ''}
    </ConfirmDialog>
  )
}

function Method({
  method,
  autopay,
  closed,
  remove,
}: {
  method: PaymentMethod
  autopay: boolean
  closed: boolean
  remove: () => void
}) {
  const words = useWords(portalWords)
  const [busy, setBusy] = useState(false)
  const name = nameOf(method)
  const makeDefault = async () => {
    setBusy(true)
    const answer = await api['POST /api/users/billing/set-default'].safe({
      body: { payment_method_id: method.id },
      timeout_ms: 8000,
    })
    if (answer.ok) toast.done(words.defaultChanged)
    else toast.failed(answer.error, words.defaultFailed)
    await reloadBilling()
    setBusy(false)
  }
  const Icon = method.type === 'card' ? CreditCard : Landmark
  return (
    <li className={css.method}>
      <Group gap="sm" wrap="nowrap">
        <Icon size={22} aria-hidden />
        <div>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {method.is_default && <StatusChip tone="good">{words.default}</StatusChip>}
            {method.status === 'pending_verification' && (
              <StatusChip tone="wait">{words.beingVerified}</StatusChip>
            )}
          </Group>
          {method.exp_month !== null && method.exp_year !== null && (
            <Text c="dimmed" fz="sm">
              {words.expires(`${String(method.exp_month).padStart(2, '0')}/${method.exp_year}`)}
            </Text>
          )}
        </div>
      </Group>
      <Group gap="xs">
        {!closed && !method.is_default && method.status === 'active' && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => void makeDefault()}
            aria-label={words.makeDefaultOf(name)}
          >
            {words.makeDefault}
          </Button>
        )}
        <Refusable
          refusal={autopayRules.removeMethod({
            is_default: method.is_default,
            autopay_enabled: autopay,
          })}
          size="xs"
          variant="subtle"
          color="red"
          onClick={remove}
          aria-label={words.removeOf(name)}
        >
          {words.remove}
        </Refusable>
      </Group>
    </li>
  )
}

function ProviderPage() {
  const words = useWords(portalWords)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const answer = await api['POST /api/users/billing/portal'].safe({
      body: {},
      timeout_ms: 15_000,
    })
    if (answer.ok) return location.assign(answer.data.url)
    setBusy(false)
    toast.failed(answer.error, words.onProviderFailed)
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      rightSection={<ExternalLink size={15} aria-hidden />}
      onClick={() => void open()}
    >
      {words.onProvider}
    </Button>
  )
}
