import { PlainPage } from '../../shell/Frame.tsx'
import { useWords } from '../../words.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { useSupport } from './support-email.ts'
import { plainWords } from '../../plain-words.ts'

export default function Support() {
  const { email, reachable } = useSupport()
  const words = useWords(plainWords)
  return (
    <PlainPage wide>
      <h1>{words.support}</h1>
      <p>
        {words.writeTo} <a href={`mailto:${email}`}>{email}</a>. {words.supportText}
      </p>
      <p>{words.askBusiness}</p>
      <p>
        <strong>{words.status} </strong>
        <output>
          {reachable === null ? words.checkingStatus : reachable ? words.isUp : words.isDown}
        </output>
      </p>
      <hr />
      <InvitationForm />
    </PlainPage>
  )
}
