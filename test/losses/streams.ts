import { pause } from '../faults/process.ts'
import type { Pair } from '../faults/two-nodes.ts'

/** One live stream of each process, opened again whenever it ends, as a browser does. */
export type Streams = {
  /** The events that one of them should have had and did not. */
  missed(): Promise<string[]>
  close(): void
}

export async function openStreams(pair: Pair): Promise<Streams> {
  const [from] = await pair.rows<{ revision: number }>('select revision from organizations')
  const ended = new AbortController()
  const heard = pair.nodes.map(() => new Set<number>())
  pair.nodes.forEach((_, which) => void follow(pair, which, heard[which]!, ended.signal))
  return {
    async missed() {
      const events = await pair.rows<{ number: number }>(
        'select number from events where number > $1 order by number',
        [from!.revision],
      )
      if (!events.length) throw new Error('There was no event to hear of')
      const missing = (all: Set<number>) => events.filter(({ number }) => !all.has(number))
      for (
        let waited = 0;
        waited < 10_000 && heard.some((all) => missing(all).length);
        waited += 100
      )
        await pause(100)
      return heard.flatMap((all, which) =>
        missing(all).map(({ number }) => `event ${number} at process ${which}`),
      )
    },
    close: () => ended.abort(),
  }
}

async function follow(
  pair: Pair,
  which: number,
  heard: Set<number>,
  signal: AbortSignal,
): Promise<void> {
  for (let last = ''; !signal.aborted; await pause(100)) {
    const { url, token } = pair.nodes[which]!.reply
    try {
      const answer = await fetch(`${url}/api/sse`, {
        headers: { authorization: `Bearer ${token}`, ...(last ? { 'last-event-id': last } : {}) },
        signal,
      })
      let rest = ''
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + part).split('\n')
        rest = lines.pop()!
        for (const line of lines)
          if (line.startsWith('id: ')) heard.add(Number((last = line.slice(4))))
      }
    } catch {
      // The process was busy or the stream ended; the next one resumes after `last`.
    }
  }
}
