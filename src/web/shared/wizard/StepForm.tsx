import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, errorText } from '../../app/client.ts'
import { useWords } from '../../app/words.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { wizardWords } from '../../../words/en/wizard.ts'

type Props = {
  title: string
  about?: ReactNode
  /**
   * Saves the step; if it throws, the person stays here. False: something is still wrong and
   * already shown.
   */
  save: () => Promise<boolean | void>
  saved: () => void
  back?: (() => void) | undefined
  failure: string
  button?: string
  busyButton?: string
  /** Below the buttons: a way to skip the question. */
  aside?: ReactNode
  children: ReactNode
}

/** One question of a wizard, saved before the next. */
export function StepForm({
  title,
  about,
  save,
  saved,
  back,
  failure,
  button,
  busyButton,
  aside,
  children,
}: Props) {
  const words = useWords(wizardWords)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSignedOut, setSignedOut] = useState(false)
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // Announces a new question and moves focus to its heading.
  useEffect(() => heading.current?.focus(), [])
  // Move the focus to the first field with an error.
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    setSignedOut(false)
    try {
      if ((await save()) === false) setRefusals((n) => n + 1)
      else saved()
    } catch (error) {
      setProblem(errorText(error, failure))
      setSignedOut(error instanceof ApiError && error.status === 401)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <div>
          <Title order={2} fz="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" mt={4}>
              {about}
            </Text>
          )}
        </div>
        {children}
        <FormProblem text={problem} />
        {isSignedOut && (
          <Anchor
            href={`/login?next=${encodeURIComponent(location.pathname + location.search)}`}
            underline="always"
            py={10}
          >
            {words.logInAndReturn}
          </Anchor>
        )}
        <Foot {...{ back, busy, button, busyButton }} />
        {aside}
      </Stack>
    </form>
  )
}

type FootProps = Pick<Props, 'back' | 'button' | 'busyButton'> & { busy: boolean }

/** Back and Next. */
function Foot({ back, busy, button, busyButton }: FootProps) {
  const words = useWords(wizardWords)
  const busyText = busyButton ?? words.saving
  return (
    <Group justify="space-between" mt="xs" wrap="nowrap">
      {back ? (
        <Button
          type="button"
          variant="subtle"
          size="md"
          onClick={back}
          leftSection={<ArrowLeft size={18} aria-hidden />}
        >
          {words.back}
        </Button>
      ) : (
        <span />
      )}
      <Button type="submit" size="md" loading={busy} loaderProps={{ 'aria-label': busyText }}>
        {busy ? busyText : (button ?? words.next)}
      </Button>
    </Group>
  )
}
