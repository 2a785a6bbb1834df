// The page's requests to the sandbox.

const here = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
export const base = here.replace(/\/stripe\.js([?#].*)?$/, '') || '/sandbox/payments'

export async function request(key, account, method, path, params = {}) {
  const text = encode(params)
  const isGet = method === 'GET'
  try {
    const response = await fetch(base + path + (isGet && text ? `?${text}` : ''), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(account ? { 'stripe-account': account } : {}),
        ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isGet ? {} : { body: text }),
    })
    return await response.json()
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
      },
    }
  }
}

/** Encodes objects as bracketed form fields. */
export function encode(params, prefix = '') {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const path = prefix ? `${prefix}[${name}]` : name
      return typeof value === 'object'
        ? encode(value, path)
        : `${encodeURIComponent(path)}=${encodeURIComponent(String(value))}`
    })
    .filter(Boolean)
    .join('&')
}

export function merge(a, b) {
  if (!b) return a
  const merged = { ...a }
  for (const [name, value] of Object.entries(b)) {
    merged[name] =
      value && typeof value === 'object' && !Array.isArray(value)
        ? merge(merged[name] ?? {}, value)
        : (value ?? merged[name])
  }
  return merged
}

export function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

export function intentPath(kind, secret) {
  const id = String(secret).split('_secret_')[0]
  if (!id.startsWith(kind === 'setup_intent' ? 'seti_' : 'pi_'))
    throw integrationError(`Invalid value for clientSecret: ${id}`)
  return `/v1/${kind}s/${encodeURIComponent(id)}`
}
