import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** What becomes of a letter that is handed over: null if all goes well. */
type Fate = 'lost' | 'unheard' | 'broken' | 'twice' | null

/** A mail server that keeps what it is given, as it came, unless something else becomes of it. */
export async function openMailServer(fate: () => Fate = () => null): Promise<{
  url: string
  letters: string[]
  close(): void
}> {
  const letters: string[] = []
  const server = createServer((client) => void converse(client, letters, fate).catch(() => {}))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    close: () => server.close(),
  }
}

async function converse(client: Socket, letters: string[], fate: () => Fate): Promise<void> {
  client.on('error', () => {})
  client.write('220 ready\r\n')
  let letter: string | null = null
  for await (const line of createInterface({ input: client })) {
    if (letter === null) {
      if (line.startsWith('DATA')) letter = ''
      client.write(
        line.startsWith('DATA')
          ? '354 go on\r\n'
          : line === 'QUIT'
            ? '221 bye\r\n'
            : '250 fine\r\n',
      )
    } else if (line !== '.') letter += `${line}\n`
    else {
      const becomes = fate()
      const kept = { lost: 0, unheard: 1, broken: 0, twice: 2, fine: 1 }[becomes ?? 'fine']
      letters.push(...Array.from<string>({ length: kept }).fill(letter))
      letter = null
      if (becomes === 'lost' || becomes === 'unheard') client.destroy()
      else client.write(becomes === 'broken' ? '451 try later\r\n' : '250 kept\r\n')
    }
  }
}

/** A header of a letter, unfolded; null without it. */
export const headerOf = (letter: string, name: string): string | null => {
  const head = letter.slice(0, letter.indexOf('\n\n')).replace(/\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? null
}
