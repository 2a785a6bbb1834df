import { useForm } from '@mantine/form'
import { useState, type FormEvent } from 'react'
import { errorText } from '../client.ts'
import { fieldErrors } from './field-errors.ts'
import { intoSight } from './into-sight.ts'
import { showUnread } from './unread.ts'

// Read off the function, because the library's own names for these types are lost under Node's module resolution.
type UseFormInput<V extends Record<string, unknown>> = NonNullable<Parameters<typeof useForm<V>>[0]>
type UseFormReturn<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

type ActionFormInput<V extends Record<string, unknown>, R> = Pick<
  UseFormInput<V>,
  'initialValues' | 'validate' | 'enhanceGetInputProps' | 'onValuesChange'
> & {
  /** Sends the values, as a call; throws what the call throws. */
  send: (values: V) => Promise<R>
  /** After it worked. */
  sent?: (result: R, values: V) => unknown
  /** Said when it fails and the server gives no sentence. */
  failure: string
  /** Server's name of a field → the form's, where they differ. */
  fields?: Partial<Record<string, keyof V & string>>
}

export type ActionForm<V extends Record<string, unknown>> = UseFormReturn<V> & {
  /** For `<form onSubmit={form.submit}>`. */
  submit: (event?: FormEvent) => void
  sending: boolean
  /** What went wrong as a whole; null while nothing has. Sentences about single fields stand at the fields. */
  problem: string | null
  setProblem: (text: string | null) => void
}

/** A form that is sent as one call: checks first, shows the server's sentences at their fields, says the rest as `problem`. */
export function useActionForm<V extends Record<string, unknown>, R>({
  send,
  sent,
  failure,
  fields = {},
  ...input
}: ActionFormInput<V, R>): ActionForm<V> {
  const form = useForm<V>({
    mode: 'controlled',
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
    ...input,
  } as UseFormInput<V>)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const run = async (values: V): Promise<void> => {
    setSending(true)
    setProblem(null)
    try {
      const result = await send(values)
      await sent?.(result, values)
    } catch (error) {
      const errors = fieldErrors(error, fields)
      form.setErrors(errors)
      const known = Object.keys(errors).filter((name) => name.replace(/\..*/, '') in values)
      // A sentence at a field the person can see is enough; one at a field that is not on the form has to be said aloud.
      if (known.length === 0 || known.length < Object.keys(errors).length)
        setProblem(errorText(error, failure))
    } finally {
      setSending(false)
    }
  }
  const checkAndRun = form.onSubmit(
    (values) => void run(values),
    (_errors, _values, event) => showFirstWrong(event?.currentTarget),
  ) as ActionForm<V>['submit']
  const submit: ActionForm<V>['submit'] = (event) => {
    if (event && showUnread(event.currentTarget)) event.preventDefault()
    else checkAndRun(event)
  }
  return { ...form, submit, sending, problem, setProblem }
}

/** The first wrong field comes into sight: a long form on a phone is sent from its foot. */
function showFirstWrong(form: EventTarget | null | undefined): void {
  if (form instanceof Element)
    requestAnimationFrame(() => intoSight(form.querySelector('[aria-invalid="true"]')))
}
