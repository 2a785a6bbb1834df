import type { AnnouncementKind, NewAnnouncement } from '../../domain/announcement.ts'
import type { Sender } from '../messages/letter.ts'
import type { ReachedCustomer } from '../messages/reach.ts'

export type Content = Omit<NewAnnouncement, 'group'>

/** A customer as an announcement may reach them: only by the ways it goes. */
export function limitedTo(
  to: ReachedCustomer,
  { by_email, by_text }: Pick<Content, 'by_email' | 'by_text'>,
): ReachedCustomer {
  const { recipient } = to
  return {
    ...to,
    recipient: {
      ...recipient,
      email: by_email ? recipient.email : null,
      phone: by_text ? recipient.phone : null,
    },
  }
}

type To = { organization: Sender; name: string | null }
/** What its message is worded from. */
export const wordsOf = (
  { subject, text }: { kind: AnnouncementKind; subject: string; text: string },
  { organization, name }: To,
) => ({ organization, name, subject, message: text })
