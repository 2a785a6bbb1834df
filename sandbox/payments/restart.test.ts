import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import type { ProviderState } from '../../test/faults/provider-state.ts'
import { connectedAccount, harnessFor, press, startEndpoint } from './harness.ts'
import { Store } from './store.ts'

const { client, startWorld } = harnessFor(Stripe, startWatching)

let dir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'payment-sandbox-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

type Running = { host: string; port: number; secretKey: string; child: ChildProcess }

async function startProcess(port = 0, webhook?: string): Promise<Running> {
  const args = [
    join(import.meta.dirname, 'main.ts'),
    '--dir',
    dir,
    '--port',
    String(port),
    ...(webhook ? ['--webhook', webhook] : []),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout }))
    return { ...JSON.parse(line), child }
  throw new Error('The sandbox did not start.')
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

describe('a restart', () => {
  it('keeps objects, keys, pending debits and undelivered webhooks', async () => {
    const endpoint = await startEndpoint(Array(50).fill(500))
    const before = await startWorld({
      dir,
      webhooks: [{ url: endpoint.url, secret: 'whsec_x', kind: 'connect' }],
    })
    const customer = await before.connected.customers.create({ name: 'Ann' })
    const params = {
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      confirm: true,
      payment_method: 'pm_usBankAccount',
      mandate_data: {
        customer_acceptance: {
          type: 'online' as const,
          online: { ip_address: '127.0.0.1', user_agent: 'x' },
        },
      },
    }
    const intent = await before.connected.paymentIntents.create(params, { idempotencyKey: 'once' })
    await before.sandbox.flushWebhooks()
    await before.close()
    await endpoint.close()

    const later = await startEndpoint()
    const after = await startWorld({
      dir,
      webhooks: [{ url: later.url, secret: 'whsec_x', kind: 'connect' }],
    })
    expect(after.sandbox.secretKey).toBe(before.sandbox.secretKey)
    const connected = client(after.sandbox, { stripeContext: before.account })
    expect((await connected.paymentIntents.create(params, { idempotencyKey: 'once' })).id).toBe(
      intent.id,
    )
    await after.sandbox.advance()
    expect((await connected.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect(later.types()).toEqual(
      expect.arrayContaining([
        'customer.created',
        'payment_intent.processing',
        'payment_intent.succeeded',
      ]),
    )
    await after.close()
    await later.close()
  })

  it.runIf(process.platform === 'linux')(
    'takes over a folder whose owner is a zombie process',
    async () => {
      // The shell execs a program that never reaps its child.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(parent)
      const pid = await new Promise<string>((resolve) =>
        parent.stdout.once('data', (text) => resolve(String(text).trim())),
      )
      const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      writeFileSync(join(dir, 'lock'), `${pid} ${fields()[19]}`)
      expect(() => new Store(dir)).toThrow(/in use/)
      // Until then it is a shell, which does reap.
      const parentName = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()
      await expect.poll(parentName).toBe('sleep')
      process.kill(Number(pid), 'SIGKILL')
      await expect.poll(() => fields()[0]).toBe('Z')
      await new Store(dir).close()
    },
  )

  it('drops a torn last line and folders in use', async () => {
    const store = new Store(dir)
    store.commit([['settings', 'a', 1]])
    expect(() => new Store(dir)).toThrow(/in use/)
    await store.durable()
    await store.close()
    appendFileSync(join(dir, 'journal.jsonl'), '[["settings","b",')
    const again = new Store(dir)
    expect(again.get('settings', 'a')).toBe(1)
    expect(again.get('settings', 'b')).toBeUndefined()
    again.commit([['settings', 'c', 3]])
    await again.durable()
    await again.close()
    const third = new Store(dir)
    expect(third.get('settings', 'c')).toBe(3)
    await third.close()
  })

  it('stays small when rows are written again and again', async () => {
    const store = new Store(dir)
    const filler = 'x'.repeat(10_000)
    for (let n = 0; n < 3000; n++) {
      store.commit([['settings', 'row', { n, filler }]])
      if (n % 100 === 0) await store.durable()
    }
    await store.durable()
    await store.close()
    expect(statSync(join(dir, 'journal.jsonl')).size).toBeLessThan(10_000_000)
    const again = new Store(dir)
    expect(again.get('settings', 'row').n).toBe(2999)
    await again.close()
    expect(readFileSync(join(dir, 'journal.jsonl'), 'utf8').length).toBeLessThan(20_000)
  })

  it('makes exactly one charge per key when killed under load', async () => {
    let running = await startProcess()
    const { port } = running
    const account = await connectedAccount(running)
    const keys = Array.from({ length: 30 }, (_, n) => `order-${n}`)
    const answered = new Map<string, string>()

    // Retries every key until it is answered; the process is killed three times in between.
    const tryAll = async () => {
      for (const key of keys) {
        while (!answered.has(key)) {
          const stripe = client({ ...running, port }, { stripeContext: account, timeout: 2000 })
          await stripe.paymentIntents
            .create(
              {
                amount: 5000,
                currency: 'usd',
                confirm: true,
                payment_method: 'pm_card_visa',
                metadata: { key },
              },
              { idempotencyKey: key },
            )
            .then(
              (intent) => answered.set(key, intent.id),
              () => new Promise((resolve) => setTimeout(resolve, 25)),
            )
        }
      }
    }
    const killing = (async () => {
      for (const share of [5, 12, 20]) {
        while (answered.size < share) await new Promise((resolve) => setTimeout(resolve, 1))
        const gone = ended(running.child)
        running.child.kill('SIGKILL')
        await gone
        running = await startProcess(port)
      }
    })()
    await Promise.all([tryAll(), tryAll(), tryAll(), killing])

    const state: ProviderState = await press(running, 'state', {}, 'GET')
    const mine = state.accounts[account]!
    expect(mine.charges).toHaveLength(keys.length)
    expect(new Set(mine.payment_intents.map((intent) => intent.metadata.key)).size).toBe(
      keys.length,
    )
    for (const [key, id] of answered)
      expect(mine.payment_intents.find((intent) => intent.id === id)!.metadata.key).toBe(key)
    expect(mine.balance.pending[0]!.amount).toBe(keys.length * (5000 - 175))
  }, 15_000)
})
