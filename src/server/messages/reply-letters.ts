import { phoneText } from '../../domain/contact.ts'
import type { Letter, Sender } from './letter.ts'

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

export const replyLetters: { [K in keyof ReplyData]: (data: ReplyData[K]) => Letter } = {
  reply: ({ organization, text, subject }) => ({
    subject: subject ? answering(subject) : `A message from ${organization.name}`,
    preheader: text.slice(0, 120),
    from: organization,
    heading: `A message from ${organization.name}`,
    paragraphs: text.split(/\n{2,}/),
    footer: `You can answer this message. It goes to ${organization.name}.`,
    sms: text,
  }),
  stop_confirmed: ({ organization }) =>
    word(
      organization,
      'You get no more texts from us. Answer START to get them again. / No recibirá más mensajes. Responda START para recibirlos.',
    ),
  start_confirmed: ({ organization }) =>
    word(
      organization,
      'You get our texts again. Answer STOP to end them. / Recibirá nuestros mensajes de nuevo. Responda STOP para no recibirlos.',
    ),
  help: ({ organization }) =>
    word(
      organization,
      `${organization.phone_number ? `Call us at ${phoneText(organization.phone_number)}` : 'Call or write to us'}. Answer STOP to get no more texts. Message and data rates may apply.`,
    ),
}

const answering = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** An answer to a word that people send by text; it goes by text only. */
const word = (organization: Sender, text: string): Letter => ({
  subject: organization.name,
  preheader: text,
  from: organization,
  heading: organization.name,
  paragraphs: [text],
  footer: organization.name,
  sms: `${organization.name}: ${text}`,
})
