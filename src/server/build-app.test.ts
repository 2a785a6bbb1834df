import { expect, it } from 'vitest'
import { webhookSecrets } from './build-app.ts'

type Config = Parameters<typeof webhookSecrets>[0]
type Sandbox = Parameters<typeof webhookSecrets>[1]

const sandbox = {} as Sandbox
const given = {
  STRIPE_WEBHOOK_SECRET: 'one',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'two',
  STRIPE_THIN_WEBHOOK_SECRET: 'three',
} as Config
const none = {} as Config

it.each([
  ['the configured ones', given, null, ['one', 'two', 'three']],
  ['the configured ones, also beside the sandbox', given, sandbox, ['one', 'two', 'three']],
  [
    'those of the sandbox',
    none,
    sandbox,
    ['platform', 'connect', 'thin'].map((kind) => `whsec_sandbox_${kind}`),
  ],
  // Nothing is signed with an empty secret: whoever knows the sandbox's could send events otherwise.
  ['none', none, null, ['', '', '']],
])('webhooks are checked with %s', (_name, config, handle, secrets) => {
  const { platform, connect, thin } = webhookSecrets(config, handle)
  expect([platform, connect, thin]).toEqual(secrets)
})
