import { describe, expect, it } from 'vitest'
import { createHosts } from './hosts.ts'
import { Unavailable } from './store.ts'

const [one, two] = ['postgres://dana@one/name', 'postgres://dana@two/name'] as const
const both = 'postgres://dana@one,two/name'
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
/** Longer than an answer stands. */
const afterwards = () => new Promise((done) => setTimeout(done, 250))

/** Hosts of which `open.writer` takes writes; the others fail with `open.fault`. */
function hostsWith(open: { writer: string | null; fault?: unknown }, url = both) {
  const asked: string[] = []
  const hosts = createHosts(url, async (address) => {
    asked.push(address)
    if (address !== open.writer) throw open.fault ?? refused()
  })
  return { hosts, asked }
}

describe('the host that takes writes', () => {
  it('is not asked for if there is only one', async () => {
    const { hosts, asked } = hostsWith({ writer: null }, one)
    expect(await hosts.writer()).toBe(one)
    hosts.forget()
    expect(await hosts.writer()).toBe(one)
    expect(asked).toEqual([])
  })

  it('is found once for all who ask, and again after a connection failed', async () => {
    const open = { writer: two as string }
    const { hosts, asked } = hostsWith(open)
    expect(await Promise.all([hosts.writer(), hosts.writer()])).toEqual([two, two])
    expect(await hosts.writer()).toBe(two)
    expect(asked).toEqual([one, two])
    await afterwards()
    open.writer = one
    expect(await hosts.writer()).toBe(two)
    hosts.forget()
    expect(await hosts.writer()).toBe(one)
  })

  it('is told to those who follow it when it is another one, and only then', async () => {
    const open = { writer: one as string }
    const { hosts } = hostsWith(open)
    let moves = 0
    hosts.onMove(() => moves++)
    for (const writer of [one, one, two, two]) {
      open.writer = writer
      hosts.forget()
      await hosts.writer()
      await afterwards()
    }
    expect(moves).toBe(1)
  })

  it('is out of reach if no host takes writes, and then all are asked at most five times a second', async () => {
    const { hosts, asked } = hostsWith({ writer: null })
    for (let n = 0; n < 20; n++) await expect(hosts.writer()).rejects.toBeInstanceOf(Unavailable)
    expect(asked).toHaveLength(2)
  })

  it('is not called out of reach if the password is wrong', async () => {
    const fault = Object.assign(new Error('password authentication failed'), { code: '28P01' })
    await expect(hostsWith({ writer: null, fault }).hosts.writer()).rejects.toBe(fault)
  })
})
