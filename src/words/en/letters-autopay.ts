import { letters } from '../letter-table.ts'

const footer = 'You’re getting this because {business} charges you automatically.'

/** What became of automatic payments. */
export const autopayLetters = letters({
  autopay_changed: {
    moved: {
      subject: '{business} charges {next} from now on',
      preheader: '{card} was removed. You don’t need to do anything.',
      heading: 'Your automatic payments go on',
      body: [
        '{card} was removed, so your automatic payments to {business} are charged to {next} from now on. If you want another one, choose it on the page below.',
      ],
      button: 'See payment methods',
      footer,
      sms: '{business}: {card} was removed. Your automatic payments are charged to {next} from now on: {link}',
    },
    off: {
      subject: 'Automatic payments to {business} are off',
      preheader: 'Nothing is charged until you add a payment method.',
      heading: 'Your automatic payments are off',
      body: [
        '{card} can no longer be charged, so your automatic payments to {business} are off. Until you add a payment method and turn them on again, we send you each invoice to pay.',
      ],
      button: 'Add a payment method',
      footer: 'You’re getting this because {business} charged you automatically.',
      sms: '{business}: {card} can no longer be charged, so automatic payments are off. Add a payment method: {link}',
    },
    merged: {
      subject: 'Automatic payments to {business} are off',
      preheader: 'Nothing is charged until you turn them on again.',
      heading: 'Your automatic payments are off',
      body: [
        '{business} had two accounts for you and combined them. You agreed to automatic payments for one of them only, so they are off. Until you turn them on again, we send you each invoice to pay.',
      ],
      button: 'Turn them on again',
      footer: 'You’re getting this because {business} charged you automatically.',
      sms: '{business} combined your two accounts, so automatic payments are off. Turn them on again: {link}',
    },
  },
  autopay_off: {
    main: {
      subject: 'Autopay is off: {customer}',
      preheader: '{card} can no longer be charged.',
      heading: 'A customer is no longer charged automatically',
      body: [
        '{card} of {customer} can no longer be charged, and there is no other payment method. Autopay is off, and they get each invoice to pay.',
      ],
      button: 'Open the customer',
      footer: 'You’re getting this because you manage {business} and billing alerts are on.',
      sms: 'Autopay of {customer} is off: {card} can no longer be charged. {link}',
    },
  },
})
