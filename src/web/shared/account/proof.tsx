import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ProofWays } from '../../../api/sign-in.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { signIn } from '../../app/auth.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useWords } from '../../app/words.ts'
import { CodeForm } from './CodeForm.tsx'
import { accountWords } from '../../../words/en/account.ts'

/** What a call that changes the sign-in takes along. */
export type Proof = { proof?: string }
/** Sends something; asks who it is first if the server wants to know. Undefined if they stopped. */
type Proven = <T>(send: (proof: Proof) => Promise<T>) => Promise<T | undefined>

// Good for ten minutes, so that one proof covers several changes; the server decides.
let kept: Proof = {}

const isAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'prove_it_is_you'

type Waiting = { go: (proof: Proof | null) => void }

/**
 * Sends changes of the sign-in. Whatever was typed stays where it is while the dialog asks, and is
 * sent again with the proof. Render `dialog` beside the form, not in it.
 */
export function useProof(): { proven: Proven; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const ask = () =>
    new Promise<Proof | null>((resolve) => {
      setWaiting({
        go: (proof) => {
          setWaiting(null)
          resolve(proof)
        },
      })
    })
  const proven: Proven = async (send) => {
    try {
      return await send(kept)
    } catch (error) {
      if (!isAsked(error)) throw error
    }
    const proof = await ask()
    if (!proof) return undefined
    kept = proof
    return send(proof)
  }
  const words = useWords(accountWords)
  const dialog = (
    <Sheet
      opened={waiting !== null}
      onClose={() => waiting?.go(null)}
      title={words.proofTitle}
      size="sm"
      above
    >
      {waiting && <Ask onProven={(proof) => waiting.go({ proof })} />}
    </Sheet>
  )
  return { proven, dialog }
}

type AskProps = { onProven: (proof: string) => void }

function Ask({ onProven }: AskProps) {
  const words = useWords(accountWords)
  const ways = useQuery({
    queryKey: api['POST /api/me/proof/begin'].key(),
    queryFn: () => api['POST /api/me/proof/begin'](),
    gcTime: 0,
  })
  return (
    <Stack gap="md">
      <Text c="dimmed">{words.proofAbout}</Text>
      <Loaded of={ways} failure={words.proofFailed} skeleton={<Bars rows={1} height={44} />}>
        {(data) => <Ways ways={data} onProven={onProven} />}
      </Loaded>
    </Stack>
  )
}

function Ways({
  ways: { has_password, passkey, codes_to },
  onProven,
}: AskProps & { ways: ProofWays }) {
  return (
    <>
      {has_password && <ByPassword onProven={onProven} />}
      {passkey && <ByPasskey {...passkey} isOnly={!has_password} onProven={onProven} />}
      {codes_to.length > 0 && <ByCode addresses={codes_to} onProven={onProven} />}
      {!has_password && !passkey && !codes_to.length && <BySignIn />}
    </>
  )
}

function ByPassword({ onProven }: AskProps) {
  const words = useWords(accountWords)
  const [password, setPassword] = useState('')
  const prove = useMutation({
    mutationFn: () => api['POST /api/me/proof']({ body: { current_password: password } }),
    onSuccess: ({ proof }) => onProven(proof),
  })
  const wrong = prove.error && errorText(prove.error, words.proofFailed)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The form this is asked for may be around it in the tree.
        event.stopPropagation()
        prove.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="password"
          label={words.currentPassword}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={wrong}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        <Group>
          <Button type="submit" loading={prove.isPending} disabled={!password}>
            {words.proofGoOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type PasskeyProps = AskProps & { options: object; ticket: string; isOnly: boolean }

function ByPasskey({ options, ticket, isOnly, onProven }: PasskeyProps) {
  const words = useWords(accountWords)
  const prove = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const response = await startAuthentication({ optionsJSON: options as never }).catch(
        () => null,
      )
      if (!response) throw new Error(words.proofStopped)
      return api['POST /api/me/proof']({ body: { ticket, response: { ...response } } })
    },
    onSuccess: ({ proof }) => onProven(proof),
  })
  return (
    <Stack gap="sm">
      <FormProblem text={prove.error && errorText(prove.error)} />
      <Group>
        <Button
          variant={isOnly ? 'filled' : 'default'}
          loading={prove.isPending}
          onClick={() => prove.mutate()}
        >
          {words.proofPasskey}
        </Button>
      </Group>
    </Stack>
  )
}

type CodeProps = AskProps & { addresses: ProofWays['codes_to'] }

/** Somebody with neither gets a code at an address of theirs, and stays on this page. */
function ByCode({ addresses, onProven }: CodeProps) {
  const words = useWords(accountWords)
  const [to, setTo] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: (address: string) => api['POST /api/me/proof/code']({ body: { to: address } }),
    onSuccess: (_, address) => setTo(address),
  })
  if (to) return <TypedCode to={to} onProven={onProven} again={() => setTo(null)} />
  return (
    <Stack gap="sm">
      <Text>{words.proofCodeAbout}</Text>
      <FormProblem text={send.error && errorText(send.error, words.proofCodeUnsent)} />
      {addresses.map(({ by, to: address }) => (
        <Button
          key={address}
          h="auto"
          mih={44}
          py={8}
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
          loading={send.isPending && send.variables === address}
          onClick={() => send.mutate(address)}
        >
          {by === 'sms' ? words.proofCodeText(phoneText(address)) : words.proofCodeMail(address)}
        </Button>
      ))}
    </Stack>
  )
}

function TypedCode({ to, again, onProven }: AskProps & { to: string; again: () => void }) {
  const words = useWords(accountWords)
  return (
    // The form this is asked for may be around it in the tree.
    <div onSubmit={(event) => event.stopPropagation()}>
      <CodeForm
        label={words.proofCode}
        button={words.proofGoOn}
        failure={words.proofFailed}
        takesFocus
        about={
          <Text component="output">
            {words.proofCodeSent(to.startsWith('+') ? phoneText(to) : to)}
          </Text>
        }
        send={(code) => api['POST /api/me/proof']({ body: { code } })}
        onSent={({ proof }) => onProven(proof)}
      >
        <Button variant="subtle" onClick={again}>
          {words.proofCodeAgain}
        </Button>
      </CodeForm>
    </div>
  )
}

/** Somebody with none of these signs in again: a fresh sign-in is the proof. */
function BySignIn() {
  const words = useWords(accountWords)
  const next = `${location.pathname}${location.search}`
  return (
    <Stack gap="sm">
      <Text>{words.proofSignIn}</Text>
      <Group>
        <Button onClick={() => void signIn({ next, shows_form: true })}>
          {words.gateSignInAgain}
        </Button>
      </Group>
    </Stack>
  )
}
