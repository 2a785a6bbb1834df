// Outbox pages: every e-mail and text message this machine would have sent, for use without a mail
// server.

export type OutboxChannel = 'email' | 'sms' | 'push'
export type OutboxMessage = {
  id: string
  channel: OutboxChannel
  template: string
  recipient: string
  subject: string | null
  text: string
  html: string | null
  status: string
  error: string | null
  from_name: string | null
  created_at: string
  /** The page a notice opens. */
  opens: string | null
}

export type OutboxList = {
  messages: readonly Omit<OutboxMessage, 'html' | 'opens'>[]
  search: string
  channel: OutboxChannel | null
  /** URL of the next, older page. */
  older: string | null
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Plain text with its URLs turned into links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, index) =>
      index % 2
        ? `<a href="${safe(part)}" target="_blank" rel="noreferrer">${safe(part)}</a>`
        : safe(part),
    )
    .join('')

const style = `:root{color-scheme:light dark;--ground:#faf9f6;--card:#fff;--ink:#1c211e;--soft:#57564d;--line:#e4e1d8;--link:#17573d;--mark:#fdf1d8}
@media (prefers-color-scheme:dark){:root{--ground:#151b18;--card:#1c2420;--ink:#eef2ef;--soft:#b5bfb9;--line:#313b36;--link:#8fd3b0;--mark:#362c16}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:920px;margin:0 auto;padding:24px 16px 64px}h1{font-size:24px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}a{color:var(--link)}.soft{color:var(--soft)}
.note{margin:0 0 20px}form{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}
input,select,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 12px;min-height:44px}
input{flex:1 1 220px}button{background:#1d6b4b;border-color:#1d6b4b;color:#fff;font-weight:600;padding:10px 18px;cursor:pointer}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:14px;background:var(--card);overflow:hidden}li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:12px 16px;color:inherit;text-decoration:none}li a:hover,li a:focus-visible{background:var(--mark)}
li b{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.tag{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:0 9px;font-size:13px;line-height:22px}.bad{border-color:#b42318}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:12px 0 20px}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:760px;border:1px solid var(--line);border-radius:14px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px;font:14px/1.6 ui-monospace,monospace}h2{font-size:18px;margin:28px 0 8px}
.empty{padding:40px 16px;text-align:center;border:1px dashed var(--line);border-radius:14px}:focus-visible{outline:3px solid #e6a020;outline-offset:2px}`

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${safe(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`

const moment = (iso: string): string =>
  `<time datetime="${safe(iso)}">${safe(iso.slice(0, 16).replace('T', ' '))} UTC</time>`
const channelNames: Record<OutboxChannel, string> = {
  email: 'Email',
  sms: 'SMS',
  push: 'Notice on a device',
}
const state = (message: Pick<OutboxMessage, 'status'>): string =>
  message.status === 'sent'
    ? ''
    : ` <span class="tag${message.status === 'failed' ? ' bad' : ''}">${safe(message.status)}</span>`

/** The list, newest first. */
export function listOutbox({ messages, search, channel, older }: OutboxList): string {
  const rows = messages.map(
    (
      message,
    ) => `<li><a href="/sandbox/outbox/${encodeURIComponent(message.id)}"><b>${safe(message.subject ?? message.text)}</b>
<span class="soft">${moment(message.created_at)}</span><span class="soft">${recipient(message)}</span><span><span class="tag">${channelNames[message.channel]}</span>${state(message)}</span></a></li>`,
  )
  const option = (value: string, label: string): string =>
    `<option value="${value}"${(channel ?? '') === value ? ' selected' : ''}>${label}</option>`
  const nothing =
    search || channel
      ? 'No message fits. Try another word or channel.'
      : 'No message yet. What the application sends appears here.'
  return page(
    'Outbox',
    `<h1>Outbox</h1><p class="soft note">No mail server is configured: messages are kept here instead of being sent.</p>
<form method="get" action="/sandbox/outbox" role="search"><input type="search" name="q" value="${safe(search)}" placeholder="Recipient, subject or text" aria-label="Search messages">
<select name="channel" aria-label="Channel">${option('', 'All channels')}${Object.entries(
      channelNames,
    )
      .map(([value, name]) => option(value, name))
      .join('')}</select><button>Search</button></form>
${rows.length ? `<ul>${rows.join('')}</ul>` : `<p class="empty soft">${nothing}</p>`}
${older ? `<p><a href="${safe(older)}" rel="next">Older messages</a></p>` : ''}`,
  )
}

/**
 * One message, rendered as in a mail client and as text. Scripts do not run; links open in a new
 * tab.
 */
export function showMessage(message: OutboxMessage, answered = false): string {
  const title = message.subject ?? `Text message to ${message.recipient}`
  const preview = message.html
    ? message.html.replace(/<head>/i, '<head><base target="_blank">')
    : null
  return page(
    title,
    `<p><a href="/sandbox/outbox">All messages</a></p><h1>${safe(title)}</h1>
<dl><dt>To</dt><dd>${message.channel === 'push' ? 'Devices of the person' : safe(message.recipient)}</dd>${message.from_name ? `<dt>From</dt><dd>${safe(message.from_name)}</dd>` : ''}<dt>Channel</dt><dd>${channelNames[message.channel]}${state(message)}</dd>
<dt>Template</dt><dd>${safe(message.template)}</dd><dt>At</dt><dd>${moment(message.created_at)}</dd>${message.error ? `<dt>Error</dt><dd>${safe(message.error)}</dd>` : ''}</dl>
${preview ? `<iframe title="The email as a mailbox shows it" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${safe(preview)}"></iframe><h2>Text part</h2>` : ''}<pre>${linked(message.text)}</pre>${message.channel === 'push' ? opening(message) : answerForm(message, answered)}`,
  )
}

const recipient = ({ channel, recipient }: Pick<OutboxMessage, 'channel' | 'recipient'>): string =>
  channel === 'push' ? 'To the devices of a person' : `To ${safe(recipient)}`

const opening = ({ opens }: OutboxMessage): string =>
  opens ? `<p>Pressing it opens ${linked(opens)}</p>` : ''

const answerForm = (message: OutboxMessage, answered: boolean): string =>
  `<h2>Answer as the recipient</h2>${answered ? '<p role="status">Your answer has arrived.</p>' : ''}
<form method="post" action="/sandbox/outbox/${encodeURIComponent(message.id)}/answer"><input name="text" aria-label="Answer" maxlength="5000" required><button>Send answer</button></form>`
