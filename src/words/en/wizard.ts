import { signupFrequencyLabels, type SignupFrequency } from '../../domain/base/cadence.ts'
import { weekdayName } from '../../domain/base/dates.ts'
import { table } from '../table.ts'

/** The questions about what a customer wishes for, at sign-up and in the account. */
export const wizardWords = table('wizard', {
  noServices: 'No services are currently offered.',
  services: 'Services',
  days: 'Days that suit you',
  weekday: (weekday: number) => weekdayName(weekday, 'en'),
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  howOften: 'How often',
  frequency: (frequency: SignupFrequency): string => signupFrequencyLabels[frequency],
  weeksBetween: 'Weeks between visits',
  next: 'Next',
  back: 'Back',
  saving: 'Saving…',
  logInAndReturn: 'Log in and come back to this step',
  notFound: 'Organization not found.',
})
