import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type HTMLInputTypeAttribute,
} from 'react'
import { TrialEmail } from '../../../domain/base/contact.ts'
import { signIn } from '../../app/auth.ts'
import { saveEmailHint } from '../../app/sign-in-journey.ts'
import { api } from '../../app/client.ts'
import { PlainPage } from '../../app/shell/Frame.tsx'
import { saveTrial } from '../../shared/wizard/trial.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'

type Values = { name: string; email: string; company: string; phone: string }
type Problems = Partial<Record<keyof Values, string>>

function check({ name, email, company }: Values): Problems {
  const words = wordsNow(plainWords)
  return {
    ...(name.trim() ? {} : { name: words.nameMissing }),
    ...(TrialEmail.safeParse(email).success ? {} : { email: words.emailWrong }),
    ...(company.trim() ? {} : { company: words.companyMissing }),
  }
}

/**
 * The trial's sign-up form; the account itself is created on the identity provider's page that
 * follows.
 */
export default function GetStarted() {
  const words = useWords(plainWords)
  const [values, setValues] = useState<Values>({ name: '', email: '', company: '', phone: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [summary, setSummary] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Move the focus to the first field with an error.
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  useOnReturn(() => setBusy(false))

  const change = (name: keyof Values) => (value: string) => {
    setValues((old) => ({ ...old, [name]: value }))
    setProblems((old) => ({ ...old, [name]: undefined }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check(values)
    setProblems(found)
    setSummary(Object.keys(found).length > 0 ? words.fixErrors : null)
    if (Object.keys(found).length > 0) return setRefusals((n) => n + 1)
    const email = values.email.trim()
    const [name, company, phone] = [values.name, values.company, values.phone].map(
      (text) => text.trim() || null,
    )
    setBusy(true)
    // Saving the lead must neither delay nor block the visitor.
    void api['POST /api/public/leads'].safe({
      body: { name, email, company, phone, source: 'trial', path: location.pathname },
    })
    saveEmailHint(email)
    saveTrial({ name: name ?? null, company: company ?? null })
    signIn({ screen: 'signup', hint: email, flow: 'trial' }).catch(() => {
      setBusy(false)
      setSummary(wordsNow(plainWords).trialFailed)
    })
  }

  return (
    <PlainPage wide>
      <h1>{words.trialTitle}</h1>
      <p>{words.trialAbout}</p>
      <form ref={form} onSubmit={submit} noValidate>
        {summary && (
          <p className="plain-alert" role="alert">
            {summary}
          </p>
        )}
        <Field
          label={words.name}
          value={values.name}
          problem={problems.name}
          autoComplete="name"
          onChange={change('name')}
        />
        <Field
          label={words.email}
          type="email"
          value={values.email}
          problem={problems.email}
          autoComplete="email"
          onChange={change('email')}
        />
        <Field
          label={words.company}
          value={values.company}
          problem={problems.company}
          autoComplete="organization"
          onChange={change('company')}
        />
        <Field
          label={words.phone}
          type="tel"
          value={values.phone}
          problem={problems.phone}
          autoComplete="tel"
          onChange={change('phone')}
        />
        <button type="submit" className="plain-button primary full" disabled={busy}>
          {busy ? words.oneMoment : words.startTrial}
        </button>
      </form>
      <p className="plain-aside">
        {words.haveAccount} <a href="/login">{words.logIn}</a>
      </p>
    </PlainPage>
  )
}

/** Back from the sign-in page restores this one as it was, with its button still loading. */
function useOnReturn(wake: () => void): void {
  const latest = useRef(wake)
  useEffect(() => {
    const run = () => latest.current()
    addEventListener('pageshow', run)
    return () => removeEventListener('pageshow', run)
  }, [])
}

type FieldProps = {
  label: string
  value: string
  problem: string | undefined
  autoComplete: string
  type?: HTMLInputTypeAttribute
  onChange: (value: string) => void
}

function Field({ label, value, problem, autoComplete, type = 'text', onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="plain-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete={autoComplete}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="problem" id={`${id}-problem`}>
        {problem}
      </span>
    </div>
  )
}
