import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { pause } from './process.ts'

export const slowly = (): Promise<void> => pause(Math.random() * 40)

/** A minimal mail server that takes its time before and after it accepts a letter, with the Message-IDs in the order it accepted them. */
export function slowMail(): { server: Server; mails: string[] } {
  const mails: string[] = []
  const server = createServer((client) => void converse(client, mails).catch(() => {}))
  return { server, mails }
}

async function converse(client: Socket, mails: string[]): Promise<void> {
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
      await slowly()
      mails.push(/^Message-ID: (\S+)/im.exec(letter)?.[1] ?? 'none')
      letter = null
      await slowly()
      client.write('250 kept\r\n')
    }
  }
}
