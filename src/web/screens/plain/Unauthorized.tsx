import { signOut, useIdentity } from '../../auth.ts'
import { PlainPage } from '../../shell/Frame.tsx'
import { InvitationForm } from './InvitationForm.tsx'

export default function Unauthorized() {
  const identity = useIdentity()
  return (
    <PlainPage wide>
      <h1 className="plain-sentence">
        Unauthorized. You do not have permission to access this page.
      </h1>
      {identity?.profile.email && <p>You are signed in as {identity.profile.email}.</p>}
      <div className="links">
        <a className="plain-button primary" href="/app">
          {identity === null ? 'Log in' : 'Go to my home page'}
        </a>
        <a
          className="plain-button"
          href="/login?screen=signup&flow=owner&next=/owner-onboarding-callback"
        >
          Set up a business
        </a>
        {identity && (
          <button type="button" className="plain-button" onClick={() => void signOut()}>
            Log out
          </button>
        )}
      </div>
      <hr />
      <InvitationForm />
    </PlainPage>
  )
}
