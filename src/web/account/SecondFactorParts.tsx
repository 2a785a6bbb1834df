import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../client.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../words.ts'
import css from './second-factor.module.css'
import { accountWords } from './words.ts'

export type Codes = readonly string[]

type ProofFormProps = {
  button: string
  /** False for people who sign in without a password. */
  hasPassword: boolean
  send: (proof: { current_password?: string }) => Promise<void>
  children?: ReactNode
  onCancel?: () => void
}

/** The current password, asked before anything about the sign-in changes. */
export function ProofForm({ button, hasPassword, send, children, onCancel }: ProofFormProps) {
  const words = useWords(accountWords)
  const [password, setPassword] = useState('')
  const ask = useMutation({
    mutationFn: () => send(hasPassword ? { current_password: password } : {}),
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
        {children}
        {hasPassword && (
          <TextInput
            type="password"
            label={words.currentPassword}
            autoComplete="current-password"
            value={password}
            error={fieldOf(ask.error, 'current_password')}
            onChange={({ currentTarget: { value } }) => setPassword(value)}
          />
        )}
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={ask.isPending}
            disabled={hasPassword && !password}
          >
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
  )
}

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
