import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor } from '../../../api/second-factor.ts'
import { renewToken } from '../../app/auth.ts'
import { api } from '../../app/client.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { FactorCard, secondFactorQuery, type FactorCardProps } from './FactorCard.tsx'
import css from './second-factor.module.css'
import { CodeForm } from './CodeForm.tsx'
import { ProofForm, type Codes } from './SecondFactorParts.tsx'
import type { Proof } from './proof.tsx'
import { accountWords } from '../../../words/en/account.ts'

/** An authenticator app besides the password: set up, turned off. */
export function SecondFactorCard(props: FactorCardProps) {
  const words = useWords(accountWords)
  return (
    <FactorCard
      {...props}
      id="second-factor"
      title={words.secondFactor}
      about={words.secondFactorAbout}
      // Another provider has its own.
      isOffered={({ is_offered }) => is_offered}
      renderFactor={(state, done) =>
        state.has_app ? <IsOn state={state} /> : <SetUp onDone={done} />
      }
    />
  )
}

function IsOn({ state }: { state: SecondFactor }) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const end = async (body: Proof) => {
    await api['POST /api/me/second-factor/end']({ body })
    toast.done(wordsNow(accountWords).secondFactorEnded)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <>
      <Text>{words.secondFactorOn(state.recovery_codes_left)}</Text>
      <ProofForm button={words.secondFactorEnd} send={end} />
    </>
  )
}

function SetUp({ onDone }: { onDone: (codes: Codes) => void }) {
  const words = useWords(accountWords)
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const begin = async (body: Proof) =>
    setBegun(await api['POST /api/me/second-factor/begin']({ body }))
  if (!begun) return <ProofForm button={words.secondFactorBegin} send={begin} />
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
  return (
    <CodeForm
      label={words.secondFactorCode}
      button={words.secondFactorConfirm}
      failure={words.secondFactorNotOn}
      send={(code) => api['POST /api/me/second-factor/confirm']({ body: { code } })}
      onSent={async ({ recovery_codes }) => {
        onDone(recovery_codes)
        // The next token says that this sign-in was proven twice.
        await renewToken()
      }}
    />
  )
}

/** In groups of four, to be typed. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
