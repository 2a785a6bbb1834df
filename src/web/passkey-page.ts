import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from '@simplewebauthn/browser'

// The only script of the sign-in pages: it asks the browser for a passkey and submits a plain form.

/** Fills in the form and sends it. A passkey that was not given leaves the page as it is. */
async function ask(form: HTMLFormElement, useBrowserAutofill: boolean): Promise<void> {
  const optionsJSON = JSON.parse(form.dataset['passkey'] ?? '{}') as never
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill })
  const field = form.elements.namedItem('response') as HTMLInputElement
  field.value = JSON.stringify(answer)
  form.submit()
}

const form = document.querySelector<HTMLFormElement>('form[data-passkey]')
if (form && browserSupportsWebAuthn()) {
  form.hidden = false
  const problem = form.querySelector<HTMLElement>('[role=alert]')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (problem) problem.hidden = true
    ask(form, false).catch(() => {
      if (problem) problem.hidden = false
    })
  })
  if ('fillsIn' in form.dataset)
    void browserSupportsWebAuthnAutofill().then((can) =>
      can ? ask(form, true).catch(() => {}) : undefined,
    )
}
