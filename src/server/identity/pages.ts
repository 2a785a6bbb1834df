import { hash } from 'node:crypto'
import { productName } from '../../domain/text.ts'
import { passwordMinimum } from './passwords.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c)

// The background (public/ground.css) is shared with the application; the rest of its look
// (src/web/base.css) is repeated, because these pages load nothing else of it.
const css = `
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;font-size:16px}
header,footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 24px;width:100%;max-width:1120px;margin:0 auto;padding:max(12px,env(safe-area-inset-top)) 24px 12px}
footer{padding-bottom:max(12px,env(safe-area-inset-bottom));color:var(--fh-soft);font-size:14px}
footer nav{display:flex;flex-wrap:wrap;gap:0 20px}
footer a{display:inline-flex;align-items:center;min-height:44px}
.brand{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:var(--fh-ink);font-size:19px;font-weight:700;letter-spacing:-.02em;text-decoration:none}
main{flex:1;display:flex;align-items:center;justify-content:center;padding:24px 16px 48px}
.card{width:100%;max-width:440px;background:var(--fh-card);border:1px solid var(--fh-line);border-radius:16px;padding:32px 28px;box-shadow:0 1px 2px rgb(20 30 25/5%),0 12px 32px -16px rgb(20 30 25/18%)}
h1{font-size:26px;line-height:1.2;letter-spacing:-.02em;margin:0 0 8px}
p{margin:0 0 16px}
.card>:last-child{margin-bottom:0}
.lead,.hint{color:var(--fh-soft)}
.hint{font-size:14px;margin:4px 0 0}
form{margin:20px 0 0}
.field{margin:0 0 18px}
label{display:block;font-weight:600;font-size:14px;margin:0 0 4px}
.row{display:flex;justify-content:space-between;align-items:baseline;gap:12px}
input{display:block;width:100%;min-height:44px;padding:10px 12px;font:inherit;color:inherit;background:var(--fh-card);border:1px solid var(--fh-field);border-radius:10px}
input[aria-invalid=true]{border-color:var(--fh-bad)}
:focus-visible{outline:3px solid var(--fh-link);outline-offset:2px;border-radius:6px}
input:focus-visible,button:focus-visible,.button:focus-visible{border-radius:10px}
button,.button{display:block;width:100%;min-height:44px;padding:10px 18px;font:inherit;font-weight:600;text-align:center;text-decoration:none;border:1px solid transparent;border-radius:10px;background:var(--fh-pine);color:#fff;cursor:pointer}
button:hover,.button:hover{background:var(--fh-pine-hover)}
button.quiet{background:var(--fh-card);border-color:var(--fh-line);color:var(--fh-ink);margin-top:12px}
button.quiet:hover{border-color:var(--fh-soft)}
a{color:var(--fh-link);text-underline-offset:3px}
a.button{color:#fff}
.row a{display:inline-flex;align-items:center;min-height:44px;font-size:14px;margin:-8px 0;padding:0 0 0 12px}
.wrong{color:var(--fh-bad);font-size:14px;margin:4px 0 0}
.alert{border:1px solid var(--fh-bad);color:var(--fh-bad);border-radius:10px;padding:12px 14px;margin:16px 0 0}
.note{border:1px dashed var(--fh-field);border-radius:10px;padding:12px 14px;margin:16px 0 0;color:var(--fh-soft);font-size:14px}
.foot{margin:20px 0 0;padding-top:10px;border-top:1px solid var(--fh-line);text-align:center}
.foot a{display:inline-flex;align-items:center;min-height:44px;padding:0 4px}
.address{font-weight:600;color:var(--fh-ink);overflow-wrap:anywhere}
@media (max-width:30rem){.card{padding:24px 20px}main{align-items:flex-start;padding-top:8px}}
@media (prefers-reduced-motion:no-preference){button,.button{transition:background-color .12s}}
`
const submitScript = 'document.forms[0].submit()'
const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/**
 * Only content of these pages may run or load; `formTargets` are the origins a form may redirect
 * to.
 */
export const contentPolicy = (formTargets: readonly string[]): string =>
  `default-src 'none'; style-src 'self' ${hashOf(css)}; script-src 'self' ${hashOf(submitScript)}; img-src 'self' data:; ` +
  `form-action 'self' ${formTargets.join(' ')}; frame-ancestors 'none'; base-uri 'none'`

