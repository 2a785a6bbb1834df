import { hash } from 'node:crypto'
import type { Locale } from '../../../domain/base/locale.ts'
import { productName } from '../../../domain/base/text.ts'
import type { identity } from '../../../words/en/identity.ts'
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
.wrong{color:var(--fh-bad);font-size:14px;margin:4px 0 0}
.alert{border:1px solid var(--fh-bad);color:var(--fh-bad);border-radius:10px;padding:12px 14px;margin:16px 0 0}
.note{border:1px dashed var(--fh-field);border-radius:10px;padding:12px 14px;margin:16px 0 0;color:var(--fh-soft);font-size:14px}
form[data-passkey]{margin-top:0}
.or{margin:8px 0 0;text-align:center}
.or+.or{margin:0}
.or a{display:inline-flex;align-items:center;min-height:44px}
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

/** The language of a page; `asked` is set if it is not the browser's own, and stays in the links. */
export type Say = { locale: Locale; words: typeof identity; asked: Locale | null }

type Page = {
  title: string
  body: string
  wrong?: boolean
  submits?: boolean
  /** This page's address, for the link to the other language. */
  here?: string
  /** Loads the script that asks the browser for a passkey. */
  takesPasskeys?: boolean
}
export const page = (
  { locale, words }: Say,
  { title, body, wrong = false, submits = false, here, takesPasskeys = false }: Page,
): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${wrong ? `${words.error}: ` : ''}${escapeHtml(title)} – ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151b18">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/scheme.js"></script>
<link rel="stylesheet" href="/ground.css">
${takesPasskeys ? '<script type="module" src="/passkeys.js"></script>' : ''}
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
<footer><span>© ${new Date().getFullYear()} ${productName}</span><nav aria-label="${words.legalAndSupport}">${here ? otherLanguage(here, locale, words.other) : ''}<a href="/legal/terms">${words.terms}</a> <a href="/legal/privacy">${words.privacy}</a> <a href="/support">${words.support}</a></nav></footer>
${submits ? `<script>${submitScript}</script>` : ''}
</body>
</html>`

function otherLanguage(here: string, locale: Locale, name: string): string {
  const other = locale === 'es' ? 'en' : 'es'
  const address = withLanguage(here, other)
  return `<a href="${escapeHtml(address)}" lang="${other}" hreflang="${other}">${name}</a> `
}
function withLanguage(address: string, locale: Locale | null): string {
  if (!locale) return address
  const [path = '', query] = address.split('?')
  const fields = new URLSearchParams(query)
  fields.set('lang', locale)
  return `${path}?${fields}`
}

export type Fault = { summary?: string; fields?: Record<string, string> }

type Field = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  value?: string
  hint?: string
  focus?: boolean
  optional?: boolean
  /** Opens the number pad of a phone. */
  digits?: boolean
}

export function field(
  { words }: Say,
  { name, label, type, autocomplete, value = '', hint, focus, optional, digits }: Field,
  fault: Fault,
): string {
  const wrong = fault.fields?.[name]
  const about = [wrong ? `${name}-wrong` : '', hint ? `${name}-hint` : ''].filter(Boolean).join(' ')
  const capitals =
    type === 'text' && autocomplete === 'name'
      ? 'autocapitalize="words"'
      : 'autocapitalize="none" spellcheck="false"'
  const labelled = `<label for="${name}">${label}${optional ? ` <span class="hint">${words.optional}</span>` : ''}</label>`
  return `<div class="field">${labelled}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${digits ? ' inputmode="numeric"' : ''} ${capitals} maxlength="254" value="${escapeHtml(value)}"${optional ? '' : ' required'}${
    wrong ? ' aria-invalid="true"' : ''
  }${about ? ` aria-describedby="${about}"` : ''}${focus ? ' autofocus' : ''}>
