import { PlainPage } from '../../shell/Frame.tsx'

/** Signing in failed; `again` is where to start over. */
export function CallbackProblem({ text, again }: { text: string; again: string }) {
  return (
    <PlainPage>
      <h1>That did not work</h1>
      <p className="plain-alert" role="alert">
        {text}
      </p>
      <div className="links">
        <a className="plain-button primary" href={again}>
          Try again
        </a>
        <a className="plain-button" href="/">
          Home
        </a>
        <a className="plain-button" href="/support">
          Contact support
        </a>
      </div>
    </PlainPage>
  )
}
