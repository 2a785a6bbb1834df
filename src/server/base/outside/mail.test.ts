import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Undeliverable } from './faults.ts'
import { createMail, type Envelope, type Mail } from './mail.ts'

let lines: string[] = []
let server: Server
let mail: Mail

/** A minimal mail server: refuses `gone@` permanently and `later@` temporarily. */
beforeAll(async () => {
  server = createServer((client) => {
    let reading = false
    client.write('220 ready\r\n')
    client.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line)
        if (reading) {
          if (line !== '.') continue
          reading = false
          client.write('250 kept\r\n')
        } else if (line.startsWith('DATA')) {
          reading = true
          client.write('354 go on\r\n')
        } else
          client.write(
            line.includes('gone@')
              ? '550 no such user\r\n'
              : line.includes('later@')
                ? '451 later\r\n'
                : '250 fine\r\n',
          )
      }
    })
    client.on('error', () => {})
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  mail = createMail({
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: 'Fieldhive <hello@fieldhive.example>',
  })
})
afterAll(() => {
  mail.close()
  server.close()
})

const letter = (over: Partial<Envelope> = {}): Envelope => ({
  id: 'm1',
  to: 'ana@example.com',
  subject: 'Hello',
  text: 'Text part',
  html: '<p>HTML part</p>',
  ...over,
})

describe('mail over SMTP', () => {
  it('has both parts, the business as sender, its reply-to address, and our id', async () => {
    lines = []
    expect(
      await mail.send(letter({ from_name: 'Green Valley', reply_to: 'office@green.example' })),
    ).toBe('<m1@fieldhive.example>')
    const whole = lines.join('\n')
    expect(whole).toContain('From: Green Valley via Fieldhive <hello@fieldhive.example>')
    expect(whole).toContain('Reply-To: Green Valley <office@green.example>')
    expect(whole).toContain('Message-ID: <m1@fieldhive.example>')
    expect(whole).toContain('Text part')
    expect(whole).toContain('<p>HTML part</p>')
  })

  it('prevents header and recipient injection', async () => {
    lines = []
    await mail.send(
      letter({
        subject: 'Hi\r\nBcc: evil@x.example',
        from_name: 'A\r\nBcc: evil@x.example',
        reply_to: 'a@b.example\r\nBcc: evil@x.example',
      }),
    )
    expect(lines.filter((line) => /^(?:bcc|cc):|^rcpt to:.*evil/i.test(line))).toEqual([])
  })

  it('distinguishes permanent and temporary refusals', async () => {
    await expect(mail.send(letter({ to: 'gone@example.com' }))).rejects.toThrow(Undeliverable)
    await expect(mail.send(letter({ to: 'later@example.com' }))).rejects.not.toThrow(Undeliverable)
  })

  it('keeps everything in the outbox without a configured server', async () => {
    expect(await createMail({ smtpUrl: null, from: 'a@b.example' }).send(letter())).toBe('outbox')
  })
})
