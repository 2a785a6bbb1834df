import { PlainPage } from '../../shell/Frame.tsx'
import { InvitationForm } from './InvitationForm.tsx'
import { useSupport } from './support-email.ts'

export default function Support() {
  const { email, reachable } = useSupport()
  return (
    <PlainPage wide>
      <h1>Support</h1>
      <p>
        Write to <a href={`mailto:${email}`}>{email}</a>. Tell us what you were doing and, if a
        message showed one, its reference; we answer on working days.
      </p>
      <p>
        If your question is about a visit, an invoice or a payment, the business that serves you can
        usually help faster: its phone number is on your invoice.
      </p>
      <p>
        <strong>Status: </strong>
        <output>
          {reachable === null
            ? 'checking…'
            : reachable
              ? 'our service is up and running.'
              : 'our service is not responding right now. Please try again in a few minutes.'}
        </output>
      </p>
      <hr />
      <InvitationForm />
    </PlainPage>
  )
}
