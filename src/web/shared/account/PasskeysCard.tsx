import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor } from '../../../api/second-factor.ts'
import { deviceName } from '../../../domain/messages/push.ts'
import { renewToken } from '../../app/auth.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { FactorCard, secondFactorQuery, type FactorCardProps } from './FactorCard.tsx'
import { ProofForm, type Codes } from './SecondFactorParts.tsx'
import type { Proof } from './proof.tsx'
import { accountWords } from '../../../words/en/account.ts'

/** Passkeys of a person's account: added, renamed, removed. */
export function PasskeysCard(props: FactorCardProps) {
  const words = useWords(accountWords)
  return (
    <FactorCard
      {...props}
      id="passkeys"
      title={words.passkeys}
      about={words.passkeysAbout}
      isOffered={(state) => state.is_offered && state.passkeys_offered}
      renderFactor={(state, done) => <Passkeys state={state} onAdded={done} />}
    />
  )
}

type Passkey = SecondFactor['passkeys'][number]
type Added = (codes: Codes | null) => void

function Passkeys({ state, onAdded }: { state: SecondFactor; onAdded: Added }) {
  const words = useWords(accountWords)
  return (
    <>
      {state.passkeys.length ? (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {state.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      ) : (
        <Text>{words.passkeysNone}</Text>
      )}
      <NewPasskey onAdded={onAdded} />
    </>
  )
}

function NewPasskey({ onAdded }: { onAdded: Added }) {
  const words = useWords(accountWords)
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  if (!('PublicKeyCredential' in window)) return <Text c="dimmed">{words.passkeyUnable}</Text>
  const add = async (body: Proof) => {
    const { options, ticket } = await api['POST /api/me/passkeys/begin']({ body })
    const response = await makePasskey(options)
    if (!response) return toast.problem(words.passkeyStopped)
    const { recovery_codes } = await api['POST /api/me/passkeys']({
      body: { ticket, response, name: name.trim() || deviceName(navigator.userAgent) },
    })
    toast.done(words.passkeyAdded)
    if (recovery_codes) onAdded(recovery_codes)
    // The next token says that this sign-in was proven twice.
    await renewToken()
    if (!recovery_codes) onAdded(null)
  }
  return (
    <ProofForm button={words.passkeyAdd} send={add}>
      <TextInput
        label={words.passkeyName}
        maxLength={100}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
    </ProofForm>
  )
}

/** Null if the person stopped, or the device could not. */
async function makePasskey(options: object): Promise<Record<string, unknown> | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never }).then(
    (made) => ({ ...made }),
    () => null,
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const words = useWords(accountWords)
  const [doing, setDoing] = useState<Doing | null>(null)
  const { name, created_at, used_at, is_synced } = passkey
  const stop = () => setDoing(null)
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" gap="sm" mih={44}>
        <div>
          <Text fw={600}>{name}</Text>
          <Text c="dimmed" fz="sm">
            {words.passkeyMade(momentLabel(created_at), used_at && momentLabel(used_at))}
            {is_synced && <br />}
            {is_synced && words.passkeySynced}
          </Text>
        </div>
        {!doing && <RowActs name={name} onPick={setDoing} />}
      </Group>
      {doing === 'rename' && <Rename passkey={passkey} onDone={stop} />}
      {doing === 'remove' && <Remove passkey={passkey} onDone={stop} />}
    </Stack>
  )
}

type Doing = 'rename' | 'remove'

function RowActs({ name, onPick }: { name: string; onPick: (doing: Doing) => void }) {
  const words = useWords(accountWords)
  return (
    <Group gap="xs">
      <Button
        variant="default"
        aria-label={words.passkeyRenameOf(name)}
        onClick={() => onPick('rename')}
      >
        {words.passkeyRename}
      </Button>
      <Button
        variant="default"
        aria-label={words.passkeyRemoveOf(name)}
        onClick={() => onPick('remove')}
      >
        {words.passkeyRemove}
      </Button>
    </Group>
  )
}

function useRename(id: string, name: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api['PATCH /api/me/passkeys/{id}']({ params: { id }, body: { name } }),
    onSuccess: async () => {
      toast.done(wordsNow(accountWords).passkeyRenamed)
      await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      onDone()
    },
    onError: (error) => toast.failed(error, wordsNow(accountWords).passkeyNotRenamed),
  })
}

function Rename({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const words = useWords(accountWords)
  const [typed, setTyped] = useState(name)
  const save = useRename(id, typed, onDone)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm" maw={360}>
        <TextInput
          label={words.passkeyName}
          maxLength={100}
          value={typed}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!typed.trim()}>
            {words.passkeySaveName}
          </Button>
          <Button variant="subtle" onClick={onDone}>
            {words.keepIt}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type RemoveProps = { passkey: Passkey; onDone: () => void }

function Remove({ passkey: { id }, onDone }: RemoveProps) {
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const remove = async (body: Proof) => {
    await api['POST /api/me/passkeys/{id}/removal']({ params: { id }, body })
    toast.done(wordsNow(accountWords).passkeyRemoved)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onDone()
  }
  return (
    <ProofForm
      button={words.passkeyRemoveIt}

      send={remove}
      onCancel={onDone}
    />
  )
}
