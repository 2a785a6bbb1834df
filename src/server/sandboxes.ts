import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from './base/call.ts'
import type { Config } from './base/kit/config.ts'
import { lockFolder } from './base/db/lock.ts'
import type { OutboxPages } from './messages/outbox-pages.ts'

export const sandboxPath = '/sandbox/payments'

/**
 * Replaces the outside world where no account is configured; passed in by main.ts, the only file
 * that imports the sandboxes.
 */
export type Sandboxes = {
  startPayments(options: {
    dir: string | null
    basePath: string
    webhooks: null
    log: (line: string) => void
  }): Promise<PaymentSandboxHandle>
  outbox: () => Promise<OutboxPages>
}

export type PaymentSandboxHandle = {
  host: string
  port: number
  secretKey: string
  publishableKey: string
  panelPath: string
  dashboardPath: (account: string) => string
  setWebhooks(
    webhooks: { url: string; secret: string; kind: 'platform' | 'connect' | 'thin' }[],
  ): void
  handleBrowser(req: IncomingMessage, res: ServerResponse): void
  advance(): Promise<void>
  close(): Promise<void>
}

/** Starts the payment sandbox unless an account is configured; adds its shutdown to `closers`. */
export async function startPaymentSandbox(
  config: Config,
  { startPayments }: Sandboxes,
  log: App['log'],
  closers: (() => unknown)[],
): Promise<PaymentSandboxHandle | null> {
  if (config.STRIPE_SECRET_KEY) return null
  const dir = config.DATA_DIR === 'memory://' ? null : join(config.DATA_DIR, 'payments')
  if (dir && config.DATABASE_URL) closers.push(lockFolder(dir))
  const sandbox = await startPayments({
    dir,
    basePath: sandboxPath,
    webhooks: null,
    log: (line) => log.info({ line }, 'payment sandbox'),
  })
  closers.push(() => sandbox.close())
  return sandbox
}
