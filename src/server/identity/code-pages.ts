import {
  addressOf,
  alert,
  codeField,
  escapeHtml,
  field,
  page,
  type Fault,
  type Say,
} from './pages.ts'

/** Asks where a code may be sent. */
export const askCodePage = (say: Say, uid: string, typed = '', fault: Fault = {}): string =>
  page(say, {
    title: say.words.sendCodeTitle,
    here: addressOf(say, uid, 'send-code'),
    wrong: fault.summary !== undefined || fault.fields !== undefined,
    body: `<p class="lead">${say.words.sendCodeLead}</p>${alert(fault)}
<form method="post" action="${addressOf(say, uid, 'send-code')}" novalidate>
${field(say, { name: 'address', label: say.words.emailOrPhone, type: 'text', autocomplete: 'username', value: typed, hint: say.words.numberHint, focus: true }, fault)}
<button type="submit">${say.words.sendCode}</button>
</form>
<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>`,
  })

/** Takes the code. The same whether or not one was sent. */
export const enterCodePage = (
  say: Say,
  uid: string,
  { typed, outbox }: { typed: string; outbox: string | null },
  fault: Fault = {},
): string =>
  page(say, {
    title: say.words.enterCodeTitle,
    wrong: fault.summary !== undefined,
    body: `<p class="lead">${typed ? `${say.words.codeSent} <span class="address">${escapeHtml(typed)}</span>. ` : ''}${say.words.codeLasts}</p>${alert(fault)}${
      outbox
        ? `<p class="note">${say.words.demo} <a href="${escapeHtml(outbox)}" target="_blank" rel="noopener">${say.words.openOutbox}</a> ${say.words.toRead}</p>`
        : ''
    }
<form method="post" action="${addressOf(say, uid, 'enter-code')}" novalidate>
<input type="hidden" name="address" value="${escapeHtml(typed)}">
${codeField(say, { hint: say.words.sixDigits, focus: true }, fault)}
<button type="submit">${say.words.signIn}</button>
</form>
<p class="foot"><a href="${addressOf(say, uid, 'send-code')}">${say.words.anotherCode}</a></p>`,
  })

/** Signs this device in for somebody the office shows a QR code. */
export const devicePage = (
  say: Say,
  { token, name, business }: { token: string; name: string; business: string },
): string =>
  page(say, {
    title: say.words.deviceTitle(name),
    // A button, not the link itself: a scanner's preview must not use it up.
    body: `<p>${escapeHtml(say.words.deviceText(business))}</p>
<form method="post" action="/idp/device"><input type="hidden" name="token" value="${escapeHtml(token)}"><button type="submit">${escapeHtml(say.words.deviceButton(name))}</button></form>`,
  })

export const askAgainPage = (say: Say): string =>
  page(say, { title: say.words.cannotGoOn, body: `<p>${say.words.tooMany}</p>` })
