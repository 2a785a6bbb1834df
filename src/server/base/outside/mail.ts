import { createTransport } from 'nodemailer'
import { Undeliverable } from './faults.ts'

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
  /** The Message-ID of the mail this one answers. */
  in_reply_to?: string | null
  /** Where one request ends letters of this sort. */
  unsubscribe_url?: string | null
  /** Draws the papers it carries; called only where a mail really leaves. */
  attach?: (() => Promise<{ name: string; type: string; bytes: Uint8Array }>) | null
  /** Written by a program, so that no other program answers it. */
  is_automatic?: boolean
}

/** E-mail through a server, or into the outbox that one reads on this machine. */
export function createMail({ smtpUrl, from }: { smtpUrl: string | null; from: string }): Mail {
  if (!smtpUrl) return { kind: 'outbox', send: () => Promise.resolve('outbox'), close: () => {} }
  const transport = createTransport(smtpUrl, { from, ...patience })
  const sender = addressOf(from)
  return {
    kind: 'smtp',
    async send(letter) {
      const { id, to, subject, text, html, from_name, reply_to, in_reply_to } = letter
      const paper = await letter.attach?.()
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
          ...(paper
            ? {
                attachments: [
                  {
                    filename: paper.name,
                    contentType: paper.type,
                    content: Buffer.from(paper.bytes),
                  },
                ],
              }
            : {}),
          headers: headersOf(letter),
          ...(in_reply_to ? { inReplyTo: in_reply_to, references: in_reply_to } : {}),
          ...(reply_to ? { replyTo: { name: from_name ?? '', address: reply_to } } : {}),
        })
        return sent.messageId
      } catch (fault) {
        const status = (fault as { responseCode?: number }).responseCode ?? 0
        if (status >= 550 && status < 560)
          throw new Undeliverable((fault as Error).message, {
            address: isMailboxGone(fault) ? 'bounced' : null,
            cause: fault,
          })
        throw fault
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: mail programs show a button that ends such letters. Prepared, or the first line of a long one would be empty. */
const headersOf = ({ unsubscribe_url, is_automatic }: Envelope) => ({
  ...(is_automatic ? { 'Auto-Submitted': 'auto-generated' } : {}),
  ...(unsubscribe_url
    ? {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe_url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}),
})

/** A hand-over that takes longer counts as failed, well before its claim runs out. Milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** The server says that there is no such mailbox, not that it dislikes the letter. */
const isMailboxGone = (fault: unknown): boolean => {
  const { command, response = '' } = fault as { command?: string; response?: string }
  return command === 'RCPT TO' || /5\.1\.[0-3]|no such (user|mailbox)|user unknown/i.test(response)
}

/** 'Fieldhive <hello@example.com>' in its two parts. */
function addressOf(from: string): { name: string; address: string } {
  const parts = /^\s*"?(.*?)"?\s*<([^>]+)>\s*$/.exec(from)
  return parts
    ? { name: parts[1] ?? '', address: parts[2] ?? from }
    : { name: '', address: from.trim() }
}
