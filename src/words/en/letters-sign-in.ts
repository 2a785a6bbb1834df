import { letters } from '../letter-table.ts'

/** Letters about how somebody signs in. */
export const signInLetters = letters({
  second_factor_changed: {
    on: {
      subject: 'Your sign-in asks for a code now',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'Your sign-in asks for a code now',
      body: [
        'An authenticator app was set up for this account. From now on it asks for a code after the password, and it was signed out everywhere else.',
        'If this wasn’t you, use the button below to undo it. Every device is signed out, and your account is as it was. Then choose a new password.',
      ],
      button: 'It wasn’t me: undo it',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: an authenticator app was added to your sign-in. Not you? Undo it: {link}',
    },
    off: {
      subject: 'Your sign-in no longer asks for a code',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'Your sign-in no longer asks for a code',
      body: [
        'The authenticator app of this account was removed. You can sign in with just the password again.',
        'If this wasn’t you, use the button below to undo it. Every device is signed out, and your account is as it was. Then choose a new password.',
      ],
      button: 'It wasn’t me: undo it',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: the authenticator app was removed from your sign-in. Not you? Undo it: {link}',
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'A passkey was added to your account',
      body: [
        'You now sign in to this account with a passkey. The password alone no longer works.',
        'If this wasn’t you, use the button below to undo it. Every device is signed out, and your account is as it was. Then choose a new password.',
      ],
      button: 'It wasn’t me: undo it',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: a passkey was added to your sign-in. Not you? Undo it: {link}',
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'A passkey was removed from your account',
      body: [
        'You can no longer sign in with it.',
        'If this wasn’t you, use the button below to undo it. Every device is signed out, and your account is as it was. Then choose a new password.',
      ],
      button: 'It wasn’t me: undo it',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: a passkey was removed from your sign-in. Not you? Undo it: {link}',
    },
    number_added: {
      subject: 'A phone number was added to your sign-in',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'A phone number was added to your sign-in',
      body: [
        'From now on a code texted to {number} signs in to your account.',
        'If this wasn’t you, use the button below to undo it. Every device is signed out, and your account is as it was. Then choose a new password.',
      ],
      button: 'It wasn’t me: undo it',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: {number} was added to your sign-in. Not you? Undo it: {link}',
    },
    number_removed: {
      subject: 'A phone number was removed from your sign-in',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'A phone number was removed from your sign-in',
      body: [
        'Codes texted to {number} no longer sign in to your account.',
        'If this wasn’t you, use the button below, look at how you sign in, and choose a new password.',
      ],
      button: 'It wasn’t me',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: {number} was removed from your sign-in. Not you? {link}',
    },
    number_used: {
      subject: 'Someone signed in with your phone number',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'Someone signed in with your phone number',
      body: [
        'A code texted to {number} was used to sign in to your account for the first time.',
        'If this wasn’t you, open your account and remove the number.',
      ],
      button: 'Open my account',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: {number} was used to sign in for the first time. Not you? {link}',
    },
    recovery: {
      subject: 'A recovery code was used to sign in',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'A recovery code was used to sign in',
      body: [
        'Someone signed in to your account with your password and one of your recovery codes. Each code works once.',
        'If this wasn’t you, change your password now: that signs out every device.',
      ],
      button: 'Open my account',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: a recovery code was used to sign in. Not you? {link}',
    },
    reset: {
      subject: 'Your second factor was reset',
      preheader: 'If you did not ask for this, choose a new password now.',
      heading: 'Your second factor was reset',
      body: [
        'An admin removed your passkeys, authenticator app and recovery codes because you lost them, and signed you out everywhere. Sign in again and set up new ones.',
        'If you didn’t ask for this, choose a new password now and tell your business.',
      ],
      button: 'Open my account',
      footer: 'You’re getting this because the way you sign in was changed.',
      sms: 'Fieldhive: your second factor was reset. Did not ask for it? {link}',
    },
  },
  sign_in_code: {
    main: {
      subject: 'Your sign-in code is {code}',
      preheader: 'It works once, for ten minutes.',
      heading: 'Your sign-in code',
      body: [
        'Type this code where you are signing in. It works once, for ten minutes.',
        'If this wasn’t you, there is nothing to do: nobody can sign in without the code. Don’t share it with anyone.',
      ],
      facts: [['Code', '{code}']],
      button: 'Enter the code',
      footer: 'You’re getting this because someone asked for a code to sign in with this address.',
      sms: 'Your Fieldhive code is {code}. Don’t share it with anyone.\n\n@{host} #{code}',
    },
  },
  erasure: {
    asked: {
      subject: 'Your personal data will be deleted',
      preheader: 'On {time}. You can cancel it until then.',
      heading: 'Your personal data will be deleted',
      body: [
        'You asked us to delete your personal data. It happens on {time}. Until then, you can sign in and cancel it.',
        'Your visits end, you can no longer sign in, and credit you were given and have not used ends too. Invoices and payments stay for as long as the law requires, without your name.',
      ],
      button: 'Cancel the deletion',
      footer: 'You’re getting this because someone asked in your account to delete your data.',
    },
    cancelled: {
      subject: 'Your personal data stays',
      preheader: 'The deletion was cancelled.',
      heading: 'Your personal data stays',
      body: ['We cancelled the deletion of your personal data. Nothing changes.'],
      button: 'Open my account',
      footer: 'You’re getting this because someone chose in your account to keep your data.',
    },
    waits: {
      subject: 'Your personal data is not deleted yet',
      preheader: 'There are invoices to pay first.',
      heading: 'Your personal data is not deleted yet',
      body: [
        'Your personal data was to be deleted today. But you got invoices since you asked, and you need to be able to pay them.',
        'Once they are paid, we delete your data without another request. You can also cancel the deletion in your account.',
      ],
      button: 'Open my account',
      footer: 'You’re getting this because you asked us to delete your data.',
    },
    done: {
      subject: 'Your personal data is being deleted now',
      preheader: 'This is our last message to you.',
      heading: 'Your personal data is being deleted now',
      body: [
        'As you asked, your personal data is being deleted. Invoices and payments stay for as long as the law requires, without your name.',
        'This is our last message to you. Thank you for being with us.',
      ],
      button: 'Open the site',
      footer: 'You’re getting this because you asked us to delete your data.',
    },
  },
  code_texts_full: {
    main: {
      subject: 'No more sign-in codes by text today',
      preheader: 'Your people can still sign in by email, password or QR code.',
      heading: 'No more sign-in codes by text today',
      body: [
        'Your people and customers asked for more than {count} sign-in codes by text within a day, so we send no more for now. Someone may be trying out numbers. No one gets in without the code.',
        'Email, passwords, passkeys and QR codes still work. If someone on your crew can’t sign in, set up their phone on the People page.',
      ],
      button: 'Open People',
      footer: 'You’re getting this because you run this business on Fieldhive.',
    },
  },
  device_set_up: {
    main: {
      subject: 'A phone was set up for {person}',
      preheader: '{device}. If it was not them, sign their devices out.',
      heading: 'A phone was set up for {person}',
      body: [
        'The QR code for {person} was scanned, and that device is signed in now.',
        'If it was not their phone, open People and sign out their devices.',
      ],
      facts: [['Device', '{device}']],
      button: 'Open People',
      footer: 'You’re getting this because your business showed a QR code to sign in.',
      sms: '{business}: a phone was set up for {person}. If it was not theirs, sign it out: {link}',
    },
  },
  device_new: {
    main: {
      subject: 'New sign-in to your account',
      preheader: '{device}. If this was you, you don’t need to do anything.',
      heading: 'New sign-in to your account',
      body: [
        'Someone signed in to your account on a device we have not seen before. If this was you, you don’t need to do anything.',
      ],
      facts: [
        ['When', '{time}'],
        ['Device', '{device}'],
      ],
      button: 'This wasn’t me: change my password',
      notes: ['A new password signs out every device.'],
      footer: 'You’re getting this because your account was used to sign in.',
    },
  },
})
