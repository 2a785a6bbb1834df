import type { Sender } from './letter.ts'
import { baseOf } from './letter-values.ts'
import type { Letters } from './letter-values.ts'

export type ReplyData = {
  reply: {
    organization: Sender
    text: string
    /** What it answers, as a subject; null for one that had none. */
    subject: string | null
    /** The Message-ID of the mail it answers. */
    in_reply_to?: string | null
  }
  stop_confirmed: { organization: Sender }
  start_confirmed: { organization: Sender }
  help: { organization: Sender }
}

const word = (data: { organization: Sender }) => ({
  from: data.organization,
  fields: baseOf(data),
})

/** Answers to what somebody wrote, and to a word sent by text. */
export const replyLetters: Letters<ReplyData> = {
  reply: (data) => ({
    variant: data.subject ? 'answer' : 'first',
    from: data.organization,
    fields: { ...baseOf(data), subject: answering(data.subject ?? ''), text: data.text },
  }),
  stop_confirmed: word,
  start_confirmed: word,
  help: word,
}

const answering = (subject: string): string =>
  !subject || /^re:/i.test(subject) ? subject : `Re: ${subject}`
