import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor } from '../../api/second-factor.ts'
import { renewToken } from '../auth.ts'
import { api } from '../client.ts'
import { Bars, Loaded } from '../ui/Page.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords, wordsNow } from '../words.ts'
import css from './second-factor.module.css'
import {
  fieldOf,
  ProofForm,
  RecoveryCodes,
  type Codes,
  type FactorCardProps,
} from './SecondFactorParts.tsx'
import { accountWords } from './words.ts'

export const secondFactorQuery = api['GET /api/me/second-factor'].query()

/** An authenticator app besides the password: set up, turned off. */
export function SecondFactorCard({ order = 3, onSetUp }: FactorCardProps) {
  const words = useWords(accountWords)
  const state = useQuery(secondFactorQuery)
  // Another provider has its own.
  if (state.data && !state.data.is_offered) return null
  return (
    <Card component="section" aria-labelledby="second-factor" padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={order} id="second-factor">
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

function Now({ state, onSetUp }: { state: SecondFactor; onSetUp: (() => void) | undefined }) {
  const cache = useQueryClient()
  const [codes, setCodes] = useState<Codes | null>(null)
  const finish = async () => {
    setCodes(null)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onSetUp?.()
  }
  if (codes) return <RecoveryCodes codes={codes} onKept={() => void finish()} />
  return state.has_app ? (
    <IsOn state={state} />
  ) : (
    <SetUp hasPassword={state.has_password} onDone={setCodes} />
  )
}

function IsOn({ state }: { state: SecondFactor }) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const end = async (body: { current_password?: string }) => {
    await api['POST /api/me/second-factor/end']({ body })
    toast.done(wordsNow(accountWords).secondFactorEnded)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <>
      <Text>{words.secondFactorOn(state.recovery_codes_left)}</Text>
      <ProofForm button={words.secondFactorEnd} hasPassword={state.has_password} send={end} />
    </>
  )
}

function SetUp({ hasPassword, onDone }: { hasPassword: boolean; onDone: (codes: Codes) => void }) {
  const words = useWords(accountWords)
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const begin = async (body: { current_password?: string }) =>
    setBegun(await api['POST /api/me/second-factor/begin']({ body }))
  if (!begun)
    return <ProofForm button={words.secondFactorBegin} hasPassword={hasPassword} send={begin} />
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

/** In groups of four, to be typed. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
