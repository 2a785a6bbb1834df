// The sandbox's Stripe.js: the parts of `window.Stripe` the page needs. The server bundles these
// modules into one plain script.
import { makeElements } from './payment-element.js'
import { base, encode, integrationError, intentPath, merge, request } from './requests.js'

/** `Stripe('pk_test_…', { stripeAccount })`, as loadStripe calls it. */
function Stripe(publishableKey, options = {}) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key. It begins with pk_.')
  }
  const api = (method, path, params) =>
    request(publishableKey, options.stripeAccount, method, path, params)
  const confirm = (kind, given) => confirmIntent(api, kind, given)
  const retrieve = (kind, secret) =>
    answered(kind, api('GET', intentPath(kind, secret), { client_secret: secret }))
  const verify = (kind, secret, params) =>
    answered(
      kind,
      api('POST', `${intentPath(kind, secret)}/verify_microdeposits`, {
        ...params,
        client_secret: secret,
      }),
    )
  const confirmWith =
    (kind, type) =>
    (secret, data = {}) => {
      const { payment_method: method, return_url: returnUrl, ...rest } = data
      const confirmParams =
        typeof method === 'string'
          ? { payment_method: method }
          : { payment_method_data: { type, ...method } }
      return confirm(kind, {
        clientSecret: secret,
        confirmParams: { ...rest, ...confirmParams, return_url: returnUrl },
        redirect: 'if_required',
      })
    }
  return {
    elements: (given = {}) => makeElements(api, given),
    confirmSetup: (given) => confirm('setup_intent', given),
    confirmPayment: (given) => confirm('payment_intent', given),
    confirmCardSetup: confirmWith('setup_intent', 'card'),
    confirmCardPayment: confirmWith('payment_intent', 'card'),
    confirmUsBankAccountSetup: confirmWith('setup_intent', 'us_bank_account'),
    confirmUsBankAccountPayment: confirmWith('payment_intent', 'us_bank_account'),
    retrieveSetupIntent: (secret) => retrieve('setup_intent', secret),
    retrievePaymentIntent: (secret) => retrieve('payment_intent', secret),
    verifyMicrodepositsForSetup: (secret, params) => verify('setup_intent', secret, params),
    verifyMicrodepositsForPayment: (secret, params) => verify('payment_intent', secret, params),
    handleNextAction: async ({ clientSecret }) => {
      const kind = clientSecret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
      const found = await api('GET', intentPath(kind, clientSecret), {
        client_secret: clientSecret,
      })
      return found.error ? { error: found.error } : settle(kind, found)
    },
    createPaymentMethod: async (given) => {
      let data = given
      if (given.elements) {
        const problem = requireSubmitted(given.elements)
        if (problem) return { error: problem }
        data = merge(given.elements._data(), given.params)
      }
      const made = await api('POST', '/v1/payment_methods', data)
      return made.error ? { error: made.error } : { paymentMethod: made }
    },
    createToken: async () => ({
      error: {
        type: 'invalid_request_error',
        message: 'The payment sandbox makes no tokens. Use createPaymentMethod.',
      },
    }),
    registerAppInfo() {},
    _registerWrapper() {},
  }
}
Stripe.version = 'endive'

const answerNames = { setup_intent: 'setupIntent', payment_intent: 'paymentIntent' }

async function answered(kind, promise) {
  const found = await promise
  return found.error ? { error: found.error } : { [answerNames[kind]]: found }
}

async function confirmIntent(
  api,
  kind,
  { elements, clientSecret, confirmParams = {}, redirect = 'always' } = {},
) {
  const secret = clientSecret ?? elements?._options.clientSecret
  if (!secret) throw integrationError('A clientSecret is needed: give it here or to elements().')
  if (redirect !== 'if_required' && !confirmParams.return_url)
    throw integrationError('confirmParams.return_url is needed unless redirect is "if_required".')
  const {
    payment_method: method,
    payment_method_data: extra,
    return_url: returnUrl,
    payment_method_options: methodOptions,
    ...rest
  } = confirmParams
  const params = {
    ...rest,
    client_secret: secret,
    use_stripe_sdk: true,
    ...(returnUrl ? { return_url: returnUrl } : {}),
  }
  if (methodOptions) params.payment_method_options = methodOptions
  if (method) params.payment_method = method
  else if (elements) {
    const problem = requireSubmitted(elements)
    if (problem) return { error: problem }
    const wallet = elements._wallet()
    if (wallet && !(await openWallet(wallet)))
      return {
        error: { type: 'validation_error', message: `You closed ${wallet} before going on.` },
      }
    params.payment_method_data = merge(elements._data(), extra)
    params.payment_method_options = merge(elements._methodOptions(), methodOptions)
  } else if (extra) params.payment_method_data = extra
  if (params.payment_method_data?.type === 'us_bank_account' || method) {
    params.mandate_data = {
      customer_acceptance: { type: 'online', online: { infer_from_client: true } },
    }
  }
  const confirmed = await api('POST', `${intentPath(kind, secret)}/confirm`, params)
  const result = confirmed.error ? { error: confirmed.error } : await settle(kind, confirmed)
  if (result.error || redirect === 'if_required') return result
  const intent = result[answerNames[kind]]
  const target = new URL(returnUrl, location.href)
  target.searchParams.set(kind, intent.id)
  target.searchParams.set(`${kind}_client_secret`, secret)
  target.searchParams.set('redirect_status', 'succeeded')
  location.assign(target.href)
  return new Promise(() => {})
}

