import { legal, productName } from '../../domain/base/text.ts'
import { table } from '../table.ts'

/**
 * A paragraph, or a list of them. `**strong**` is what must not be missed, `[Privacy Policy](/legal/privacy)` a link, and {email} the
 * support address.
 */
export type LegalPart = string | readonly string[]
export type LegalText = {
  title: string
  intro: string
  sections: readonly (readonly [heading: string, ...parts: LegalPart[]])[]
}

const years = legal.retention_years === 7 ? 'seven' : legal.retention_years
const months = legal.liability_months === 12 ? 'twelve' : legal.liability_months

// The operator of an installation is responsible for these texts: review them, and update the date.
const privacy: LegalText = {
  title: 'Privacy Policy',
  intro: `${productName} is software with which home and field service businesses (“organizations”) schedule work, invoice and take payments. This page says what personal information passes through it, why, and what you can do about it.`,
  sections: [
    [
      'Who is responsible',
      'When you are a customer or an employee of an organization, that organization decides what is recorded about you and why; we process it on its behalf. For visitors of our website and for account owners we decide ourselves. **The organization controls roles and visibility**: what an Owner, Admin, Manager or member of a Crew may see is set by the roles it gives.',
    ],
    [
      'What we collect',
      [
        '**Contact and account data:** name, email, phone number, postal and service addresses, role, preferences.',
        '**Work data:** services, visits, notes, requests, invoices and payments, messages sent on the organization’s behalf.',
        '**Location:** when a crew member clocks in or out and has allowed it on the device, the place and its accuracy are stored with the shift and shown to that person. We do not follow anyone between those moments.',
        '**Photos and access codes,** if an organization records them. Access codes (a gate, a lockbox) are encrypted. The office can see them, and the assigned crew from 12 hours before the visit until it is done. Each look is recorded, and you can read in the portal who looked. They are left out of exports made by anybody but the owner.',
        '**Consents:** what you agreed to (automatic payments, text messages), its exact wording, when, and from which address and browser.',
        '**Technical data:** addresses, browser type and times of requests, kept briefly for security and to find faults.',
      ],
    ],
    [
      'Signing in and paying',
      '**The authentication provider handles registration and login**; we never see your password there. **The payment provider processes payments**, and we store **no full card numbers**: only the brand, the last four digits and the expiry of a card, or the bank’s name and last four digits of an account.',
    ],
    [
      'What we use it for',
      'To provide the service, to send the messages you or the organization chose, to take payments you authorized, to prevent misuse, and to meet legal duties. We do not sell personal information. Service messages by text need your consent; reply STOP to opt out and HELP for help. Receipts and legally required messages cannot be switched off.',
    ],
    [
      'How long we keep it',
      `**Invoice and transaction records may be retained for up to ${years} years**, because tax and accounting law ask for them. When you ask us to delete your data, personal fields are removed and such records are kept under a pseudonym until then. Other data goes when it is no longer needed.`,
    ],
    [
      'Children',
      `Users must be ${legal.minimum_age} or older. **The service is not directed to children under ${legal.not_directed_below}**, and we do not knowingly collect their information. Tell us if you believe a child has given us some, and we will delete it.`,
    ],
    [
      'Your choices',
      'You can see and correct most of your information in your account. You may ask for a copy, a correction or deletion; if an organization serves you, it may be the one to decide. This browser keeps your sign-in in its local storage until you log out; we use no advertising cookies.',
    ],
    [
      'Security',
      'Traffic is encrypted, organizations are kept apart in the database itself, and access is limited by role and recorded. No system is perfectly safe; we tell those affected when something happens.',
    ],
    [
      'Contact',
      'Questions and requests: {email}. We may change this policy; the date above says when it last did.',
    ],
  ],
}

const terms: LegalText = {
  title: 'Terms of Service',
  intro: `These terms apply between you and the operator of ${productName} whenever you use it, as a business, as one of its people, or as its customer.`,
  sections: [
    [
      'Who may use it',
      `**You must be ${legal.minimum_age} or older** and able to enter a contract. The service is not directed to children under ${legal.not_directed_below}. Keep your sign-in to yourself; what is done with it counts as done by you until you tell us that it was lost.`,
    ],
    [
      'Organizations, roles and visibility',
      'A business that signs up is an organization. Its people work under roles such as **Owner, Admin, Manager and Crew**. **The organization controls roles and visibility** and answers for whom it invites and what it records. Services are sold and performed by the organization, not by us; disputes about the work are between it and its customer.',
    ],
    [
      'Providers',
      `**The authentication provider handles registration and login.** **The payment provider processes payments** under its own terms; ${productName} **stores no full card numbers**.`,
    ],
    [
      'Trial and subscription',
      'The trial is free and needs no credit card. Afterwards the organization pays a monthly fee by the number of its active users, shown before it subscribes and capped per month. It can cancel at the end of a billing period at any time; what was paid for the current period is not refunded.',
    ],
    [
      'Automatic payments by customers',
      'If you authorize automatic payments (“autopay”) to an organization:',
      [
        'it may charge your saved payment method **the price of the option you chose plus taxes and fees, capped at the displayed estimate unless you approve more work**;',
        '**failed charges may be retried for a limited period**;',
        '**a receipt is sent for every charge**;',
        'you can switch autopay off in your account; this affects charges that have not started.',
      ],
    ],
    [
      'Text messages',
      'If you agree to text messages, message and data rates may apply. Reply STOP to opt out and HELP for help. Consent is not a condition of buying anything.',
    ],
    [
      'Fair use',
      'Do not break the law with the service, misuse other people’s data, probe or overload it, or send messages to people who did not ask for them. We may suspend an account that does.',
    ],
    [
      'Your data',
      `What you enter stays yours. Invoice and transaction records may be retained for up to ${years} years. How we treat personal information is said in the [Privacy Policy](/legal/privacy). An organization can export its data, also after its subscription has ended.`,
    ],
    [
      'Liability',
      `The service is provided as it is. To the extent the law allows, we are not liable for indirect or consequential loss, and **our total liability is capped at the fees paid to us in the ${months} months** before the event.`,
    ],
    [
      'Law and changes',
      `**${legal.law} law governs these terms**, without its rules on conflicts of law. We may change them; important changes are announced before they apply. If one part does not hold, the rest does.`,
    ],
    ['Contact', 'Support is by email: {email}.'],
  ],
}

/** The legal pages. */
export const legalWords = table('legal', {
  lastUpdated: 'Last updated:',
  /** Above a translation: which text counts. */
  prevails: null as string | null,
  privacy,
  terms,
})
