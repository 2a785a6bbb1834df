import { PlainPage } from '../../shell/Frame.tsx'
import { useWords } from '../../words.ts'
import { plainWords } from '../../plain-words.ts'

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
