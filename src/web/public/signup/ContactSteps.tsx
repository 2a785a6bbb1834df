import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { addressProblems } from '../../../domain/base/contact.ts'
import { emailKey, emailMessage, isEmail } from '../../../domain/base/email.ts'
import { phoneMessage, phoneProblem } from '../../../domain/base/phone.ts'
import { api } from '../../app/client.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { fieldErrors, type FormErrors } from '../../ui/FormProblem.tsx'
import { rememberLead, sentBy, type Lead, type Place } from '../../shared/wizard/place.ts'
import { useDraft } from '../../shared/wizard/draft.ts'
import { StepForm } from '../../shared/wizard/StepForm.tsx'
import { spoken, useWords } from '../../app/words.ts'
import { signupWords } from '../../../words/en/signup.ts'

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
  const words = useWords(signupWords)
  const { value: email, set: setEmail, forget } = useDraft(place, 'email', known)
  const [error, setError] = useState<string | null>(null)
  const [website, setWebsite] = useState('')
  const token = useRef<string | null>(null)
  return (
    <StepForm
      title={words.emailTitle}
      about={words.emailAbout}
      failure={words.failed('email')}
      save={async () => {
        const isGood = isEmail(email)
        setError(isGood ? null : spoken(emailMessage))
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
      saved={() => {
        forget()
        done(token.current)
      }}
    >
      <TextInput
        label={words.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        size="md"
        value={email}
        readOnly={fixed}
        error={error}
        description={fixed ? words.signedInWith : undefined}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setError(null)
        }}
      />
      <Trap value={website} onChange={setWebsite} />
    </StepForm>
  )
}

export function AddressQuestion({ place, code, lead, done, back }: StepProps) {
  const words = useWords(signupWords)
  const {
    value: values,
    set: setValues,
    forget,
  } = useDraft(place, 'address', {
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
      title={words.addressTitle}
      failure={words.failed('address')}
      back={back}
      save={async () => {
        const wrong = Object.fromEntries(
          Object.entries(addressProblems(values)).map(([name, problem]) => [name, spoken(problem)]),
        )
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
      saved={() => {
        forget()
        done()
      }}
    >
      <AddressFields values={values} errors={errors} set={set} size="md" autoFill />
    </StepForm>
  )
}

export function NameQuestion({
  place,
  known,
  done,
  back,
}: {
  place: Place
  known: string
  done: () => void
  back: () => void
}) {
  const words = useWords(signupWords)
  const { value: name, set: setName, forget } = useDraft(place, 'postauth_name', known)
  return (
    <StepForm
      title={words.nameTitle}
      about={words.nameAbout}
      failure={words.failed('postauth_name')}
      back={back}
      save={async () =>
        void (await api['PATCH /api/users/signup/finish']({ body: { name: name.trim() || null } }))
      }
      saved={() => {
        forget()
        done()
      }}
    >
      <TextInput
        label={words.nameTitle}
        autoComplete="name"
        size="md"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </StepForm>
  )
}

export function PhoneQuestion({
  place,
  known,
  smsChosen,
  done,
  back,
}: {
  place: Place
  known: string
  smsChosen: boolean
  done: () => void
  back: () => void
}) {
  const words = useWords(signupWords)
  const { value: phone, set: setPhone, forget } = useDraft(place, 'postauth_phone', known)
  const [error, setError] = useState<string | null>(null)
  return (
    <StepForm
      title={words.phoneTitle}
      about={smsChosen ? words.phoneForTexts : words.phoneAbout}
      failure={words.failed('postauth_phone')}
      button={words.finish}
      back={back}
      save={async () => {
        const problem = phone.trim() ? phoneProblem(phone) : smsChosen ? phoneMessage : null
        setError(problem && spoken(problem))
        if (problem) return false
        await api['PATCH /api/users/signup/finish']({
          body: { phone_number: phone.trim() || null },
        })
        return true
      }}
      saved={() => {
        forget()
        done()
      }}
    >
      <TextInput
        label={words.phoneTitle}
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

/** A field people cannot see or reach. Only programs fill it, and the server discards what they send. */
const Trap = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <div
    aria-hidden="true"
    style={{ position: 'absolute', left: -10_000, width: 1, height: 1, overflow: 'hidden' }}
  >
    <label htmlFor="website">{useWords(signupWords).leaveEmpty}</label>
    <input
      id="website"
      name="website"
      type="text"
      tabIndex={-1}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </div>
)
