import { createTransport } from 'nodemailer'

export type Mail = {
  kind: 'smtp' | 'outbox'
  /** Returns the channel's id of the email. */
  send(letter: Envelope): Promise<string>
  close(): void
}
export type Envelope = {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  from_name?: string | null
  reply_to?: string | null
}

/** The channel refused for good: trying again would not help. */
export class Undeliverable extends Error {}

/** E-mail through a server, or into the outbox that one reads on this machine. */
export function createMail({ smtpUrl, from }: { smtpUrl: string | null; from: string }): Mail {
  if (!smtpUrl) return { kind: 'outbox', send: () => Promise.resolve('outbox'), close: () => {} }
  const transport = createTransport(smtpUrl, { from })
  const sender = addressOf(from)
  return {
    kind: 'smtp',
    async send({ id, to, subject, text, html, from_name, reply_to }) {
      try {
        const sent = await transport.sendMail({
          // The same id on every try lets a mailbox drop what it has already.
          messageId: `<${id}@${sender.address.split('@')[1] ?? 'fieldhive'}>`,
          from: from_name
            ? { name: `${from_name} via ${sender.name || 'Fieldhive'}`, address: sender.address }
            : from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html ? { html } : {}),
          ...(reply_to ? { replyTo: { name: from_name ?? '', address: reply_to } } : {}),
        })
        return sent.messageId
      } catch (fault) {
        const status = (fault as { responseCode?: number }).responseCode ?? 0
        if (status >= 550 && status < 560)
          throw new Undeliverable((fault as Error).message, { cause: fault })
        throw fault
      }
    },
    close: () => transport.close(),
  }
}

/** 'Fieldhive <hello@example.com>' in its two parts. */
function addressOf(from: string): { name: string; address: string } {
  const parts = /^\s*"?(.*?)"?\s*<([^>]+)>\s*$/.exec(from)
  return parts
    ? { name: parts[1] ?? '', address: parts[2] ?? from }
    : { name: '', address: from.trim() }
}
