import { PlainPage } from '../../app/shell/Frame.tsx'
import { useWords } from '../../app/words.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { useSupport } from './support-email.ts'
import { plainWords } from '../../../words/en/plain.ts'

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
