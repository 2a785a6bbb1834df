import { signOut, useIdentity } from '../../auth.ts'
import { PlainPage } from './Frame.tsx'
import { InvitationForm } from './InvitationForm.tsx'

export default function Unauthorized() {
  const identity = useIdentity()
  return (
    <PlainPage wide>
      <h1>Unauthorized</h1>
      <p>
        <strong>Unauthorized. You do not have permission to access this page.</strong>
      </p>
      {identity?.profile.email && <p>You are signed in as {identity.profile.email}.</p>}
      <div className="links">
        <a className="plain-button primary" href="/app">
          Go to my home page
        </a>
        <a className="plain-button" href="/login?screen=signup&flow=owner&next=/owner-onboarding-callback">
          Set up a business
        </a>
        {identity && (
          <button type="button" className="plain-button" onClick={() => void signOut()}>
            Log out
          </button>
        )}
      </div>
      <hr style={{ border: 0, borderTop: '1px solid var(--fh-line)', margin: '28px 0 20px' }} />
      <InvitationForm />
    </PlainPage>
  )
}
