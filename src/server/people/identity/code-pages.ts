import {
  addressOf,
  alert,
  codeField,
  escapeHtml,
  field,
  page,
  passkeyForm,
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

export type Factor = { has_app: boolean; passkeys: object | null }

/** Asks for the second factor, after the first: a passkey, a code of the app, or a recovery code. */
export const codePage = (
  say: Say,
  uid: string,
  { has_app, passkeys, isRecovery = false }: Factor & { isRecovery?: boolean },
  fault: Fault = {},
): string => {
  const takesDigits = has_app && !isRecovery
  const here = addressOf(say, uid, 'code', isRecovery ? 'recovery' : undefined)
  return page(say, {
    title: passkeys ? say.words.factorTitle : say.words.codeTitle,
    here,
    wrong: fault.summary !== undefined,
    takesPasskeys: passkeys !== null,
    body: `<p class="lead">${passkeys ? say.words.factorLead : say.words.codeLead}</p>${alert(fault)}
${passkeys ? passkeyForm(say, uid, passkeys) : ''}
<form method="post" action="${here}" novalidate>
${
  takesDigits
    ? codeField(say, { hint: say.words.sixDigits, focus: !passkeys }, fault)
    : // It has letters, which the number pad does not.
      field(
        say,
        {
          name: 'code',
          label: say.words.recoveryCode,
          type: 'text',
          autocomplete: 'off',
          hint: has_app ? say.words.recoveryOfApp : say.words.recoveryHint,
          focus: !passkeys,
        },
        fault,
      )
}
<button type="submit"${passkeys ? ' class="quiet"' : ''}>${say.words.signIn}</button>
</form>
${takesDigits ? `<p class="or"><a href="${addressOf(say, uid, 'code', 'recovery')}">${say.words.useRecovery}</a></p>\n` : ''}<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>`,
  })
}

/** Asks before a change of the sign-in is taken back. */
export const undoPage = (say: Say, token: string): string =>
  page(say, {
    title: say.words.undoTitle,
    // A button, not the link itself: mail scanners open links.
    body: `<p>${say.words.undoText}</p>
<form method="post" action="/idp/undo"><input type="hidden" name="token" value="${escapeHtml(token)}"><button type="submit">${say.words.undoButton}</button></form>`,
  })
