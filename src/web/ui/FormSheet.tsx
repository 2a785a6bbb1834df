import { Button, Stack } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import { useWords } from '../app/words.ts'
import { useFocusBack } from './Refusable.tsx'
import { FormProblem } from './FormProblem.tsx'
import { Sheet, type SheetProps } from './Sheet.tsx'
import { Leave, useUnsaved } from './unsaved.tsx'
import { uiWords } from '../../words/en/ui.ts'

type Form = {
  values: unknown
  submit: (event?: FormEvent) => void
  sending: boolean
  problem: string | null
}
type Props = Omit<SheetProps, 'footer'> & {
  form: Form
  /** The button's text: the action itself. */
  action: string
  /**
   * Shown under the fields if the form as a whole has an error; null if the form shows it itself.
   */
  problem?: string | null
  children: ReactNode
}

type FootProps = {
  form: Pick<Form, 'sending' | 'values'>
  action: string
  /** The cancel button's text. */
  away?: string
  /** The form element's id, if the buttons are outside of it. */
  id?: string
  disabled?: boolean
  /** Other actions, between cancel and submit. */
  children?: ReactNode
}

/** The buttons of a form in a sheet; asks before leaving unsaved input. */
export function FormFoot({ form, action, away, id, disabled, children }: FootProps) {
  const words = useWords(uiWords)
  useUnsaved(form.values)
  useFocusBack(form.sending)
  return (
    <>
      <Leave>{away ?? words.cancel}</Leave>
      {children}
      <Button type="submit" form={id} loading={form.sending} disabled={disabled}>
        {action}
      </Button>
    </>
  )
}

/**
 * A form that fills a sheet, its buttons always visible. It is disabled while sending, since input
 * would be lost.
 */
export function FormSheet({ form, action, problem = form.problem, children, ...sheet }: Props) {
  const id = useId()
  return (
    <Sheet {...sheet} footer={<FormFoot id={id} form={form} action={action} />}>
      <form id={id} onSubmit={form.submit} noValidate>
        <Stack gap="sm" inert={form.sending}>
          {children}
          <FormProblem text={problem} />
        </Stack>
      </form>
    </Sheet>
  )
}
