import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { chargeWaitSeconds } from '../../../domain/schedule/visit.ts'
import { addressesOf } from './database-address.ts'

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

const geocoderMessage =
  'GEOCODER_URL must be an address with {address}, such as https://geocoder.example.com/search?format=json&q={address}.'
const tilesMessage =
  'MAP_TILES_URL must be an address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png.'

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal'])
const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/')
  const longest = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= longest))
}
const proxies = (text: string): string[] => text.split(',').map((one) => one.trim())

const databaseUrl = (name: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, `${name} must start with postgres:// or postgresql://.`)
    .refine(
      (text) => addressesOf(text).length > 0,
      `${name} must be an address such as postgres://user:password@host:5432/name.`,
    )
    .refine(
      (text) =>
        addressesOf(text).every(({ searchParams }) =>
          [null, 'read-write', 'primary'].includes(searchParams.get('target_session_attrs')),
        ),
      `${name} may have target_session_attrs=read-write or none: of several hosts, the server uses the one that takes writes.`,
    )
    .optional()

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
  HOST: z.string().optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: publicUrlMessage })
    .refine(isOrigin, publicUrlMessage)
    .optional(),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL'),
  DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL'),
  INSTALLATION_SECRET: z
    .string()
    .regex(
      /^[\w-]{43}$/,
      'INSTALLATION_SECRET must be 32 random bytes as base64url, 43 characters.',
    )
    .optional(),
  DATA_DIR: z.string().default('data'),
  BACKUP_DIR: z.string().optional(),
  SEED: z
    .enum(['world', 'small', 'none'], { error: 'SEED must be world, small or none.' })
    .optional(),
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
    .email('SUPPORT_EMAIL must be an email address.')
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
  MAP_TILES_URL: z
    .url({ protocol: /^https?$/, error: tilesMessage })
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), tilesMessage)
    .optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/, error: geocoderMessage })
    .refine((url) => url.includes('{address}'), geocoderMessage)
    .optional(),
  PLATFORM_BILLING: flag.default(true),
  ALLOW_SANDBOX: flag.default(false),
  // A hop count or "everyone" would let callers choose their own address.
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => proxies(text).every((one) => proxyNames.has(one) || isNetwork(one)),
      'TRUST_PROXY takes the addresses of your proxies, separated by commas, such as 10.0.0.0/8 or loopback, linklocal or uniquelocal.',
    )
    .transform(proxies)
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'METRICS_TOKEN must have at least 16 characters.').optional(),
  RATE_LIMITS: flag.default(true),
  CREW_UNDO_SECONDS: z.coerce
    .number<string>('CREW_UNDO_SECONDS must be a number of seconds.')
    .int('CREW_UNDO_SECONDS must be a whole number.')
    .min(0, 'CREW_UNDO_SECONDS must not be negative.')
    .max(3600, 'CREW_UNDO_SECONDS must be at most 3600.')
    .default(chargeWaitSeconds),
  LIVE_ACCESS_TOKEN: flag.default(true),
  SECURITY_LOG: flag.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'LOG_LEVEL must be fatal, error, warn, info, debug or silent.',
    })
    .default('warn'),
})

type Values = z.infer<typeof Environment>
export type Config = Omit<Values, 'PUBLIC_URL' | 'HOST' | 'BACKUP_DIR'> & {
  PUBLIC_URL: string
  HOST: string
  /** Where the nightly backups go; null if none are made. */
  BACKUP_DIR: string | null
  /** Real money, real mail or visitors from outside: no demo world, printed passwords or outbox. */
  production: boolean
  /** For trying things out: only this machine can reach it, so the outbox may be open to read. */
  is_private: boolean
}

const localNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])
const isLocal = (address: string): boolean =>
  !URL.canParse(address) || localNames.has(new URL(address).hostname)

/** Whatever NODE_ENV says, these mean that the process faces real people. */
const isProduction = (values: Values): boolean =>
  values.NODE_ENV === 'production' ||
  isLiveKey(values.STRIPE_SECRET_KEY) ||
  (values.SMTP_URL !== undefined && !isLocal(values.SMTP_URL)) ||
  (values.PUBLIC_URL?.startsWith('https:') === true && !isLocal(values.PUBLIC_URL))
const isLiveKey = (key: string | undefined): boolean => key?.includes('_live_') === true

/** Beside an embedded database, but PostgreSQL may have backups of its own. */
function backupFolder({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Values): string | null {
  if (BACKUP_DIR) return BACKUP_DIR === 'off' ? null : BACKUP_DIR
  return DATABASE_URL || DATA_DIR === 'memory://' ? null : join(DATA_DIR, 'backups')
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
  const production = isProduction(values)
  const missing: string[] = []
  if (production && !values.ALLOW_SANDBOX) {
    if (!values.STRIPE_SECRET_KEY)
      missing.push('STRIPE_SECRET_KEY (payments would run on the sandbox)')
    if (!values.SMTP_URL) missing.push('SMTP_URL (email would stay in the outbox)')
    if (!values.PUBLIC_URL)
      missing.push('PUBLIC_URL (links in messages would point to this machine)')
  }
  if (missing.length)
    throw new ConfigFault(
      `Production needs ${missing.join(', ')}. Set ALLOW_SANDBOX=1 to run a demonstration without real money or mail.`,
    )
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    throw new ConfigFault(
      'DATABASE_OWNER_URL needs DATABASE_URL beside it: the login that the server uses.',
    )
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new ConfigFault('DATABASE_DIRECT_URL needs DATABASE_URL beside it: the pooler.')
  if (values.MAP_TILES_URL && !values.MAP_ATTRIBUTION)
    throw new ConfigFault(
      'MAP_ATTRIBUTION is required with MAP_TILES_URL: it is the source that the map names.',
    )
  if (Boolean(values.VAPID_PUBLIC_KEY) !== Boolean(values.VAPID_PRIVATE_KEY))
    throw new ConfigFault(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none.',
    )
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_PUBLISHABLE_KEY)
    throw new ConfigFault('STRIPE_PUBLISHABLE_KEY is required with STRIPE_SECRET_KEY.')
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_CONNECT_WEBHOOK_SECRET)
    throw new ConfigFault('STRIPE_CONNECT_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.')
  if (production && values.SEED && values.SEED !== 'none')
    throw new ConfigFault(
      `SEED=${values.SEED} is refused in production: the demo world has known passwords.`,
    )
  if (isLiveKey(values.STRIPE_SECRET_KEY) && !values.DATABASE_URL)
    throw new ConfigFault(
      'Live payments need PostgreSQL: set DATABASE_URL. The embedded database does not force every commit to disk.',
    )
  const host = values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  const is_private = !production && localNames.has(host)
  if (!production && !is_private && values.SEED !== 'none')
    throw new ConfigFault(
      'The demo world has known passwords and an open outbox, so only this machine may reach it: leave HOST unset. To serve others, set SEED=none, or NODE_ENV=production.',
    )
  return {
    ...values,
    SECURITY_LOG: values.SECURITY_LOG ?? production,
    HOST: host,
    BACKUP_DIR: backupFolder(values),
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    production,
    is_private,
  }
}
