import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'

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

export const fieldOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields[field] : undefined
