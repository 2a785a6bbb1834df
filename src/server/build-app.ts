import type { App } from './base/call.ts'
import type { Config } from './base/kit/config.ts'
import type { Store } from './base/db/store.ts'
import { sealWith } from './base/gate-seal.ts'
import { CachedActors } from './people/identity/actors.ts'
import { createIdentityProvider } from './people/identity/provider.ts'
import { installationSecret } from './base/security/secret.ts'
import { createTokenCheck } from './people/identity/tokens.ts'
import { createJobs } from './base/jobs/jobs.ts'
import { createLive } from './base/live/streams.ts'
import { setHome } from './messages/links.ts'
import { sendAccountMail } from './messages/account-mail.ts'
import { notifyDevice } from './messages/notify-device.ts'
import { createMail } from './base/outside/mail.ts'
import { createGeocoder } from './base/outside/geocoder.ts'
import { createSms } from './base/outside/sms.ts'
import { createPushSender } from './messages/push/sender.ts'
import { createPayments, type Payments } from './base/outside/payments.ts'
import { createSecurityLog } from './base/security/log.ts'
import { sandboxPath, type PaymentSandboxHandle } from './sandboxes.ts'
import type { IdentityProvider } from './people/identity/service.ts'

type Parts = {
  config: Config
  store: Store
  sandbox: PaymentSandboxHandle | null
  log: App['log']
}

/** Builds everything calls and jobs need in this process; starts nothing. */
export async function buildApp({ config, store, sandbox, log }: Parts): Promise<App> {
  const secret = await installationSecret(store, config)
  sealWith(store, secret)
  const security = createSecurityLog({
    store,
    secret,
    line: config.SECURITY_LOG ? (text) => void process.stdout.write(`${text}\n`) : null,
    log,
  })
  const identity = config.OIDC_ISSUER
    ? null
    : await buildIdentity({ config, store, secret, log, security })
  setHome({
    public_url: config.PUBLIC_URL,
    inbound_domain: config.MAIL_INBOUND_DOMAIN ?? null,
    secret,
  })
  return {
    config,
    store,
    secret,
    jobs: createJobs({ store, runs: config.ROLE !== 'web', log }),
    live: createLive({ store, log }),
    payments: buildPayments(config, sandbox),
    mail: createMail({ smtpUrl: config.SMTP_URL ?? null, from: config.MAIL_FROM }),
    sms: createSms({
      accountSid: config.TWILIO_ACCOUNT_SID ?? null,
      authToken: config.TWILIO_AUTH_TOKEN ?? null,
      from: config.TWILIO_FROM ?? null,
      apiBase: config.TWILIO_API_BASE ?? null,
      statusUrl: (id) => `${config.PUBLIC_URL}/api/webhooks/sms/status?message=${id}`,
    }),
    push: createPushSender(store, secret, config),
    geocoder: createGeocoder(config.GEOCODER_URL),
    actors: new CachedActors({
      store,
      embeddedIssuer: config.OIDC_ISSUER ? null : `${config.PUBLIC_URL}/idp`,
      adminsNeedFactor: !config.is_private,
    }),
    checkToken: await createTokenCheck(
      identity
        ? { issuer: identity.issuer, audience: config.OIDC_AUDIENCE, keys: identity.publicKeys }
        : { discovery: config.OIDC_ISSUER!, audience: config.OIDC_AUDIENCE },
    ),
    identity,
    security,
    log,
  }
}

const buildIdentity = ({
  config,
  store,
  secret,
  log,
  security,
}: Omit<Parts, 'sandbox'> & Pick<App, 'secret' | 'security'>): Promise<IdentityProvider> =>
  createIdentityProvider({
    store,
    secret,
    publicUrl: config.PUBLIC_URL,
    audience: config.OIDC_AUDIENCE,
    production: config.production,
    limited: config.RATE_LIMITS,
    ...(config.is_private ? { outbox: '/sandbox/outbox' } : {}),
    log,
    security,
    sendMail: (mail) => sendAccountMail(store, mail),
    deviceSetUp: (device) => notifyDevice({ store, config }, device),
  })

function buildPayments(config: Config, sandbox: PaymentSandboxHandle | null): Payments {
  const base = providerBase(config)
  const scriptOrigin = sandbox ? '' : base && base.origin
  return createPayments({
    secretKey: config.STRIPE_SECRET_KEY ?? sandbox!.secretKey,
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? sandbox?.publishableKey ?? null,
    ...(sandbox ? { host: sandbox.host, port: sandbox.port, protocol: 'http' as const } : {}),
    ...(base ? addressOf(base) : {}),
    ...(sandbox ? { dashboardUrl: sandbox.dashboardPath } : {}),
    scriptUrl: scriptOrigin === null ? null : `${scriptOrigin}${sandboxPath}/stripe.js`,
    webhookSecrets: webhookSecrets(config, sandbox),
  })
}

/** The payment provider's address, if not the default. */
export const providerBase = ({ STRIPE_API_BASE }: Config): URL | null =>
  STRIPE_API_BASE ? new URL(STRIPE_API_BASE) : null

const addressOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
  protocol: protocol.slice(0, -1) as 'http' | 'https',
})

/** Signing secrets of the provider's webhooks, by kind. */
export const webhookSecrets = (config: Config, sandbox: PaymentSandboxHandle | null) => ({
  platform: config.STRIPE_WEBHOOK_SECRET ?? (sandbox ? 'whsec_sandbox_platform' : ''),
  connect: config.STRIPE_CONNECT_WEBHOOK_SECRET ?? (sandbox ? 'whsec_sandbox_connect' : ''),
  thin: config.STRIPE_THIN_WEBHOOK_SECRET ?? (sandbox ? 'whsec_sandbox_thin' : ''),
})
