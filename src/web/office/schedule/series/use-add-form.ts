import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../../app/client.ts'
import { useActionForm } from '../../../ui/action-form.ts'
import { toast } from '../../../ui/toast.tsx'
import { reloadRequests, reloadSchedule } from '../../../shared/visits/queries.ts'
import { addRule, checkAdd, forCustomer, type AddValues } from './add-rule.ts'

/** The form of what is to be added. A customer's preference is kept until it is unlocked. */
export function useAddForm(
  initialValues: AddValues,
  onAdded: (date: AddValues['end_date']) => void,
) {
  const [unlocked, setUnlocked] = useState(initialValues.visit_request_id !== null)
  const form = useActionForm<AddValues, Awaited<ReturnType<typeof addRule>>>({
    initialValues,
    validate: checkAdd,
    failure: 'Failed to add to schedule',
    fields: { customer_id: 'customer' },
    send: async (values) => addRule(await withActive(values)),
    sent: (added) => {
      if (added.outcome === 'repeat') return toast.note(added.text)
      toast.done(added.text)
      if (added.warning) toast.note(added.warning)
      void reloadSchedule()
      void reloadRequests()
      onAdded(added.date)
    },
  })
  /** Work is planned for active customers only. What was chosen stays, whatever the server answers. */
  const withActive = async (values: AddValues): Promise<AddValues> => {
    if (values.customer?.status !== 'lead') return values
    const { id } = values.customer
    await api['POST /api/owner/customers/{id}/status']({
      params: { id },
      body: { status: 'active' },
    })
    const customer = { ...values.customer, status: 'active' as const, disabled_reason: null }
    form.setValues((now) => (now.customer?.id === id ? { customer } : {}))
    return { ...values, customer }
  }
  const { customer } = form.values
  const held = useHeld(form.submit)
  return {
    form: { ...form, submit: held.submit, sending: form.sending || held.waits },
    setCreating: held.setBusy,
    choose: (next: AddValues['customer']) => {
      setUnlocked(false)
      form.setValues(forCustomer(form.values, next))
    },
    isLocked: Boolean(customer?.preference) && !unlocked,
    unlock: () => setUnlocked(true),
  }
}

/** Submits, but while the customer is still being added only once that is done. */
function useHeld(submit: (event?: FormEvent) => void) {
  const [isBusy, setBusy] = useState(false)
  const [waits, setWaits] = useState(false)
  const isHeld = useRef(false)
  useEffect(() => {
    if (isBusy || !isHeld.current) return
    isHeld.current = false
    submit()
  }, [isBusy, submit])
  return {
    setBusy: (isUnderWay: boolean) => {
      setBusy(isUnderWay)
      if (!isUnderWay) setWaits(false)
    },
    waits,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      if (!isBusy) return submit(event)
      isHeld.current = true
      setWaits(true)
    },
  }
}

export type Add = ReturnType<typeof useAddForm>
