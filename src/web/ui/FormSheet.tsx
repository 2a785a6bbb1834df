import { Button, Stack } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import { FormProblem } from './FormProblem.tsx'
import { Sheet, type SheetProps } from './Sheet.tsx'

type Form = { submit: (event?: FormEvent) => void; sending: boolean; problem: string | null }
type Props = Omit<SheetProps, 'footer'> & {
  form: Form
  /** What the button says: the act itself. */
  action: string
  /** Said under the fields when the form as a whole is wrong; null where the form says it itself. */
  problem?: string | null
  children: ReactNode
}

/** A form that is the whole of a sheet, its buttons kept in sight. */
export function FormSheet({ form, action, problem = form.problem, children, ...sheet }: Props) {
  const id = useId()
  return (
    <Sheet
      {...sheet}
      footer={
        <>
          <Button variant="default" onClick={sheet.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={form.sending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          {children}
          <FormProblem text={problem} />
        </Stack>
      </form>
    </Sheet>
  )
}