/** Runs the bank's challenge if there is one, and returns the result. */
async function settle(kind, intent) {
  const name = answerNames[kind]
  if (intent.status !== 'requires_action' || intent.next_action?.type !== 'use_stripe_sdk')
    return { [name]: intent }
  const page = new URL(intent.next_action.use_stripe_sdk.stripe_js)
  const outcome = await askHolder(intent)
  // The page may have a different origin than this script; the script's origin is the one to call.
  const path = page.pathname.slice(page.pathname.indexOf('/authenticate/'))
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encode({ secret: page.searchParams.get('secret'), outcome, as: 'json' }),
  })
  const after = await response.json()
  if (after.error) return { error: after.error }
  const problem = after.last_setup_error ?? after.last_payment_error
  return problem && after.status === 'requires_payment_method'
    ? { error: { ...problem, [kind]: after } }
    : { [name]: after }
}

/** Whether its holder agreed in the wallet. */
const openWallet = async (wallet) =>
  (await ask({
    title: `${wallet} (sandbox)`,
    text: 'Visa ending in 4242. Nothing is charged outside this sandbox.',
    yes: `Go on with ${wallet}`,
    no: 'Cancel',
  })) === 'complete'

const askHolder = (intent) =>
  ask({
    title: 'Your bank asks for confirmation',
    text: intent.amount
      ? `Do you allow this payment of ${(intent.amount / 100).toLocaleString('en-US', { style: 'currency', currency: intent.currency })}?`
      : 'Do you allow this card to be saved for later payments?',
    yes: 'Complete authentication',
    no: 'Fail authentication',
  })

/** Asks in a dialog over the page; 'complete' or 'fail'. */
function ask({ title, text, yes, no }) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = `<style>${dialogStyle}</style>
<dialog aria-labelledby="title" aria-describedby="about">
<p class="mark">Sandbox: no real money</p>
<h2 id="title"></h2>
<p id="about"></p>
<div class="buttons">
<button type="button" value="complete" autofocus></button>
<button type="button" value="fail" class="second"></button>
</div>
</dialog>`
  const dialog = root.querySelector('dialog')
  const buttons = [...root.querySelectorAll('button')]
  for (const [part, words] of [
    [root.querySelector('#title'), title],
    [root.querySelector('#about'), text],
    [buttons[0], yes],
    [buttons[1], no],
  ])
    part.textContent = words
  const before = document.activeElement
  document.body.append(host)
  dialog.showModal()
  return new Promise((resolve) => {
    const end = (outcome) => {
      dialog.close()
      host.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve(outcome)
    }
    dialog.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button) end(button.value)
    })
    // Escape must not also close a window of the page behind.
    dialog.addEventListener('keydown', (event) => event.stopPropagation())
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      end('fail')
    })
  })
}

/**
 * If the intent is created later, the page must have called elements.submit() first; otherwise
 * confirming validates the form.
 */
function requireSubmitted(elements) {
  if (!elements._options.clientSecret && !elements._isSubmitted)
    throw integrationError('elements.submit() must be called before this.')
  return elements._check()
}

const dialogStyle = `
dialog { width: min(26rem, calc(100vw - 2rem)); padding: 0 0 1.5rem; border: 0; border-radius: .75rem; color: #1d2330; background: #fff; font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 1rem 3rem rgb(0 0 0 / .35) }
dialog::backdrop { background: rgb(10 12 20 / .6) }
.mark { margin: 0; padding: .5rem 1rem; background: #fdb022; text-align: center; font-weight: 600 }
h2 { margin: 1.25rem 1.5rem .5rem; font-size: 1.2rem }
#about { margin: 0 1.5rem 1.25rem }
.buttons { display: grid; gap: .75rem; margin: 0 1.5rem }
button { min-height: 2.75rem; font: inherit; font-weight: 600; border: 1px solid #4338ca; border-radius: .5rem; color: #fff; background: #4338ca; cursor: pointer }
button.second { color: #1d2330; background: #fff; border-color: #8a92a0 }
button:focus-visible { outline: 3px solid #a5b4fc; outline-offset: 2px }`

if (!window.Stripe) window.Stripe = Stripe
