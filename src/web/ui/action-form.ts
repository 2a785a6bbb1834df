import { useForm } from '@mantine/form'
import { useState, type FormEvent } from 'react'
import { errorText } from '../app/client.ts'
import { fieldErrors, intoSight, showUnread } from './FormProblem.tsx'

// Derived from the function, because the library's type names do not resolve under Node's module
// resolution.
type UseFormInput<V extends Record<string, unknown>> = NonNullable<Parameters<typeof useForm<V>>[0]>
type UseFormReturn<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

type ActionFormInput<V extends Record<string, unknown>, R> = Pick<
  UseFormInput<V>,
  'initialValues' | 'validate' | 'enhanceGetInputProps' | 'onValuesChange'
> & {
  /** Sends the values; throws what the call throws. */
  send: (values: V) => Promise<R>
  /** After success. */
  sent?: (result: R, values: V) => unknown
  /** Shown on failure if the server sends no message. */
  failure: string
  /** Server field name → form field name, where they differ. */
  fields?: Partial<Record<string, keyof V & string>>
}

export type ActionForm<V extends Record<string, unknown>> = UseFormReturn<V> & {
  /** For `<form onSubmit={form.submit}>`. */
  submit: (event?: FormEvent) => void
  sending: boolean
  /** The form's general error; null if none. Field errors are shown at the fields. */
  problem: string | null
  setProblem: (text: string | null) => void
}

/**
 * A form sent as one call: validates, shows the server's messages at their fields, and the rest as
 * `problem`.
 */
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
      // A message at a visible field is enough; one for a field not in the form is shown as the
      // general error.
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

/** Scrolls to the first invalid field: a long form on a phone is submitted from its bottom. */
function showFirstWrong(form: EventTarget | null | undefined): void {
  if (form instanceof Element)
    requestAnimationFrame(() => intoSight(form.querySelector('[aria-invalid="true"]')))
}

/** Only the changed fields, so that two people who edit different fields do not overwrite each other. */
export const changedOf = <Values extends object>(values: Values, before: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values]),
  ) as Partial<Values>
