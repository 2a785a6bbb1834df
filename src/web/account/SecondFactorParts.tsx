import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../client.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../words.ts'
import { useProof, type Proof } from './proof.tsx'
import css from './second-factor.module.css'
import { accountWords } from './words.ts'

export type Codes = readonly string[]

type ProofFormProps = {
  button: string
  /** Is asked again with a proof, if the server wants one. */
  send: (proof: Proof) => Promise<void>
  children?: ReactNode
  onCancel?: () => void
}

/** A change of the sign-in: who it is, is asked before it counts. */
export function ProofForm({ button, send, children, onCancel }: ProofFormProps) {
  const words = useWords(accountWords)
  const { proven, dialog } = useProof()
  const ask = useMutation({
    mutationFn: () => proven(send),
    onError: (error) => toast.failed(error, button),
  })
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <Stack gap="sm" maw={360}>
          {children}
          <Group>
            <Button type="submit" variant="default" loading={ask.isPending}>
              {button}
            </Button>
            {onCancel && (
              <Button variant="subtle" onClick={onCancel}>
                {words.keepIt}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {dialog}
    </>
  )
}

type CodeFormProps<Sent> = {
  label: string
  button: string
  /** What is said if the code was not wrong and it still failed. */
  failure: string
  send: (code: string) => Promise<Sent>
  onSent: (sent: Sent) => unknown
  /** Its field is where one types next. */
  takesFocus?: boolean
  /** Above the field. */
  about?: ReactNode
  /** Beside the button. */
  children?: ReactNode
}

/** Takes six digits; a phone opens the number pad and fills in a code it was texted. */
export function CodeForm<Sent>({
  label,
  button,
  failure,
  send,
  onSent,
  ...rest
}: CodeFormProps<Sent>) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => send(code),
    onSuccess: onSent,
    onError: (error) => fieldOf(error, 'code') ?? toast.failed(error, failure),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="sm" maw={360}>
        {rest.about}
        <TextInput
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          ref={rest.takesFocus ? focusIt : undefined}
          value={code}
          error={fieldOf(confirm.error, 'code')}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
        <Group>
          <Button type="submit" loading={confirm.isPending} disabled={!code.trim()}>
            {button}
          </Button>
          {rest.children}
        </Group>
      </Stack>
    </form>
  )
}
const focusIt = (field: HTMLInputElement | null): void => field?.focus()

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: Codes; onKept: () => void }) {
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

export const fieldOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields[field] : undefined
