import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Role } from '../../../domain/base/roles.ts'
import { asOwner } from '../db/door.ts'
import type { Store } from '../db/store.ts'

type Frame = { id: number | null; event: string | null; data: Record<string, unknown> | null }

/** A client's stream: its frames, its last event id, and whether the server ended it. */
export class Listening {
  frames: Frame[] = []
  last: number | null = null
  ended = false
  status = 0
  headers: IncomingMessage['headers'] = {}
  #request: ClientRequest
  constructor(url: string, headers: Record<string, string> = {}) {
    this.#request = get(url, { headers, agent: false }, (response) => {
      this.status = response.statusCode ?? 0
      this.headers = response.headers
      let rest = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
      })
      response.on('close', () => (this.ended = true)).on('error', () => {})
    }).on('error', () => (this.ended = true))
  }
  #take(block: string): void {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    const id = field('id')
    if (id !== undefined) this.last = Number(id)
    const data = field('data')
    const event = field('event')
    if (event)
      this.frames.push({
        id: id === undefined ? null : Number(id),
        event,
        data: data ? (JSON.parse(data) as Record<string, unknown>) : null,
      })
  }
  get events(): (string | null)[] {
    return this.frames.map((frame) => frame.event)
  }
  cut(): void {
    this.#request.destroy()
  }
}

/** A person with a role in an organization. */
export async function addMember(
  store: Store,
  org: string,
  role: Role,
  more: { team_id?: string; customer_id?: string } = {},
): Promise<string> {
  return asOwner(store, async (tx) => {
    const { id } = await tx
      .insertInto('people')
      .values({ email: `${crypto.randomUUID()}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('memberships')
      .values({ organization_id: org, person_id: id, role, ...more })
      .execute()
    return id
  })
}
