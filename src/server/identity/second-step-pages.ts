import { addressOf, alert, field, page, type Fault, type Say } from './pages.ts'

/** Asks for the second factor, after the password. */
export const codePage = (say: Say, uid: string, fault: Fault = {}): string =>
  page(say, {
    title: say.words.codeTitle,
    here: addressOf(say, uid, 'code'),
    wrong: fault.summary !== undefined,
    body: `<p class="lead">${say.words.codeLead}</p>${alert(fault)}
<form method="post" action="${addressOf(say, uid, 'code')}" novalidate>
${field(say, { name: 'code', label: say.words.code, type: 'text', autocomplete: 'one-time-code', hint: say.words.codeHint, focus: true }, fault)}
<button type="submit">${say.words.signIn}</button>
</form>
<p class="foot"><a href="${addressOf(say, uid, '', 'signin')}">${say.words.backToSignIn}</a></p>`,
  })