type Page = { title: string; body: string; wrong?: boolean; submits?: boolean }
const page = ({ title, body, wrong = false, submits = false }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${wrong ? 'Error: ' : ''}${escapeHtml(title)} – ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151b18">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/scheme.js"></script>
<link rel="stylesheet" href="/ground.css">
<style>${css}</style>
</head>
<body>
<header><a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">${productName}</a></header>
<main>
<div class="card">
<h1>${escapeHtml(title)}</h1>
${body}
</div>
</main>
<footer><span>© ${new Date().getFullYear()} ${productName}</span><nav aria-label="Legal and support"><a href="/legal/terms">Terms</a> <a href="/legal/privacy">Privacy</a> <a href="/support">Support</a></nav></footer>
${submits ? `<script>${submitScript}</script>` : ''}
</body>
</html>`

export type Fault = { summary?: string; fields?: Record<string, string> }

type Field = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  value?: string
  hint?: string
  beside?: string
  focus?: boolean
  optional?: boolean
}

function field(
  { name, label, type, autocomplete, value = '', hint, beside, focus, optional }: Field,
  fault: Fault,
): string {
  const wrong = fault.fields?.[name]
  const about = [wrong ? `${name}-wrong` : '', hint ? `${name}-hint` : ''].filter(Boolean).join(' ')
  const capitals =
    type === 'text' ? 'autocapitalize="words"' : 'autocapitalize="none" spellcheck="false"'
  const labelled = `<label for="${name}">${label}${optional ? ' <span class="hint">(optional)</span>' : ''}</label>`
  return `<div class="field">${beside ? `<div class="row">${labelled}${beside}</div>` : labelled}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" ${capitals} maxlength="254" value="${escapeHtml(value)}"${optional ? '' : ' required'}${
    wrong ? ' aria-invalid="true"' : ''
  }${about ? ` aria-describedby="${about}"` : ''}${focus ? ' autofocus' : ''}>
${wrong ? `<p class="wrong" id="${name}-wrong">${escapeHtml(wrong)}</p>` : ''}${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`
}

const alert = (fault: Fault): string =>
  fault.summary ? `<p class="alert" role="alert">${escapeHtml(fault.summary)}</p>` : ''
const hasFault = (fault: Fault): boolean =>
  Boolean(fault.summary) || Object.keys(fault.fields ?? {}).length > 0

/** URL of a page within a sign-in, or its plain URL outside of one. */
export const addressOf = (uid: string | null, page: string): string =>
  uid ? `/idp/interaction/${encodeURIComponent(uid)}${page && `/${page}`}` : `/idp/${page}`

export function signInPage(
  uid: string,
  { email = '', fault = {}, note }: { email?: string; fault?: Fault; note?: string | null } = {},
): string {
  const forgot = `<a href="${addressOf(uid, 'forgot')}">Forgot password?</a>`
  return page({
    title: 'Sign in',
    wrong: hasFault(fault),
    body: `<p class="lead">Welcome back to the hive.</p>${alert(fault)}${note ? `<p class="note">${escapeHtml(note)}</p>` : ''}
<form method="post" action="${addressOf(uid, 'login')}" novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, focus: !email }, fault)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', beside: forgot, focus: Boolean(email) }, fault)}
<button type="submit">Sign in</button>
</form>
<p class="foot">New here? <a href="${addressOf(uid, '')}?screen=signup">Create an account</a></p>`,
  })
}

export function signUpPage(
  uid: string,
  {
    name = '',
    email = '',
    fault = {},
    note,
  }: { name?: string; email?: string; fault?: Fault; note?: string | null } = {},
): string {
  const wrongEmail = Boolean(fault.fields?.['email'])
  return page({
    title: 'Create your account',
    wrong: hasFault(fault),
    body: `<p class="lead">One account for every business you work with or book.</p>${alert(fault)}${note ? `<p class="note">${escapeHtml(note)}</p>` : ''}
<form method="post" action="${addressOf(uid, 'signup')}" novalidate>
${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: name, focus: !hasFault(fault), optional: true }, fault)}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, focus: wrongEmail }, fault)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${passwordMinimum} characters. A few unrelated words make a good one.`, focus: hasFault(fault) && !wrongEmail }, fault)}
<button type="submit">Create account</button>
</form>
<p class="foot">Already have an account? <a href="${addressOf(uid, '')}?screen=signin">Sign in</a></p>`,
  })
}

