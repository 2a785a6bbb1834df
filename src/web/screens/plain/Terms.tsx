import { legal, productName } from '../../../domain/text.ts'
import { LegalPage } from './Legal.tsx'
import { useSupport } from './support-email.ts'

// The operator of an installation is responsible for this text: review it, and update the date.
export default function Terms() {
  const { email } = useSupport()
  return (
    <LegalPage title="Terms of Service" updated="2026-11-20">
      <p>
        These terms apply between you and the operator of {productName} whenever you use it, as a
        business, as one of its people, or as its customer.
      </p>

      <h2>Who may use it</h2>
      <p>
        <strong>You must be {legal.minimum_age} or older</strong> and able to enter a contract. The
        service is not directed to children under {legal.not_directed_below}. Keep your sign-in to
        yourself; what is done with it counts as done by you until you tell us that it was lost.
      </p>

      <h2>Organizations, roles and visibility</h2>
      <p>
        A business that signs up is an organization. Its people work under roles such as{' '}
        <strong>Owner, Admin, Manager and Crew</strong>.{' '}
        <strong>The organization controls roles and visibility</strong> and answers for whom it
        invites and what it records. Services are sold and performed by the organization, not by us;
        disputes about the work are between it and its customer.
      </p>

      <h2>Providers</h2>
      <p>
        <strong>The authentication provider handles registration and login.</strong>{' '}
        <strong>The payment provider processes payments</strong> under its own terms; {productName}{' '}
        <strong>stores no full card numbers</strong>.
      </p>

      <h2>Trial and subscription</h2>
      <p>
        The trial is free and needs no credit card. Afterwards the organization pays a monthly fee
        by the number of its active users, shown before it subscribes and capped per month. It can
        cancel at the end of a billing period at any time; what was paid for the current period is
        not refunded.
      </p>

      <h2>Automatic payments by customers</h2>
      <p>If you authorize automatic payments (“autopay”) to an organization:</p>
      <ul>
        <li>
          it may charge your saved payment method{' '}
          <strong>
            the price of the option you chose plus taxes and fees, capped at the displayed estimate
            unless you approve more work
          </strong>
          ;
        </li>
        <li>
          <strong>failed charges may be retried for a limited period</strong>;
        </li>
        <li>
          <strong>a receipt is sent for every charge</strong>;
        </li>
        <li>
          you can switch autopay off in your account; this affects charges that have not started.
        </li>
      </ul>

      <h2>Text messages</h2>
      <p>
        If you agree to text messages, message and data rates may apply. Reply STOP to opt out and
        HELP for help. Consent is not a condition of buying anything.
      </p>

      <h2>Fair use</h2>
      <p>
        Do not break the law with the service, misuse other people’s data, probe or overload it, or
        send messages to people who did not ask for them. We may suspend an account that does.
      </p>

      <h2>Your data</h2>
      <p>
        What you enter stays yours. Invoice and transaction records may be retained for up to seven
        years. How we treat personal information is said in the{' '}
        <a href="/legal/privacy">Privacy Policy</a>. An organization can export its data, also after
        its subscription has ended.
      </p>

      <h2>Liability</h2>
      <p>
        The service is provided as it is. To the extent the law allows, we are not liable for
        indirect or consequential loss, and{' '}
        <strong>
          our total liability is capped at the fees paid to us in the{' '}
          {legal.liability_months === 12 ? 'twelve' : legal.liability_months} months
        </strong>{' '}
        before the event.
      </p>

      <h2>Law and changes</h2>
      <p>
        <strong>{legal.law} law governs these terms</strong>, without its rules on conflicts of law.
        We may change them; important changes are announced before they apply. If one part does not
        hold, the rest does.
      </p>

      <h2>Contact</h2>
      <p>
        Support is by e-mail: <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </LegalPage>
  )
}
