// The Payment Element: a card or bank form in the page, in a shadow tree so that styles don't leak
// in or out.
import { elementStyle, fieldKinds, icons } from './payment-fields.js'
import { integrationError, intentPath } from './requests.js'

export function makeElements(api, options) {
  if ('paymentMethodTypes' in options)
    throw integrationError(
      'paymentMethodTypes can no longer be sent. Use allowedPaymentMethodTypes instead.',
    )
  if (!options.clientSecret && !['setup', 'payment', 'subscription'].includes(options.mode)) {
    throw integrationError(
      'elements() needs a clientSecret, or a mode of "setup", "payment" or "subscription".',
    )
  }
  let element = null
  const elements = {
    _options: { ...options },
    _isSubmitted: false,
    _api: api,
    _data: () => element._data(),
    _wallet: () => element._wallet(),
    _methodOptions: () => element._methodOptions(),
    _check: () =>
      element
        ? element._check()
        : { type: 'validation_error', message: 'There is no Payment Element on the page.' },
    create(type, elementOptions = {}) {
      if (type !== 'payment')
        throw integrationError(`The payment sandbox has a Payment Element only, no "${type}".`)
      if (element) throw integrationError('Can only create one Element of type payment.')
      element = makePaymentElement(elements, elementOptions, () => (element = null))
      return element
    },
    getElement: (type) =>
      type === 'payment' || type?.__elementType === 'payment' ? element : null,
    update(changes) {
      Object.assign(elements._options, changes)
      if (changes.appearance) element?._restyle()
    },
    async submit() {
      const error = elements._check()
      elements._isSubmitted = !error
      return error ? { error } : { selectedPaymentMethod: element._data().type }
    },
    async fetchUpdates() {
      return {}
    },
  }
  return elements
}

/** The tabs; a wallet is another way to give a card. */
const tabNames = {
  card: 'Card',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  us_bank_account: 'US bank account',
}
const walletOptions = { apple_pay: 'applePay', google_pay: 'googlePay' }

