import { ErrorResponse } from 'oidc-client-ts'
import { currentUser, finishSignIn } from '../../app/auth.ts'
import type { SignInState } from '../../app/sign-in-journey.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { safePath, shortText } from '../../app/safe-path.ts'
import { wordsNow, useWords } from '../../app/words.ts'
import { plainWords } from '../../../words/en/plain.ts'
import { PlainPage } from '../../app/shell/Frame.tsx'

type SignInAnswer =
  | { kind: 'signed_in'; email: string | null; state: SignInState | null }
  | { kind: 'signed_out' }
  | { kind: 'failed'; text: string; next?: string }

const probeMs = 6000
let answer: Promise<SignInAnswer> | undefined

/**
 * The result of the visit to the identity provider. Read once per page load, since its code works
 * once.
 */
export const signInAnswer = (): Promise<SignInAnswer> => (answer ??= read())

async function read(): Promise<SignInAnswer> {
  try {
    const finished = await finishSignIn()
    if (finished)
      return {
        kind: 'signed_in',
        email: finished.user.profile.email ?? null,
        state: finished.state,
      }
  } catch (error) {
    if (error instanceof ErrorResponse) {
      const next = safePath((error.state as Partial<SignInState> | null | undefined)?.next)
      return {
        kind: 'failed',
        text: refusedText(error.error_description ?? error.error ?? error.message),
        next,
      }
    }
    // A reused code (a reload, the Back button) is not a failure if there is a session.
    if (!(await probe())) return { kind: 'failed', text: wordsNow(plainWords).processingFailed }
  }
  const query = new URLSearchParams(location.search)
  const error = query.get('error')
  if (error)
    return {
      kind: 'failed',
      text: refusedText(query.get('error_description') ?? error),
    }
  const user = await probe()
  return user
    ? { kind: 'signed_in', email: user.profile.email ?? null, state: null }
    : { kind: 'signed_out' }
}

const refusedText = (reason: string): string =>
  wordsNow(frameWords).authenticationError(shortText(reason))

/** An existing session, if it appears within six seconds. */
const probe = () =>
  Promise.race([
    currentUser().catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), probeMs)),
  ])

/** Signing in failed; `again` is where to start over. */
export function CallbackProblem({ text, again }: { text: string; again: string }) {
  const words = useWords(plainWords)
  return (
    <PlainPage>
      <h1>{words.failedTitle}</h1>
      <p className="plain-alert" role="alert">
        {text}
      </p>
      <div className="links">
        <a className="plain-button primary" href={again}>
          {words.tryAgain}
        </a>
        <a className="plain-button" href="/">
          {words.home}
        </a>
        <a className="plain-button" href="/support">
          {words.contactSupport}
        </a>
      </div>
    </PlainPage>
  )
}
