// The Payment Element's inputs: formatting, validation and styles.

const digits = (text) => text.replace(/\D/g, '')
const incomplete = (code, message) => ({ code, message })
const isAmex = (number) => /^3[47]/.test(digits(number))

function passesCheckDigit(number) {
  let sum = 0
  ;[...number].reverse().forEach((sign, index) => {
    const doubled = Number(sign) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  })
  return sum % 10 === 0
}

/** How each input is formatted, and what is wrong with a value; null if nothing. */
export const fieldKinds = {
  number: {
    format: (text) => {
      const number = digits(text).slice(0, isAmex(text) ? 15 : 19)
      return (
        isAmex(number)
          ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)]
          : (number.match(/.{1,4}/g) ?? [])
      )
        .filter(Boolean)
        .join(' ')
    },
    problem: (text) => {
      const number = digits(text)
      if (
        number.length < (isAmex(number) ? 15 : 16) &&
        !(number.length === 14 && number.startsWith('3'))
      ) {
        return incomplete('incomplete_number', 'Your card number is incomplete.')
      }
      return passesCheckDigit(number)
        ? null
        : incomplete('invalid_number', 'Your card number is invalid.')
    },
  },
  expiry: {
    format: (text, isErasing) => {
      let date = digits(text).slice(0, 4)
      // An auto-filled four-digit year.
      if (/^\d{2}20\d{2}$/.test(digits(text)))
        date = digits(text).slice(0, 2) + digits(text).slice(4)
      if (/^[2-9]/.test(date)) date = `0${date}`.slice(0, 4)
      return date.length > 2 || (date.length === 2 && !isErasing)
        ? `${date.slice(0, 2)} / ${date.slice(2)}`
        : date
    },
    problem: (text) => {
      const date = digits(text)
      if (date.length < 4)
        return incomplete('incomplete_expiry', "Your card's expiration date is incomplete.")
      const [month, year] = [Number(date.slice(0, 2)), 2000 + Number(date.slice(2))]
      const today = new Date()
      if (month < 1 || month > 12)
        return incomplete('invalid_expiry_month', "Your card's expiration date is invalid.")
      if (year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1)
        return incomplete('invalid_expiry_year_past', "Your card's expiration date is in the past.")
      return null
    },
  },
  cvc: {
    format: (text) => digits(text).slice(0, 4),
    problem: (text, fields) =>
      digits(text).length < (isAmex(fields.get('number').input.value) ? 4 : 3)
        ? incomplete('incomplete_cvc', "Your card's security code is incomplete.")
        : null,
  },
  zip: {
    problem: (text) =>
      /^\d{5}(-\d{4})?$/.test(text.trim())
        ? null
        : incomplete('incomplete_zip', 'Your ZIP code is incomplete.'),
  },
  name: {
    problem: (text) =>
      text.trim() === '' ? incomplete('incomplete_name', "Enter the account holder's name.") : null,
  },
  routing: {
    format: (text) => digits(text).slice(0, 9),
    problem: (text) =>
      digits(text).length === 9
        ? null
        : incomplete('incomplete_routing_number', 'Your routing number is incomplete.'),
  },
  account: {
    format: (text) => digits(text).slice(0, 17),
    problem: (text) =>
      digits(text).length >= 4
        ? null
        : incomplete('incomplete_account_number', 'Your account number is incomplete.'),
  },
}

export const icons = {
  card: '<svg aria-hidden="true" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6"><rect x="2" y="4" width="16" height="12" rx="2"/><path d="M2 8h16"/></svg>',
  apple_pay:
    '<svg aria-hidden="true" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6"><rect x="5" y="2" width="10" height="16" rx="2"/><path d="M9 15h2"/></svg>',
  google_pay:
    '<svg aria-hidden="true" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M3 6h12a2 2 0 0 1 2 2v7H3zM3 6l9-3v3M14 11h3"/></svg>',
  us_bank_account:
    '<svg aria-hidden="true" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M2.5 8 10 3l7.5 5zM4.5 8v7m3.7-7v7m3.6-7v7m3.7-7v7M2.5 17h15"/></svg>',
}

export const elementStyle = `
:host { display: block }
* { box-sizing: border-box }
[hidden] { display: none !important }
.form { --primary: var(--colorPrimary, #4338ca); --back: var(--colorBackground, #ffffff); --ink: var(--colorText, #1d2330); --quiet: var(--colorTextSecondary, #596171); --bad: var(--colorDanger, #b42318); --line: #c7ccd6; --radius: var(--borderRadius, 8px); color: var(--ink); font-family: var(--fontFamily, system-ui, sans-serif); font-size: var(--fontSizeBase, 16px); line-height: 1.4 }
.form[data-theme=night] { --primary: var(--colorPrimary, #a5b4fc); --back: var(--colorBackground, #22252e); --ink: var(--colorText, #eef0f5); --quiet: var(--colorTextSecondary, #aeb5c2); --bad: var(--colorDanger, #fda29b); --line: #4b5261; color-scheme: dark }
[role=tablist] { display: grid; grid-template-columns: repeat(auto-fit, minmax(max(8em, 34%), 1fr)); gap: 8px; margin-bottom: 14px }
[role=tab] { display: flex; flex-direction: column; gap: 4px; min-height: 44px; padding: 8px 12px; font: inherit; font-size: .875em; font-weight: 600; text-align: left; color: var(--quiet); background: var(--back); border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer }
[role=tab][aria-selected=true] { color: var(--primary); border-color: var(--primary); box-shadow: 0 0 0 1px var(--primary) }
.field { min-width: 0; margin-bottom: 10px }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5em, 1fr)); gap: 0 12px }
label { display: block; margin-bottom: 4px; font-size: .875em; font-weight: 500 }
input:not([type=checkbox]) { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: var(--ink); background: var(--back); border: 1px solid var(--line); border-radius: var(--radius) }
input::placeholder { color: var(--quiet); opacity: .8 }
input:focus-visible, button:focus-visible { outline: 3px solid color-mix(in srgb, var(--primary) 45%, transparent); outline-offset: 1px; border-color: var(--primary) }
input[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad) }
.error { margin: 4px 0 0; font-size: .875em; color: var(--bad) }
.error:empty { display: none }
.choice { display: flex; gap: 8px; align-items: center; min-height: 32px; font-weight: 400 }
.choice input { width: 18px; height: 18px; flex: none; accent-color: var(--primary) }
.terms { margin: 6px 0 10px; font-size: .8125em; color: var(--quiet) }
.mark { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin: 4px 0 0; font-size: .8125em; color: var(--quiet) }
.mark span { font-weight: 600 }
.mark button { min-height: 28px; padding: 0 4px; font: inherit; color: var(--primary); background: none; border: 0; border-radius: 4px; text-decoration: underline; cursor: pointer }
@media (prefers-reduced-motion: no-preference) { input, [role=tab] { transition: border-color .12s, box-shadow .12s } }`
