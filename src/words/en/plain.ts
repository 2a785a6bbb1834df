import { table } from '../table.ts'

/** The pages around signing in: the trial's form, returns from the sign-in page, help. */
export const plainWords = table('plain', {
  failedTitle: 'That did not work',
  tryAgain: 'Try again',
  home: 'Home',
  contactSupport: 'Contact support',
  logIn: 'Log in',
  logOut: 'Log out',
  finishing: 'Finishing sign in…',
  preparing: 'Preparing your account…',
  loginFailed: 'Login failed.',
  processingFailed: 'Sign-in processing failed.',
  cannotContinue: (provider: string) =>
    `Could not continue. Check console for ${provider} error (audience / scope).`,
  signInUnreachable: 'The sign-in page does not answer. Check your connection, then try again.',
  ownerFailed: 'Owner onboarding failed.',
  oneMoreThing: 'One more thing',
  whichEmail:
    'Your sign-in did not include your email address. Which one should we use for your business?',
  continue: 'Continue',

  trialTitle: 'Start your free trial',
  trialAbout: 'No credit card required. Set up your business in a few minutes.',
  name: 'Your Name',
  email: 'Work Email',
  company: 'Company',
  phone: 'Phone (optional)',
  nameMissing: 'Please enter your name.',
  emailWrong: 'Enter a valid email address.',
  companyMissing: 'Please enter your company.',
  fixErrors: 'Please fix the errors below.',
  trialFailed: 'Could not start the trial. Please try again.',
  oneMoment: 'One moment…',
  startTrial: 'Start free trial',
  haveAccount: 'Already have an account?',

  support: 'Support',
  writeTo: 'Write to',
  supportText:
    'Tell us what you were doing and, if a message showed one, its reference; we answer on working days.',
  askBusiness:
    'If your question is about a visit, an invoice or a payment, the business that serves you can usually help faster: its phone number is on your invoice.',
  status: 'Status:',
  checkingStatus: 'checking…',
  isUp: 'our service is up and running.',
  isDown: 'our service is not responding right now. Please try again in a few minutes.',

  unauthorized: 'Unauthorized. You do not have permission to access this page.',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  goHome: 'Go to my home page',
  setUpBusiness: 'Set up a business',

  haveInvitation: 'I have an invitation',
  linkOrCode: 'Link or code',
  enterInvitation: 'Enter the link or the code from your invitation.',
  openInvitation: 'Open invitation',
})
