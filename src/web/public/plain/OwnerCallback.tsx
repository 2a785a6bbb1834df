import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { currentUser } from '../../app/auth.ts'
import { clearFlow, saveEmailHint } from '../../app/sign-in-journey.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { safePath } from '../../app/safe-path.ts'
import { CallbackProblem, signInAnswer } from './sign-in-answer.tsx'
import { PlainPage, Waiting } from '../../app/shell/Frame.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'
import { savedTrial } from '../../shared/wizard/trial.ts'

/**
 * The identity provider's return page for people setting up a business: fetches their code and
 * opens the wizard.
 */
export default function OwnerCallback() {
  const router = useRouter()
  const words = useWords(plainWords)
  const [problem, setProblem] = useState<string | null>(null)
  const [asksEmail, setAsksEmail] = useState(false)

  useEffect(() => {
    const go = async () => {
      const answer = await signInAnswer()
      if (answer.kind === 'failed') return setProblem(answer.text)
      if (answer.kind === 'signed_out') return setProblem(wordsNow(plainWords).loginFailed)
      const email = answer.email ?? (await findEmail())
      if (!email) return setAsksEmail(true)
      const wizard = await wizardPath(email)
      // Without a wizard to go to, this journey's marker would lead straight back here.
      if (!wizard) clearFlow()
      return router.navigate({
        href:
          wizard ??
          safePath(answer.state?.next ?? new URLSearchParams(location.search).get('next')),
        replace: true,
      })
    }
    go().catch((error: unknown) => setProblem(errorText(error, wordsNow(plainWords).ownerFailed)))
  }, [router])

  if (problem) return <CallbackProblem text={problem} again="/login?screen=signup&flow=owner" />
  if (asksEmail) return <AskEmail onProblem={setProblem} />
  return <Waiting>{words.preparing}</Waiting>
}

/**
 * Some providers deliver the e-mail a moment after sign-in: try six times, after 75 ms and then 50
 * ms longer each.
 */
async function findEmail(): Promise<string | null> {
  for (let n = 0; n < 6; n++) {
    await new Promise((resolve) => setTimeout(resolve, 75 + 50 * n))
    const email = (await currentUser())?.profile.email
    if (email) return email
  }
  return null
}

/** The wizard for this person's code; null if they already own a business. */
async function wizardPath(email: string): Promise<string | null> {
  const { company } = savedTrial()
  const made = await api['POST /api/public/owner-onboard/bootstrap'].safe({
    body: { email, company },
  })
  if (made.ok) return `/admin/owner-onboard/${encodeURIComponent(made.data.code)}`
  if (made.error.code === 'already_owner') return null
  // Creating a code failed; an earlier one may still be open.
  const open = await api['GET /api/public/owner-onboard/bootstrap'].safe({})
  if (open.ok) return `/admin/owner-onboard/${encodeURIComponent(open.data.code)}`
  if (
    open.error instanceof ApiError &&
    open.error.status === 404 &&
    made.error.status < 500 &&
    made.error.status !== 0
  )
    return null
  throw made.error
}

function AskEmail({ onProblem }: { onProblem: (text: string) => void }) {
  const router = useRouter()
  const words = useWords(plainWords)
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    saveEmailHint(email)
    wizardPath(email)
      .then((path) => router.navigate({ href: path ?? '/app', replace: true }))
      .catch((error: unknown) => onProblem(errorText(error, words.ownerFailed)))
  }
  return (
    <PlainPage>
      <h1>{words.oneMoreThing}</h1>
      <p>{words.whichEmail}</p>
      <form onSubmit={submit}>
        <label className="plain-field">
          <span>{words.email}</span>
          <input
            type="email"
            required
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <span className="problem" />
        </label>
        <button type="submit" className="plain-button primary full" disabled={busy}>
          {words.continue}
        </button>
      </form>
    </PlainPage>
  )
}
