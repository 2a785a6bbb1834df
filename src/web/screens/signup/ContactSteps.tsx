import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  addressProblems,
  emailKey,
  emailMessage,
  isEmail,
  isPhone,
  phoneMessage,
} from '../../../domain/contact.ts'
import { signupStepFailures } from '../../../domain/signup.ts'
import { api } from '../../client.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { fieldErrors, type FormErrors } from '../../ui/field-errors.ts'
import { Trap } from './Trap.tsx'
import { rememberLead, sentBy, type Lead, type Place } from '../../wizard/place.ts'
import { StepForm } from '../../wizard/StepForm.tsx'

export type StepProps = {
  place: Place
  code: string
  lead: Lead
  done: () => void
  back?: () => void
}

type EmailProps = {
  place: Place
  code: string
  /** The address this sign-up was begun with. */
  saved: string | null
  known: string
  fixed: boolean
  /** With the token of a new sign-up; null when the one begun goes on. */
  done: (token: string | null) => void
}

export function EmailQuestion({ place, code, saved, known, fixed, done }: EmailProps) {
  const [email, setEmail] = useState(known)
  const [error, setError] = useState<string | null>(null)
  const [website, setWebsite] = useState('')
  const token = useRef<string | null>(null)
  return (
    <StepForm
      title="What is your e-mail?"
      about="We send your receipts and service updates there."
      failure={signupStepFailures.email}
      save={async () => {
        const isGood = isEmail(email)
        setError(isGood ? null : emailMessage)
        if (!isGood) return false
        // Returning to this question without changing it keeps the later answers.
        if (saved && emailKey(saved) === emailKey(email)) return true
        const { lead_token } = await api['POST /api/public/signup/{code}/lead']({
          params: { code },
          body: { email, ...sentBy(), ...(website ? { website } : {}) },
        })
        rememberLead(place, lead_token)
        token.current = lead_token
        return true
      }}
      saved={() => done(token.current)}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        size="md"
        value={email}
        readOnly={fixed}
        error={error}
        description={fixed ? 'You are signed in with this address.' : undefined}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setError(null)
        }}
      />
      <Trap value={website} onChange={setWebsite} />
    </StepForm>
  )
}

export function AddressQuestion({ code, lead, done, back }: StepProps) {
  const [values, setValues] = useState({
    street: lead.street ?? '',
    city: lead.city ?? '',
    state: lead.state ?? '',
    zip: lead.zip ?? '',
  })
  const [errors, setErrors] = useState<FormErrors>({})
  const set = (change: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))),
    )
  }
  return (
    <StepForm
      title="Where should we come?"
      failure={signupStepFailures.address}
      back={back}
      save={async () => {
        const wrong = addressProblems(values)
        setErrors(wrong)
        if (Object.keys(wrong).length > 0) return false
        const body = { ...values, email: lead.email, lead_token: lead.lead_token, ...sentBy() }
        const saved = await api['PATCH /api/public/signup/{code}/lead'].safe({
          params: { code },
          body,
        })
        if (saved.ok) return true
        const refused = fieldErrors(saved.error)
        if (Object.keys(refused).length === 0) throw saved.error
        setErrors(refused)
        return false
      }}
      saved={done}
    >
      <AddressFields values={values} errors={errors} set={set} size="md" autoFill />
    </StepForm>
  )
}

export function NameQuestion({
  known,
  done,
  back,
}: {
  known: string
  done: () => void
  back: (() => void) | undefined
}) {
  const [name, setName] = useState(known)
  return (
    <StepForm
      title="Your name"
      about="Optional. It helps the crew to greet you."
      failure={signupStepFailures.postauth_name}
      back={back}
      save={async () =>
        void (await api['PATCH /api/users/signup/finish']({ body: { name: name.trim() || null } }))
      }
      saved={done}
    >
      <TextInput
        label="Your name"
        autoComplete="name"
        size="md"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </StepForm>
  )
}

export function PhoneQuestion({
  known,
  smsChosen,
  done,
  back,
}: {
  known: string
  smsChosen: boolean
  done: () => void
  back: () => void
}) {
  const [phone, setPhone] = useState(known)
  const [error, setError] = useState<string | null>(null)
  return (
    <StepForm
      title="Phone number"
      about={
        smsChosen
          ? 'For the text messages you asked for.'
          : 'Optional. For the crew, should they not find you.'
      }
      failure={signupStepFailures.postauth_phone}
      button="Finish"
      back={back}
      save={async () => {
        const isGood = phone.trim() ? isPhone(phone) : !smsChosen
        setError(isGood ? null : phoneMessage)
        if (!isGood) return false
        await api['PATCH /api/users/signup/finish']({
          body: { phone_number: phone.trim() || null },
        })
        return true
      }}
      saved={done}
    >
      <TextInput
        label="Phone number"
        type="tel"
        autoComplete="tel"
        size="md"
        value={phone}
        error={error}
        onChange={(event) => {
          setPhone(event.currentTarget.value)
          setError(null)
        }}
      />
    </StepForm>
  )
}
