import { Button, Stack } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import { useFocusBack } from './focus-back.ts'
import { FormProblem } from './FormProblem.tsx'
import { Sheet, type SheetProps } from './Sheet.tsx'
import { Leave, useUnsaved } from './unsaved.tsx'

type Form = {
  values: unknown
  submit: (event?: FormEvent) => void
  sending: boolean
  problem: string | null
}
type Props = Omit<SheetProps, 'footer'> & {
  form: Form
  /** What the button says: the act itself. */
  action: string
  /** Said under the fields when the form as a whole is wrong; null where the form says it itself. */
  problem?: string | null
  children: ReactNode
}

type FootProps = {
  form: Pick<Form, 'sending' | 'values'>
  action: string
  /** What the way out says. */
  away?: string
  /** The form's element, where the buttons stand outside of it. */
  id?: string
  disabled?: boolean
  /** What else can be done, between the way out and the act. */
  children?: ReactNode
}

/** The buttons under a form in a sheet; what stands in the form is not left without asking. */
export function FormFoot({ form, action, away = 'Cancel', id, disabled, children }: FootProps) {
  useUnsaved(form.values)
  useFocusBack(form.sending)
  return (
    <>
      <Leave>{away}</Leave>
      {children}
      <Button type="submit" form={id} loading={form.sending} disabled={disabled}>
        {action}
      </Button>
    </>
  )
}

/** A form that is the whole of a sheet, its buttons kept in sight. What would be typed while it is sent would be lost, so nothing can be. */
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
