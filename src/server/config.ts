import { z } from 'zod'

/** An invalid environment variable; the message is one clear sentence. */
export class ConfigFault extends Error {}

const flag = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: 'use on or off.' })
  .transform((text) => text === '1' || text === 'true' || text === 'on')

const publicUrlMessage = 'PUBLIC_URL must be an address such as https://app.example.com.'
/**
 * The pages, the identity provider and webhooks are served from the root of their host, so a path,
 * query or password is an error.
 */
const isOrigin = (address: string): boolean =>
  !URL.canParse(address) || new URL(address).href === `${new URL(address).origin}/`

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], {
      error: 'NODE_ENV must be development, production or test.',
    })
    .default('development'),
  PORT: z.coerce
    .number<string>('PORT must be a number from 0 to 65535.')
    .int('PORT must be a whole number.')
    .min(0, 'PORT must be a number from 0 to 65535.')
    .max(65_535, 'PORT must be a number from 0 to 65535.')
    .default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: publicUrlMessage })
    .refine(isOrigin, publicUrlMessage)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://.')
    .optional(),
  DATA_DIR: z.string().default('data'),
  SEED: z.enum(['world', 'none'], { error: 'SEED must be world or none.' }).optional(),
  ROLE: z
    .enum(['web', 'worker', 'all'], { error: 'ROLE must be web, worker or all.' })
    .default('all'),
  OIDC_ISSUER: z
    .url({ error: 'OIDC_ISSUER must be the address of an OpenID Connect provider.' })
    .optional(),
  OIDC_CLIENT_ID: z.string().default('spa'),
  OIDC_AUDIENCE: z.string().default('https://api.fieldhive.example'),
  OIDC_PROVIDER_NAME: z.string().default('Auth0'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(test|live)_/,
      'STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_.',
    )
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'STRIPE_PUBLISHABLE_KEY must start with pk_test_ or pk_live_.')
    .optional(),
  STRIPE_API_BASE: z
    .url({
      protocol: /^https?$/,
      error: 'STRIPE_API_BASE must be an address such as http://127.0.0.1:4242.',
    })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_THIN_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PLATFORM_PRICE: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://.')
    .optional(),
  MAIL_FROM: z.string().default('Fieldhive <hello@fieldhive.example>'),
  SUPPORT_EMAIL: z
    .email('SUPPORT_EMAIL must be an e-mail address.')
    .default('support@fieldhive.example'),
  MAIL_INBOUND_DOMAIN: z.string().optional(),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .min(16, 'MAIL_WEBHOOK_SECRET must have at least 16 characters.')
    .optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  PLATFORM_BILLING: flag.default(true),
  ALLOW_SANDBOX: flag.default(false),
  TRUST_PROXY: flag.default(false),
  RATE_LIMITS: flag.default(true),
  LIVE_ACCESS_TOKEN: flag.default(true),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'LOG_LEVEL must be fatal, error, warn, info, debug or silent.',
    })
    .default('warn'),
})

export type Config = Omit<z.infer<typeof Environment>, 'PUBLIC_URL'> & {
  PUBLIC_URL: string
  production: boolean
}

/** Reads and checks the environment; throws ConfigFault with every problem. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // `PORT=` in an env file means unset.
  const parsed = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())),
  )
  if (!parsed.success) {
    throw new ConfigFault(
      parsed.error.issues
        .map((issue) =>
          issue.message.includes(String(issue.path[0]))
            ? issue.message
            : `${issue.path.join('.')}: ${issue.message}`,
        )
        .join('\n'),
    )
  }
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  const missing: string[] = []
  if (production && !values.ALLOW_SANDBOX) {
    if (!values.STRIPE_SECRET_KEY)
      missing.push('STRIPE_SECRET_KEY (payments would run on the sandbox)')
    if (!values.SMTP_URL) missing.push('SMTP_URL (e-mail would stay in the outbox)')
    if (!values.PUBLIC_URL)
      missing.push('PUBLIC_URL (links in messages would point to this machine)')
  }
  if (missing.length)
    throw new ConfigFault(
      `Production needs ${missing.join(', ')}. Set ALLOW_SANDBOX=1 to run a demonstration without real money or mail.`,
    )
  if (values.DATABASE_URL && !URL.canParse(values.DATABASE_URL))
    throw new ConfigFault(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
    )
  if (Boolean(values.VAPID_PUBLIC_KEY) !== Boolean(values.VAPID_PRIVATE_KEY))
    throw new ConfigFault(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none.',
    )
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_PUBLISHABLE_KEY)
    throw new ConfigFault('STRIPE_PUBLISHABLE_KEY is required with STRIPE_SECRET_KEY.')
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_CONNECT_WEBHOOK_SECRET)
    throw new ConfigFault('STRIPE_CONNECT_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.')
  if (production && values.SEED === 'world')
    throw new ConfigFault(
      'SEED=world is refused in production: the demo world has known passwords.',
    )
  return {
    ...values,
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    production,
  }
}
