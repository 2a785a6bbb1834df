// For this folder's tests: an in-memory sandbox, the unmodified official SDK as its client, and a
// webhook endpoint.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPaymentSandbox } from './index.ts'
import type { PaymentSandbox } from './index.ts'
import type { Webhook } from './deliveries.ts'
import type { Exchange } from './watch.ts'

type Address = Pick<PaymentSandbox, 'host' | 'port' | 'secretKey'>

type Watching = { watch: (exchange: Exchange) => void; check: () => void }

/** The tests pass in the SDK and who watches what is sent, so that only tests import them. */
export function harnessFor<Client>(
  Sdk: new (secretKey: string, config: any) => Client,
  startWatching: () => Watching,
) {
  const client = (sandbox: Address, config: Record<string, unknown> = {}): Client =>
    new Sdk(sandbox.secretKey, {
      host: sandbox.host,
      port: sandbox.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      ...config,
    })

  async function startWorld(options: { dir?: string | null; webhooks?: Webhook[] } = {}) {
    const { watch, check } = startWatching()
    const sandbox = await startPaymentSandbox({
      dir: options.dir ?? null,
      webhooks: options.webhooks ?? [],
      watch,
    })
    const account = await connectedAccount(sandbox)
    return {
      sandbox,
      account,
      platform: client(sandbox),
      connected: client(sandbox, { stripeContext: account }),
      close: async () => {
        await sandbox.close()
        check()
      },
    }
  }
  return { client, startWorld }
}

/** Onboarded by default. */
export async function connectedAccount(sandbox: Address, standing = 'complete'): Promise<string> {
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}/v2/core/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      contact_email: 'owner@example.com',
      dashboard: 'full',
      display_name: 'Green Lawn',
      identity: { country: 'us', entity_type: 'company' },
      defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
      configuration: {
        merchant: {
          capabilities: {
            card_payments: { requested: true },
            ach_debit_payments: { requested: true },
          },
        },
      },
    }),
  })
  const { id } = (await answer.json()) as { id: string }
  if (standing !== 'new') await press(sandbox, `onboard/${id}`, { standing })
  return id
}

/** What a field holds that was asked for whole, not by its id. */
export function whole<T extends object>(field: string | T | null | undefined): T {
  if (!field || typeof field === 'string') throw new Error(`Not whole: ${field}`)
  return field
}

/** Parameters that the SDK's types do not know. */
export const unheardOf = (parameters: object): object => parameters

/** Uses one of the sandbox's switches, over HTTP like the tests. */
export async function press(
  sandbox: Address,
  path: string,
  body: Record<string, unknown> = {},
  method = 'POST',
): Promise<any> {
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}/_sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.secretKey}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}

type Refused = {
  type: string
  code: string
  message: string
  statusCode: number
  param?: string
  charge?: string
  requestId?: string
  headers: Record<string, string>
  setup_intent?: { id: string; status: string }
  payment_intent?: { id: string; status: string }
}
export async function refusal(promise: Promise<unknown>): Promise<Refused> {
  try {
    await promise
  } catch (error) {
    return error as Refused
  }
  throw new Error('This should have been refused.')
}

export type Delivery = { signature: string; body: string }

/** An endpoint that records what it receives; returns `statuses` first, then 200. */
export async function startEndpoint(statuses: number[] = []) {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      deliveries.push({ signature: String(request.headers['stripe-signature']), body })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    deliveries,
    types: () => deliveries.map(({ body }) => JSON.parse(body).type as string),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