function makePaymentElement(elements, options, forget) {
  const handlers = new Map()
  const fields = new Map()
  let host = null
  let root = null
  let types = elements._options.allowedPaymentMethodTypes ?? ['card', 'us_bank_account']
  let type = 'card'
  let mounts = 0

  const element = {
    on(name, handler) {
      if (!handlers.has(name)) handlers.set(name, new Set())
      handlers.get(name).add(handler)
      return element
    },
    once(name, handler) {
      const once = (event) => {
        element.off(name, once)
        handler(event)
      }
      return element.on(name, once)
    },
    off(name, handler) {
      if (handler) handlers.get(name)?.delete(handler)
      else handlers.delete(name)
      return element
    },
    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container)
        throw integrationError('The selector you specified applies to no DOM elements.')
      element.unmount()
      const mine = ++mounts
      host = document.createElement('div')
      host.className = 'StripeElement'
      root = host.attachShadow({ mode: 'open' })
      container.append(host)
      emit('loaderstart', {})
      void load().then((error) => {
        // The page may have removed the element in the meantime, as React does twice in StrictMode.
        if (mine !== mounts || !host) return
        if (error) {
          emit('loaderror', { error })
          return
        }
        draw()
        emit('ready', {})
      })
    },
    unmount() {
      mounts++
      host?.remove()
      host = root = null
      fields.clear()
    },
    destroy() {
      element.unmount()
      handlers.clear()
      forget()
    },
    update(changes) {
      Object.assign(options, changes)
      return element
    },
    focus: () => root?.querySelector('input')?.focus(),
    blur: () => root?.activeElement?.blur(),
    clear() {
      for (const field of fields.values()) field.input.value = ''
      changed()
    },
    collapse: () => element,
    _restyle: restyle,
    _check: check,
    _data: data,
    /** The wallet that opens before the details are sent, or null. */
    _wallet: () => (type in walletOptions ? tabNames[type] : null),
    _methodOptions: () =>
      type === 'us_bank_account' && root.querySelector('#deposits').checked
        ? { us_bank_account: { verification_method: 'microdeposits' } }
        : undefined,
  }
  return element

  function emit(name, event) {
    for (const handler of handlers.get(name) ?? []) handler({ elementType: 'payment', ...event })
  }

  async function load() {
    const secret = elements._options.clientSecret
    if (!secret) return null
    const kind = secret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
    const intent = await elements._api('GET', intentPath(kind, secret), { client_secret: secret })
    if (intent.error) return intent.error
    types = intent.payment_method_types.flatMap((name) =>
      name === 'card' ? ['card', ...wallets()] : [name],
    )
    return null
  }

  /** The wallets this page offers; each device here has them. */
  function wallets() {
    return Object.keys(walletOptions).filter(
      (name) => options.wallets?.[walletOptions[name]] !== 'never',
    )
  }

  function draw() {
    type = types.includes(type) ? type : types[0]
    root.innerHTML = `<style>${elementStyle}</style><div class="form" part="form">
${
  types.length > 1
    ? `<div role="tablist" aria-label="Payment method">${types
        .map(
          (name) =>
            `<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" data-type="${name}">${icons[name]}${tabNames[name]}</button>`,
        )
        .join('')}</div>`
    : ''
}
${types
  .map(
    (name) =>
      `<div ${types.length > 1 ? `role="tabpanel" aria-labelledby="tab-${name}"` : 'role="group" aria-label="Card details"'} id="panel-${name}">${
        name === 'card' ? cardFields() : name in walletOptions ? walletText(name) : bankFields()
      }</div>`,
  )
  .join('')}
<p class="mark"><span>Sandbox: no real money.</span> <button type="button" id="fill">Fill in test details</button></p>
</div>`
    for (const input of root.querySelectorAll('input[data-field]')) {
      const kind = fieldKinds[input.dataset.field]
      fields.set(input.dataset.field, {
        input,
        kind,
        error: root.getElementById(`${input.id}-error`),
      })
    }
    const known = options.defaultValues?.billingDetails ?? {}
    if (fields.has('name')) fields.get('name').input.value = known.name ?? ''
    if (fields.has('zip')) fields.get('zip').input.value = known.address?.postal_code ?? ''
    root.addEventListener('input', onInput)
    root.addEventListener('change', changed)
    root.addEventListener('focusout', onBlur)
    root.addEventListener('focusin', () => emit('focus', {}))
    root.addEventListener('click', onClick)
    root.addEventListener('keydown', onKey)
    restyle()
    show(type)
  }

  function cardFields() {
    const zip = hides('address', 'postalCode')
      ? ''
      : field('zip', 'ZIP code', 'postal-code', '12345', 'numeric')
    return `${field('number', 'Card number', 'cc-number', '1234 1234 1234 1234', 'numeric')}
<div class="row">${field('expiry', 'Expiration date', 'cc-exp', 'MM / YY', 'numeric')}${field('cvc', 'Security code', 'cc-csc', 'CVC', 'numeric')}${zip}</div>`
  }

  function walletText(name) {
    return `<p class="terms">${tabNames[name]} (sandbox) opens when you go on, with a test card in it.</p>`
  }

  function bankFields() {
    return `${hides('name') ? '' : field('name', 'Account holder name', 'name', 'First and last name', 'text')}
<div class="row">${field('routing', 'Routing number', 'off', '110000000', 'numeric')}${field('account', 'Account number', 'off', '000123456789', 'numeric')}</div>
<label class="choice"><input type="checkbox" id="deposits"> Verify with two small deposits (1–2 days) instead of instantly</label>
<p class="terms">By continuing, you authorize this business to debit your bank account for amounts owed, now and as agreed, until you revoke it.</p>`
  }

  /** `fields.billingDetails` can hide single inputs; the page then sends those values itself. */
  function hides(name, inner) {
    const wanted = options.fields?.billingDetails
    return (
      wanted === 'never' ||
      wanted?.[name] === 'never' ||
      (inner !== undefined && wanted?.[name]?.[inner] === 'never')
    )
  }

  function field(name, label, autocomplete, placeholder, mode) {
    return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" data-field="${name}" autocomplete="${autocomplete}" placeholder="${placeholder}" inputmode="${mode}" aria-describedby="${name}-error" spellcheck="false">
<p class="error" id="${name}-error" role="alert"></p></div>`
  }

  function shownFields() {
    return [...fields.entries()].filter(([, { input }]) => !input.closest('[hidden]'))
  }

  function show(next) {
    type = next
    for (const name of types) {
      root.getElementById(`panel-${name}`).hidden = name !== type
      const tab = root.getElementById(`tab-${name}`)
      tab?.setAttribute('aria-selected', String(name === type))
      if (tab) tab.tabIndex = name === type ? 0 : -1
    }
    // A wallet brings its own card.
    root.getElementById('fill').hidden = type in walletOptions
    changed()
  }

  function onInput(event) {
    const name = event.target.dataset?.field
    if (!name) return
    const { input, kind, error } = fields.get(name)
    const digitsBefore = input.value.slice(0, input.selectionStart).replace(/\D/g, '').length
    const isAtEnd = input.selectionStart === input.value.length
    if (kind.format) {
      const isErasing = event.inputType?.startsWith('delete') ?? false
      input.value = kind.format(input.value, isErasing)
      if (!isAtEnd) {
        let at = 0
        for (let digits = 0; at < input.value.length && digits < digitsBefore; at++)
          if (/\d/.test(input.value[at])) digits++
        input.setSelectionRange(at, at)
      }
    }
    error.textContent = ''
    input.removeAttribute('aria-invalid')
    elements._isSubmitted = false
    changed()
  }

  function onBlur(event) {
    const name = event.target.dataset?.field
    if (name && fields.get(name).input.value !== '') complain(name)
    emit('blur', {})
  }

  function onClick(event) {
    const tab = event.target.closest?.('[role=tab]')
    if (tab) show(tab.dataset.type)
    if (event.target.id === 'fill') {
      const values = {
        number: '4242 4242 4242 4242',
        expiry: `12 / ${String(new Date().getFullYear() + 3).slice(2)}`,
        cvc: '123',
        zip: '94107',
        name: 'Jenny Rosen',
        routing: '110000000',
        account: '000123456789',
      }
      for (const [name, { input, error }] of shownFields()) {
        input.value = values[name]
        error.textContent = ''
        input.removeAttribute('aria-invalid')
      }
      changed()
    }
  }

  function onKey(event) {
    if (event.key === 'Escape') emit('escape', {})
    if (event.key === 'Enter' && event.target.dataset?.field) submitForm()
    const tab = event.target.closest?.('[role=tab]')
    if (!tab || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return
    const next =
      types[
        (types.indexOf(tab.dataset.type) + (event.key === 'ArrowRight' ? 1 : types.length - 1)) %
          types.length
      ]
    show(next)
    root.getElementById(`tab-${next}`).focus()
  }

  /**
   * Enter submits the surrounding form, as it would from a native input, unless its button is
   * disabled.
   */
  function submitForm() {
    const form = host.closest('form')
    const button = form?.querySelector(
      'button[type=submit], button:not([type]), input[type=submit]',
    )
    if (button && !button.disabled) form.requestSubmit(button)
  }

  function changed() {
    if (!root) return
    const shown = shownFields()
    emit('change', {
      empty: shown.every(([, { input }]) => input.value === ''),
      complete: shown.every(([, { input, kind }]) => kind.problem(input.value, fields) === null),
      collapsed: false,
      value: { type: type in walletOptions ? 'card' : type },
    })
  }

  function complain(name) {
    const { input, kind, error } = fields.get(name)
    const problem = kind.problem(input.value, fields)
    error.textContent = problem?.message ?? ''
    if (problem) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
    return problem
  }

  /**
   * The first problem in the form, with all of them shown at their fields; null if it can be sent.
   */
  function check() {
    if (root && type in walletOptions) return null
    if (!root || fields.size === 0)
      return { type: 'validation_error', message: 'The Payment Element is not ready.' }
    const problems = shownFields()
      .map(([name]) => ({ name, problem: complain(name) }))
      .filter(({ problem }) => problem)
    if (problems.length === 0) return null
    fields.get(problems[0].name).input.focus()
    return { type: 'validation_error', ...problems[0].problem }
  }

  function data() {
    if (type in walletOptions)
      return { type: 'card', billing_details: {}, card: { token: 'tok_visa', wallet: type } }
    const text = (name) => fields.get(name)?.input.value.trim() ?? ''
    const billing = {
      ...(type === 'card' && text('zip')
        ? { address: { postal_code: text('zip'), country: 'US' } }
        : {}),
      ...(type !== 'card' && text('name') ? { name: text('name') } : {}),
    }
    if (type === 'us_bank_account') {
      return {
        type,
        billing_details: billing,
        us_bank_account: {
          account_holder_type: 'individual',
          routing_number: text('routing'),
          account_number: text('account'),
        },
      }
    }
    const [month, year] = text('expiry')
      .split('/')
      .map((part) => Number(part.trim()))
    return {
      type,
      billing_details: billing,
      card: {
        number: text('number').replace(/\D/g, ''),
        exp_month: month,
        exp_year: 2000 + year,
        cvc: text('cvc'),
      },
    }
  }

  function restyle() {
    const { theme = 'stripe', variables = {} } = elements._options.appearance ?? {}
    const form = root?.querySelector('.form')
    if (!form) return
    form.dataset.theme = theme
    form.removeAttribute('style')
    for (const name of [
      'colorPrimary',
      'colorBackground',
      'colorText',
      'colorTextSecondary',
      'colorDanger',
      'fontFamily',
      'fontSizeBase',
      'borderRadius',
    ]) {
      if (variables[name]) form.style.setProperty(`--${name}`, variables[name])
    }
  }
}
