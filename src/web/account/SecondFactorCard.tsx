import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor } from '../../api/second-factor.ts'
import { renewToken } from '../auth.ts'
import { api, ApiError } from '../client.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Bars, Loaded } from '../ui/Page.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords, wordsNow } from '../words.ts'
import css from './second-factor.module.css'
import { accountWords } from './words.ts'

export const secondFactorQuery = api['GET /api/me/second-factor'].query()

/** A second factor besides the password: set up, turned off. */
export function SecondFactorCard({ onSetUp }: { onSetUp?: () => void }) {
  const words = useWords(accountWords)
  const state = useQuery(secondFactorQuery)
  // Another provider has its own.
  if (state.data && !state.data.is_offered) return null
  return (
    <Card component="section" aria-labelledby="second-factor" padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={2} id="second-factor">
            {words.secondFactor}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.secondFactorAbout}
          </Text>
        </div>
        <Loaded
          of={state}
          failure={words.secondFactorFailed}
          skeleton={<Bars rows={1} height={44} />}
        >
          {(data) => <Now state={data} onSetUp={onSetUp} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

type Codes = readonly string[]

function Now({ state, onSetUp }: { state: SecondFactor; onSetUp: (() => void) | undefined }) {
  const cache = useQueryClient()
  const [codes, setCodes] = useState<Codes | null>(null)
  const finish = async () => {
    setCodes(null)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onSetUp?.()
  }
  if (codes) return <RecoveryCodes codes={codes} onKept={() => void finish()} />
  return state.is_on ? <IsOn state={state} /> : <SetUp onDone={setCodes} />
}

/** The current password, asked before anything about the sign-in changes. */
function PasswordStep({
  button,
  send,
}: {
  button: string
  send: (password: string) => Promise<void>
}) {
  const words = useWords(accountWords)
  const [password, setPassword] = useState('')
  const ask = useMutation({
    mutationFn: () => send(password),
    onError: (error) => fieldOf(error, 'current_password') ?? toast.failed(error, button),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate()
      }}
    >
      <Stack gap="sm" maw={360}>
        <TextInput
          type="password"
          label={words.currentPassword}
          autoComplete="current-password"
          value={password}
          error={fieldOf(ask.error, 'current_password')}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={ask.isPending} disabled={!password}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function IsOn({ state }: { state: SecondFactor }) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const end = async (current_password: string) => {
    await api['POST /api/me/second-factor/end']({ body: { current_password } })
    toast.done(wordsNow(accountWords).secondFactorEnded)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <>
      <Text>{words.secondFactorOn(state.recovery_codes_left)}</Text>
      <PasswordStep button={words.secondFactorEnd} send={end} />
    </>
  )
}

function SetUp({ onDone }: { onDone: (codes: Codes) => void }) {
  const words = useWords(accountWords)
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const begin = async (current_password: string) =>
    setBegun(await api['POST /api/me/second-factor/begin']({ body: { current_password } }))
  if (!begun) return <PasswordStep button={words.secondFactorBegin} send={begin} />
  return (
    <Stack gap="sm">
      <Text>{words.secondFactorScan}</Text>
      <QrCode text={begun.uri} label={words.secondFactorQr} size={200} />
      <Text c="dimmed" fz="sm">
        {words.secondFactorType} <span className={css.key}>{spaced(begun.secret)}</span>
      </Text>
      <CodeStep onDone={onDone} />
    </Stack>
  )
}

function CodeStep({ onDone }: { onDone: (codes: Codes) => void }) {
  const words = useWords(accountWords)
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api['POST /api/me/second-factor/confirm']({ body: { code } }),
    onSuccess: async ({ recovery_codes }) => {
      onDone(recovery_codes)
      // The next token says that this sign-in was proven twice.
      await renewToken()
    },
    onError: (error) => fieldOf(error, 'code') ?? toast.failed(error, words.secondFactorNotOn),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="sm" maw={360}>
        <TextInput
          label={words.secondFactorCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          error={fieldOf(confirm.error, 'code')}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
        <Group>
          <Button type="submit" loading={confirm.isPending} disabled={!code.trim()}>
            {words.secondFactorConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: Codes; onKept: () => void }) {
  const words = useWords(accountWords)
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" title={words.recoveryCodes}>
        {words.recoveryAbout}
      </Alert>
      <ul className={css.codes} aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <CopyButton text={codes.join('\n')} label={words.recoveryCopy} />
        <Button onClick={onKept}>{words.recoveryKept}</Button>
      </Group>
    </Stack>
  )
}

const fieldOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields[field] : undefined

/** In groups of four, to be typed. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
