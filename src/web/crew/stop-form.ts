import { useEffect, useEffectEvent, useRef } from 'react'
import { useWorker } from '../shared/outbox/outbox.ts'
import { useActionForm, type ActionForm } from '../ui/action-form.ts'
import { keepInTab } from '../app/local.ts'
import type { Visit } from '../../domain/schedule/visit.ts'

type Input<V extends Record<string, unknown>> = Parameters<typeof useActionForm<V, boolean>>[0]

/**
 * A form at a stop, which closes once it is saved. What was typed survives a reload and a phone that drops the page; saved or
 * discarded it is forgotten.
 */
export function useStopForm<V extends Record<string, unknown>>(
  { name, visit, opened, onClose }: FormProps & { name: string },
  input: Omit<Input<V>, 'onValuesChange' | 'sent'>,
): ActionForm<V> {
  const key = `fieldhive.typed:${useWorker()}:${name}:${visit.id}`
  const form = useActionForm<V, boolean>({
    ...input,
    // A phone without room keeps it on the screen only.
    onValuesChange: (values) => void keepInTab(key, JSON.stringify(values)),
    sent: (isSaved) => isSaved && onClose(),
  })
  const typeAgain = useEffectEvent(() => {
    const typed = sessionStorage.getItem(key)
    // As typed, not as the first values: closing the form asks what to do with it.
    if (typed !== null) form.setValues(JSON.parse(typed) as V)
  })
  const wasOpened = useRef(false)
  useEffect(() => {
    if (opened) typeAgain()
    else if (wasOpened.current) sessionStorage.removeItem(key)
    wasOpened.current = opened
  }, [opened, key])
  return form
}

export type FormProps = { visit: Visit; opened: boolean; onClose: () => void }
