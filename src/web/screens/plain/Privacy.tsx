import { legal, productName } from '../../../domain/text.ts'
import { LegalPage } from './Legal.tsx'
import { useSupport } from './support-email.ts'

// The operator of an installation is responsible for this text: review it, and update the date.
export default function Privacy() {
  const { email } = useSupport()
  return (
    <LegalPage title="Privacy Policy" updated="2026-11-20">
      <p>
        {productName} is software with which home and field service businesses (“organizations”)
        schedule work, invoice and take payments. This page says what personal information passes
        through it, why, and what you can do about it.
      </p>

      <h2>Who is responsible</h2>
      <p>
        When you are a customer or an employee of an organization, that organization decides what is
        recorded about you and why; we process it on its behalf. For visitors of our website and for
        account owners we decide ourselves.{' '}
        <strong>The organization controls roles and visibility</strong>: what an Owner, Admin,
        Manager or member of a Crew may see is set by the roles it gives.
      </p>

      <h2>What we collect</h2>
      <ul>
        <li>
          <strong>Contact and account data:</strong> name, e-mail, phone number, postal and service
          addresses, role, preferences.
        </li>
        <li>
          <strong>Work data:</strong> services, visits, notes, requests, invoices and payments,
          messages sent on the organization’s behalf.
        </li>
        <li>
          <strong>Location:</strong> when a crew member clocks in or out and has allowed it on the
          device, the place and its accuracy are stored with the shift and shown to that person. We
          do not follow anyone between those moments.
        </li>
        <li>
          <strong>Photos and access codes,</strong> if an organization records them. Access codes (a
          gate, a lockbox) are protected, shown to the assigned crew on the day of the visit, and
          left out of exports made by anybody but the owner.
        </li>
        <li>
          <strong>Consents:</strong> what you agreed to (automatic payments, text messages), its
          exact wording, when, and from which address and browser.
        </li>
        <li>
          <strong>Technical data:</strong> addresses, browser type and times of requests, kept
          briefly for security and to find faults.
        </li>
      </ul>

      <h2>Signing in and paying</h2>
      <p>
        <strong>The authentication provider handles registration and login</strong>; we never see
        your password there. <strong>The payment provider processes payments</strong>, and we store{' '}
        <strong>no full card numbers</strong>: only the brand, the last four digits and the expiry
        of a card, or the bank’s name and last four digits of an account.
      </p>

      <h2>What we use it for</h2>
      <p>
        To provide the service, to send the messages you or the organization chose, to take payments
        you authorized, to prevent misuse, and to meet legal duties. We do not sell personal
        information. Service messages by text need your consent; reply STOP to opt out and HELP for
        help. Receipts and legally required messages cannot be switched off.
      </p>

      <h2>How long we keep it</h2>
      <p>
        <strong>
          Invoice and transaction records may be retained for up to{' '}
          {legal.retention_years === 7 ? 'seven' : legal.retention_years} years
        </strong>
        , because tax and accounting law ask for them. When you ask us to delete your data, personal
        fields are removed and such records are kept under a pseudonym until then. Other data goes
        when it is no longer needed.
      </p>

      <h2>Children</h2>
      <p>
        Users must be {legal.minimum_age} or older.{' '}
        <strong>The service is not directed to children under {legal.not_directed_below}</strong>,
        and we do not knowingly collect their information. Tell us if you believe a child has given
        us some, and we will delete it.
      </p>

      <h2>Your choices</h2>
      <p>
        You can see and correct most of your information in your account. You may ask for a copy, a
        correction or deletion; if an organization serves you, it may be the one to decide. This
        browser keeps your sign-in in its local storage until you log out; we use no advertising
        cookies.
      </p>

      <h2>Security</h2>
      <p>
        Traffic is encrypted, organizations are kept apart in the database itself, and access is
        limited by role and recorded. No system is perfectly safe; we tell those affected when
        something happens.
      </p>

      <h2>Contact</h2>
      <p>
        Questions and requests: <a href={`mailto:${email}`}>{email}</a>. We may change this policy;
        the date above says when it last did.
      </p>
    </LegalPage>
  )
}
