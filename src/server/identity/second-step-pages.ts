import {
  addressOf,
  alert,
  codeField,
  field,
  page,
  passkeyForm,
  type Fault,
  type Say,
} from './pages.ts'

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
