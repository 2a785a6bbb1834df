import type { Config } from './base/kit/config.ts'

type Header = [name: string, value: string]

/**
 * The security headers of a response. Most of them speak to a browser that shows the response as a page; the build's
 * scripts and styles do without, which is half a kilobyte less for each on a slow phone.
 */
export function securityHeaders(
  config: Config,
  { ownPayments, paymentsOrigin }: { ownPayments: boolean; paymentsOrigin: string | null },
): { page: Header[]; file: Header[] } {
  const provider = (...origins: string[]) =>
    ownPayments ? [] : paymentsOrigin ? [paymentsOrigin] : origins
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...provider('https://js.stripe.com')],
    'style-src': ["'self'", "'unsafe-inline'"],
    // `blob:` is a photo that was read with the person's token, or waits on the phone.
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...provider('https://*.stripe.com'),
      ...tilesOrigin(config),
    ],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...provider('https://api.stripe.com'),
      ...(config.OIDC_ISSUER ? [new URL(config.OIDC_ISSUER).origin] : []),
    ],
    'frame-src': [
      "'self'",
      ...(ownPayments ? [] : ['https://js.stripe.com', 'https://hooks.stripe.com']),
    ],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  const file: Header[] = [
    ['cross-origin-resource-policy', 'same-origin'],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
    ...(config.PUBLIC_URL.startsWith('https:')
      ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as Header]
      : []),
  ]
  const page: Header[] = [
    ...file,
    [
      'content-security-policy',
      Object.entries(policy)
        .map(([name, sources]) => `${name} ${sources.join(' ')}`)
        .join(';'),
    ],
    ['cross-origin-opener-policy', 'same-origin'],
    ['origin-agent-cluster', '?1'],
    [
      'permissions-policy',
      'camera=(self), geolocation=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), payment=(self), microphone=(), usb=(), serial=()',
    ],
    ['x-dns-prefetch-control', 'off'],
    ['x-download-options', 'noopen'],
    ['x-frame-options', 'DENY'],
    ['x-permitted-cross-domain-policies', 'none'],
    ['x-xss-protection', '0'],
  ]
  return { page, file }
}

const tilesOrigin = ({ MAP_TILES_URL }: Config): string[] =>
  MAP_TILES_URL ? [new URL(MAP_TILES_URL).origin] : []