const outboxNote = (outbox: string | null): string =>
  outbox
    ? `<p class="note">This is a demonstration: no mail leaves this machine. <a href="${escapeHtml(outbox)}" target="_blank" rel="noopener">Open the outbox</a> to read it.</p>`
    : ''

export const checkMailPage = (
  uid: string | null,
  { email, outbox }: { email: string; outbox: string | null },
): string =>
  page({
    title: 'Check your mail',
    body: `<p>We sent a link to <span class="address">${escapeHtml(email)}</span>. Open it within 24 hours to confirm that the address is yours, and you are in.</p>
<p class="lead">Nothing there? Look in the spam folder, or send it again.</p>${outboxNote(outbox)}
${
  uid
    ? `<form method="post" action="${addressOf(uid, 'resend')}"><input type="hidden" name="email" value="${escapeHtml(email)}"><button type="submit" class="quiet">Send it again</button></form>
<p class="foot"><a href="${addressOf(uid, '')}?screen=signin">Back to sign in</a></p>`
    : ''
}`,
  })

export const forgotPage = (
  uid: string | null,
  { email = '', fault = {} }: { email?: string; fault?: Fault } = {},
): string =>
  page({
    title: 'Forgot your password?',
    wrong: hasFault(fault),
    body: `<p class="lead">Enter your e-mail and we send you a link to choose a new one.</p>${alert(fault)}
<form method="post" action="${addressOf(uid, 'forgot')}" novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, focus: true }, fault)}
<button type="submit">Send the link</button>
</form>
${uid ? `<p class="foot"><a href="${addressOf(uid, '')}?screen=signin">Back to sign in</a></p>` : ''}`,
  })

export const resetSentPage = (
  uid: string | null,
  { email, outbox }: { email: string; outbox: string | null },
): string =>
  page({
    title: 'Check your mail',
    body: `<p>If there is an account for <span class="address">${escapeHtml(email)}</span>, a link to choose a new password is on its way. It works once, within an hour.</p>${outboxNote(outbox)}
${uid ? `<p class="foot"><a href="${addressOf(uid, '')}?screen=signin">Back to sign in</a></p>` : ''}`,
  })

export const resetPage = (
  uid: string | null,
  { token, email, fault = {} }: { token: string; email: string; fault?: Fault },
): string =>
  page({
    title: 'Choose a new password',
    wrong: hasFault(fault),
    body: `<p class="lead">For <span class="address">${escapeHtml(email)}</span>. You will be signed out everywhere else.</p>${alert(fault)}
<form method="post" action="${addressOf(uid, 'reset')}" novalidate>
<input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="username" autocomplete="username" value="${escapeHtml(email)}">
${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: `At least ${passwordMinimum} characters.`, focus: true }, fault)}
<button type="submit">Save and sign in</button>
</form>`,
  })

export const verifyPage = (
  uid: string | null,
  { token, email }: { token: string; email: string },
): string =>
  page({
    title: 'Confirm your e-mail',
    // A button, not the link itself: mail scanners open links, and would confirm an address for
    // anyone who typed it.
    body: `<p><span class="address">${escapeHtml(email)}</span> was used to create a ${productName} account. If that was you, confirm it.</p>
<form method="post" action="${addressOf(uid, 'verify')}"><input type="hidden" name="token" value="${escapeHtml(token)}"><button type="submit">Confirm this address</button></form>`,
  })

export const messagePage = (
  title: string,
  sentence: string,
  link?: { href: string; text: string },
): string =>
  page({
    title,
    body: `<p>${escapeHtml(sentence)}</p>${link ? `<p><a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''}`,
  })

/**
 * Sign-out: `form` is the protocol's form with id op.logoutForm; it submits itself if the request
 * proved whose session it is.
 */
export const signOutPage = (form: string, { sure }: { sure: boolean }): string =>
  page({
    title: sure ? 'Signing out…' : 'Sign out?',
    submits: sure,
    body: sure
      ? `${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}<noscript><button type="submit" form="op.logoutForm">Sign out</button></noscript>`
      : `<p class="lead">You will be signed out of ${productName} in this browser.</p>${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>`,
  })
