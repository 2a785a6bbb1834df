import { describe, expect, it } from 'vitest'
import { ConfigFault, readConfig } from './config.ts'

type Env = Record<string, string>

describe('an invalid environment', () => {
  it.each<[Env, string]>([
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535.'],
    [
      { PUBLIC_URL: 'example.com' },
      'PUBLIC_URL must be an address such as https://app.example.com.',
    ],
    [
      { PUBLIC_URL: 'https://example.com/app?x=1' },
      'PUBLIC_URL must be an address such as https://app.example.com.',
    ],
    [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS: use on or off.'],
    [{ SEED: 'everything' }, 'SEED must be world, small or none.'],
    [{ ROLE: 'king' }, 'ROLE must be web, worker or all.'],
    [
      { DATABASE_URL: 'mysql://localhost/x' },
      'DATABASE_URL must start with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_URL: 'postgres://u:p@:x:y/z' },
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
    ],
    [
      { DATABASE_URL: 'postgres://u:p@one,two:y/z' },
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
    ],
    [
      { DATABASE_URL: 'postgres://u:p@one,two/z?target_session_attrs=any' },
      'DATABASE_URL may have target_session_attrs=read-write or none: of several hosts, the server uses the one that takes writes.',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://u:p@one/z' },
      'DATABASE_DIRECT_URL needs DATABASE_URL beside it: the pooler.',
    ],
    [
      { DATABASE_OWNER_URL: 'postgres://owner@host/z' },
      'DATABASE_OWNER_URL needs DATABASE_URL beside it: the login that the server uses.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_x' },
      'STRIPE_PUBLISHABLE_KEY is required with STRIPE_SECRET_KEY.',
    ],
    [
      { NODE_ENV: 'production' },
      'Production needs STRIPE_SECRET_KEY (payments would run on the sandbox), SMTP_URL (email would stay in the outbox), PUBLIC_URL (links in messages would point to this machine). Set ALLOW_SANDBOX=1 to run a demonstration without real money or mail.',
    ],
    ...['1', 'on', 'true', '10.0.0.0/33', 'proxy.example'].map((text): [Env, string] => [
      { TRUST_PROXY: text },
      'TRUST_PROXY takes the addresses of your proxies, separated by commas, such as 10.0.0.0/8 or loopback, linklocal or uniquelocal.',
    ]),
    [
      { HOST: '0.0.0.0' },
      'The demo world has known passwords and an open outbox, so only this machine may reach it: leave HOST unset. To serve others, set SEED=none, or NODE_ENV=production.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com' },
      'Production needs STRIPE_SECRET_KEY (payments would run on the sandbox), PUBLIC_URL (links in messages would point to this machine). Set ALLOW_SANDBOX=1 to run a demonstration without real money or mail.',
    ],
    [
      { PUBLIC_URL: 'https://app.example.com', NODE_ENV: 'development' },
      'Production needs STRIPE_SECRET_KEY (payments would run on the sandbox), SMTP_URL (email would stay in the outbox). Set ALLOW_SANDBOX=1 to run a demonstration without real money or mail.',
    ],
    [
      {
        STRIPE_SECRET_KEY: 'sk_live_x',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
        STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_x',
        SMTP_URL: 'smtp://mail.example.com',
        PUBLIC_URL: 'https://app.example.com',
      },
      'Live payments need PostgreSQL: set DATABASE_URL. The embedded database does not force every commit to disk.',
    ],
    [
      { NODE_ENV: 'production', ALLOW_SANDBOX: '1', SEED: 'world' },
      'SEED=world is refused in production: the demo world has known passwords.',
    ],
  ])('is refused with one sentence: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new ConfigFault(sentence))
  })
})

describe('the stage a process runs in', () => {
  it.each<[string, Env, { production: boolean; is_private: boolean; HOST: string }]>([
    ['on its own', {}, { production: false, is_private: true, HOST: '127.0.0.1' }],
    [
      'in production',
      { NODE_ENV: 'production', ALLOW_SANDBOX: '1' },
      { production: true, is_private: false, HOST: '0.0.0.0' },
    ],
    [
      'with a mail server on this machine',
      { SMTP_URL: 'smtp://127.0.0.1:1025' },
      { production: false, is_private: true, HOST: '127.0.0.1' },
    ],
    [
      'for a network, without the demo world',
      { HOST: '0.0.0.0', SEED: 'none' },
      { production: false, is_private: false, HOST: '0.0.0.0' },
    ],
  ])('%s', (_what, env, stage) => {
    expect(readConfig(env)).toMatchObject(stage)
  })
})
