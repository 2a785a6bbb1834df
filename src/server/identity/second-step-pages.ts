import { addressOf, alert, field, page, passkeyForm, type Fault, type Say } from './pages.ts'

export type Factor = { has_app: boolean; passkeys: object | null }

/** Asks for the second factor, after the first: a passkey, a code of the app, or a recovery code. */
export const codePage = (
  say: Say,
  uid: string,
  { has_app, passkeys }: Factor,
  fault: Fault = {},
): string =>
  page(say, {
    title: passkeys ? say.words.factorTitle : say.words.codeTitle,
    here: addressOf(say, uid, 'code'),
    wrong: fault.summary !== undefined,
    takesPasskeys: passkeys !== null,
    body: `<p class="lead">${passkeys ? say.words.factorLead : say.words.codeLead}</p>${alert(fault)}
${passkeys ? passkeyForm(say, uid, passkeys) : ''}
<form method="post" action="${addressOf(say, uid, 'code')}" novalidate>
${field(say, { name: 'code', label: has_app ? say.words.code : say.words.recoveryCode, type: 'text', autocomplete: 'one-time-code', hint: has_app ? say.words.codeHint : say.words.recoveryHint, focus: !passkeys }, fault)}
<button type="submit"${passkeys ? ' class="quiet"' : ''}>${say.words.signIn}</button>
</form>
<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>`,
  })
