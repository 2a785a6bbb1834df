import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { useProof, type Proof } from './proof.tsx'
import css from './second-factor.module.css'
import { accountWords } from '../../../words/en/account.ts'

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
