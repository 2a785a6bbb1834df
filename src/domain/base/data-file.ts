import type { Refusal } from './rule.ts'

/** What is read on a screen, on paper or by a program, so that everything else is a file of data. */
const shown = /^(application\/(json|pdf)|image\/|text\/(html|plain|xml|event-stream))/

/** True if a response of this media type is data to take out, like a list or the archive. */
export const holdsData = (media_type: string): boolean => !shown.test(media_type)

/** Support acting as somebody reads and helps, but takes nothing out. */
export const impersonationRefusal: Refusal = {
  code: 'impersonation_denied',
  sentence: 'You can’t do this while acting as someone else.',
}