${wrong ? `<p class="wrong" id="${name}-wrong">${escapeHtml(wrong)}</p>` : ''}${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`
}

/** A code of six digits, which a phone may fill in from the text it came with. */
export const codeField = (say: Say, { hint, focus }: Pick<Field, 'hint' | 'focus'>, fault: Fault) =>
  field(
    say,
    {
      name: 'code',
      label: say.words.code,
      type: 'text',
      autocomplete: 'one-time-code',
      digits: true,
      ...(hint ? { hint } : {}),
      ...(focus ? { focus } : {}),
    },
    fault,
  )

export const alert = (fault: Fault): string =>
  fault.summary ? `<p class="alert" role="alert">${escapeHtml(fault.summary)}</p>` : ''
const hasFault = (fault: Fault): boolean =>
  Boolean(fault.summary) || Object.keys(fault.fields ?? {}).length > 0

/** URL of a page within a sign-in, or its plain URL outside of one. */
export const addressOf = (say: Say, uid: string | null, page: string, screen?: string): string => {
  const path = uid
    ? `/idp/interaction/${encodeURIComponent(uid)}${page && `/${page}`}`
    : `/idp/${page}`
  return withLanguage(screen ? `${path}?screen=${screen}` : path, say.asked)
}

/**
 * A button that signs in with a passkey; a script shows it in browsers that can. `fillsIn`: the
 * browser may also offer one in the e-mail field.
 */
export const passkeyForm = (
  say: Say,
  uid: string,
  options: object,
  { fillsIn = false } = {},
): string =>
  `<form method="post" action="${addressOf(say, uid, 'passkey')}" data-passkey="${escapeHtml(JSON.stringify(options))}"${fillsIn ? ' data-fills-in' : ''} hidden>
<input type="hidden" name="response">
<button type="submit" class="${fillsIn ? 'quiet' : ''}">${say.words.usePasskey}</button>
<p class="wrong" role="alert" hidden>${say.words.noPasskey}</p>
</form>`

export function signInPage(
  say: Say,
  uid: string,
  {
    email = '',
    fault = {},
    note,
    passkeys,
  }: {
    email?: string
    fault?: Fault
    note?: string | null
    /** What the browser needs to use one; null where there are none. */
    passkeys?: object | null
  } = {},
): string {
  return page(say, {
    title: say.words.signIn,
    here: addressOf(say, uid, '', 'signin'),
    wrong: hasFault(fault),
    takesPasskeys: Boolean(passkeys),
    body: `<p class="lead">${say.words.welcomeBack}</p>${alert(fault)}${note ? `<p class="note">${escapeHtml(note)}</p>` : ''}
<form method="post" action="${addressOf(say, uid, 'login')}" novalidate>
${field(say, { name: 'email', label: say.words.email, type: 'email', autocomplete: passkeys ? 'username webauthn' : 'username', value: email, focus: !email }, fault)}
${field(say, { name: 'password', label: say.words.password, type: 'password', autocomplete: 'current-password', focus: Boolean(email) }, fault)}
<button type="submit">${say.words.signIn}</button>
</form>
${passkeys ? passkeyForm(say, uid, passkeys, { fillsIn: true }) : ''}
<p class="or"><a href="${addressOf(say, uid, 'send-code')}">${say.words.sendCodeLink}</a></p>
<p class="or"><a href="${addressOf(say, uid, 'forgot')}">${say.words.forgotLink}</a></p>
<p class="foot">${say.words.newHere} <a href="${addressOf(say, uid, '', 'signup')}">${say.words.createLink}</a></p>`,
  })
}

export function signUpPage(
  say: Say,
  uid: string,
  {
    name = '',
    email = '',
    fault = {},
    note,
  }: { name?: string; email?: string; fault?: Fault; note?: string | null } = {},
): string {
  const wrongEmail = Boolean(fault.fields?.['email'])
  return page(say, {
    title: say.words.createTitle,
    here: addressOf(say, uid, '', 'signup'),
    wrong: hasFault(fault),
    body: `<p class="lead">${say.words.oneAccount}</p>${alert(fault)}${note ? `<p class="note">${escapeHtml(note)}</p>` : ''}
<form method="post" action="${addressOf(say, uid, 'signup')}" novalidate>
${field(say, { name: 'name', label: say.words.yourName, type: 'text', autocomplete: 'name', value: name, focus: !hasFault(fault), optional: true }, fault)}
${field(say, { name: 'email', label: say.words.email, type: 'email', autocomplete: 'username', value: email, focus: wrongEmail }, fault)}
${field(say, { name: 'password', label: say.words.password, type: 'password', autocomplete: 'new-password', hint: say.words.passwordHint(passwordMinimum), focus: hasFault(fault) && !wrongEmail }, fault)}
<button type="submit">${say.words.create}</button>
</form>
<p class="foot">${say.words.already} <a href="${addressOf(say, uid, '', 'signin')}">${say.words.signIn}</a></p>`,
  })
}

const outboxNote = ({ words }: Say, outbox: string | null): string =>
  outbox
    ? `<p class="note">${words.demo} <a href="${escapeHtml(outbox)}" target="_blank" rel="noopener">${words.openOutbox}</a> ${words.toRead}</p>`
    : ''

export const checkMailPage = (
  say: Say,
  uid: string | null,
  { email, outbox }: { email: string; outbox: string | null },
): string =>
  page(say, {
    title: say.words.checkMail,
    body: `<p>${say.words.weSent} <span class="address">${escapeHtml(email)}</span>. ${say.words.confirmIn}</p>
<p class="lead">${say.words.nothingThere}</p>${outboxNote(say, outbox)}
${
  uid
    ? `<form method="post" action="${addressOf(say, uid, 'resend')}"><input type="hidden" name="email" value="${escapeHtml(email)}"><button type="submit" class="quiet">${say.words.sendAgain}</button></form>
<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>`
    : ''
}`,
  })

export const forgotPage = (
  say: Say,
  uid: string | null,
  { email = '', fault = {} }: { email?: string; fault?: Fault } = {},
): string =>
  page(say, {
    title: say.words.forgotTitle,
    here: addressOf(say, uid, 'forgot'),
    wrong: hasFault(fault),
    body: `<p class="lead">${say.words.forgotLead}</p>${alert(fault)}
<form method="post" action="${addressOf(say, uid, 'forgot')}" novalidate>
${field(say, { name: 'email', label: say.words.email, type: 'email', autocomplete: 'username', value: email, focus: true }, fault)}
<button type="submit">${say.words.sendLink}</button>
</form>
${uid ? `<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>` : ''}`,
  })

export const resetSentPage = (
  say: Say,
  uid: string | null,
  { email, outbox }: { email: string; outbox: string | null },
): string =>
  page(say, {
    title: say.words.checkMail,
    body: `<p>${say.words.ifAccount} <span class="address">${escapeHtml(email)}</span>, ${say.words.linkComes}</p>${outboxNote(say, outbox)}
${uid ? `<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>` : ''}`,
  })

export const resetPage = (
  say: Say,
  uid: string | null,
  { token, email, fault = {} }: { token: string; email: string; fault?: Fault },
): string =>
  page(say, {
    title: say.words.newPasswordTitle,
    wrong: hasFault(fault),
    body: `<p class="lead">${say.words.for} <span class="address">${escapeHtml(email)}</span>. ${say.words.signedOutElsewhere}</p>${alert(fault)}
<form method="post" action="${addressOf(say, uid, 'reset')}" novalidate>
<input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="username" autocomplete="username" value="${escapeHtml(email)}">
${field(say, { name: 'password', label: say.words.newPassword, type: 'password', autocomplete: 'new-password', hint: say.words.leastHint(passwordMinimum), focus: true }, fault)}
<button type="submit">${say.words.saveAndSignIn}</button>
</form>`,
  })

export const verifyPage = (
  say: Say,
  uid: string | null,
  {
    token,
    email,
    keeps,
    fault = {},
  }: { token: string; email: string; keeps: 'asked' | 'typed' | null; fault?: Fault },
): string => {
  const form = (inner: string) =>
    `<form method="post" action="${addressOf(say, uid, 'verify')}" novalidate><input type="hidden" name="token" value="${escapeHtml(token)}">${inner}</form>`
  const confirm = `<button type="submit">${say.words.confirm}</button>`
  const own = {
    typed: `<input type="hidden" name="keep" value="yes">${confirm}`,
    asked: `<input type="hidden" name="username" autocomplete="username" value="${escapeHtml(email)}">
${field(say, { name: 'password', label: say.words.ownPassword, type: 'password', autocomplete: 'current-password', hint: say.words.ownPasswordHint, focus: true }, fault)}
${confirm}`,
  }
  return page(say, {
    title: say.words.confirmTitle,
    wrong: hasFault(fault),
    // A button, not the link itself: mail scanners open links, and would confirm an address for
    // anyone who typed it.
    body: `<p><span class="address">${escapeHtml(email)}</span> ${say.words.wasUsed}</p>${alert(fault)}
${
  keeps
    ? `${form(own[keeps])}
${form(`<p class="lead">${say.words.notMine}</p><button type="submit" class="quiet">${say.words.confirmEmptied}</button>`)}`
    : form(confirm)
}`,
  })
}

export const messagePage = (
  say: Say,
  title: string,
  sentence: string,
  link?: { href: string; text: string },
): string =>
  page(say, {
    title,
    body: `<p>${escapeHtml(sentence)}</p>${link ? `<p><a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''}`,
  })

/**
 * Sign-out: `form` is the protocol's form with id op.logoutForm; it submits itself if the request
 * proved whose session it is.
 */
export const signOutPage = (say: Say, form: string, { sure }: { sure: boolean }): string =>
  page(say, {
    title: sure ? say.words.signingOut : say.words.signOutTitle,
    submits: sure,
    body: sure
      ? `${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}<noscript><button type="submit" form="op.logoutForm">${say.words.signOut}</button></noscript>`
      : `<p class="lead">${say.words.signOutText}</p>${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">${say.words.signOut}</button>
<button type="submit" form="op.logoutForm" class="quiet">${say.words.staySignedIn}</button>`,
  })
