// The landing page's only script. Its forms work without it, as plain links to the sign-in page;
// this adds validation, the lead and the e-mail hint.

import { readEmail } from '../domain/base/email.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form.start')) {
  const input = form.querySelector<HTMLInputElement>('input[type=email]')
  const button = form.querySelector<HTMLButtonElement>('button')
  const problem = form.querySelector<HTMLElement>('.problem')
  if (!input || !button || !problem) continue

  const say = (text: string) => {
    problem.textContent = text
    input.setAttribute('aria-invalid', String(text !== ''))
  }
  input.addEventListener('input', () => say(''))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const email = readEmail(input.value)
    if (email === null) {
      say(input.value.trim() === '' ? 'Please enter your email.' : 'Enter a valid email address.')
      input.focus()
      return
    }
    button.disabled = true
    try {
      sessionStorage.setItem('fieldhive.signup-email', email)
    } catch {
      // Storage may be blocked; the link's URL carries the same value.
    }
    // Outlives this page; the response is not needed.
    fetch('/api/public/leads', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        source: 'get_started',
        origin: form.dataset.origin,
        path: location.pathname,
      }),
      keepalive: true,
    }).catch(() => {})
    location.assign(`/login?${new URLSearchParams({ screen: 'signup', email, flow: 'owner' })}`)
  })
}

addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('form.start button'))
    button.disabled = false
})

const support = document.querySelector<HTMLAnchorElement>('a[data-support]')
if (support) {
  fetch('/api/public/config')
    .then((response) => response.json())
    .then(({ support_email }: { support_email?: string }) => {
      if (support_email) support.href = `mailto:${support_email}`
    })
    .catch(() => {})
}
