import { signOut, useIdentity } from '../../app/auth.ts'
import { meQuery, type Me } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { Left } from '../../shared/outbox/Left.tsx'
import { PlainPage } from '../../app/shell/Frame.tsx'
import { useWords } from '../../app/words.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { plainWords } from '../../../words/en/plain.ts'

export default function Unauthorized() {
  const identity = useIdentity()
  const words = useWords(plainWords)
  return (
    <PlainPage wide>
      <h1 className="plain-sentence">{words.unauthorized}</h1>
      {identity?.profile.email && <p>{words.signedInAs(identity.profile.email)}</p>}
      <Left id={queryClient.getQueryData<Me>(meQuery.queryKey)?.id} />
      <div className="links">
        <a className="plain-button primary" href="/app">
          {identity === null ? words.logIn : words.goHome}
        </a>
        <a
          className="plain-button"
          href="/login?screen=signup&flow=owner&next=/owner-onboarding-callback"
        >
          {words.setUpBusiness}
        </a>
        {identity && (
          <button type="button" className="plain-button" onClick={() => void signOut()}>
            {words.logOut}
          </button>
        )}
      </div>
      <hr />
      <InvitationForm />
    </PlainPage>
  )
}
