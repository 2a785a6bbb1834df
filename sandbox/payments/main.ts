// The sandbox as its own process: node main.ts --dir DIR --port PORT --webhook kind,url,secret
import { parseArgs } from 'node:util'
import { startPaymentSandbox } from './index.ts'
import type { Webhook } from './deliveries.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    'base-path': { type: 'string' },
    webhook: { type: 'string', multiple: true },
  },
})

const webhooks = (values.webhook ?? []).map((text): Webhook => {
  const [kind, url, secret] = text.split(',')
  if ((kind !== 'platform' && kind !== 'connect' && kind !== 'thin') || !url || !secret) {
    throw new Error(
      `--webhook wants kind,url,secret with kind platform, connect or thin; got ${text}`,
    )
  }
  return { kind, url, secret }
})

const sandbox = await startPaymentSandbox({
  dir: values.dir ?? null,
  ...(values.host ? { host: values.host } : {}),
  port: Number(values.port ?? 0),
  ...(values['base-path'] ? { basePath: values['base-path'] } : {}),
  webhooks,
  hasOwnPages: true,
  log: (line) => process.stderr.write(`${line}\n`),
})

const { host, port, secretKey, publishableKey, panelPath } = sandbox
process.stdout.write(`${JSON.stringify({ host, port, secretKey, publishableKey, panelPath })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
