// Connects Node's HTTP to the engine.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { control } from './control.ts'
import type { Engine } from './engine.ts'
import { errorAnswer } from './engine.ts'
import { ApiError } from './errors.ts'
import { decodeForm, decodeJson } from './wire.ts'
import type { Fields } from './wire.ts'

const maximumBodyBytes = 1024 * 1024

/** The API itself, and `/_sandbox` with the secret key. */
export async function serveApi(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  isBrowserSide: boolean,
): Promise<void> {
  let body: string
  try {
    body = await readBody(request)
  } catch (error) {
    return send(response, errorAnswer(error), { connection: 'close' })
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[0] : value,
    ]),
  )
  const query = url.search.slice(1)
  if (url.pathname.startsWith('/_sandbox/') && !isBrowserSide) {
    return send(
      response,
      await controlled(engine, request.method ?? 'GET', url.pathname, body, headers),
    )
  }
  const asked = { method: request.method ?? 'GET', path: url.pathname, query }
  const answer = await engine.answer({ ...asked, body, headers, isBrowserSide })
  const isBrowser = isBrowserSide || headers.authorization !== `Bearer ${engine.secretKey}`
  engine.watch({ kind: 'call', ...asked, sent: body, ...answer, isBrowser })
  if (answer.isDropped) {
    request.socket.destroy()
    return
  }
  send(response, answer, answer.headers)
}

async function controlled(
  engine: Engine,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string | undefined>,
) {
  try {
    if (headers.authorization !== `Bearer ${engine.secretKey}`)
      throw new ApiError(401, { message: 'The sandbox is controlled with its secret key.' })
    const given = headers['content-type']?.includes('form') ? decodeForm(body) : decodeJson(body)
    return { status: 200, body: JSON.stringify(await control(engine, method, path, given)) }
  } catch (error) {
    return errorAnswer(error)
  }
}

/** Clients may send any URL; an invalid one counts as the root. */
export function urlOf(request: IncomingMessage): URL {
  const text = `http://sandbox${request.url ?? '/'}`
  return new URL(URL.canParse(text) ? text : 'http://sandbox/')
}

export function send(
  response: ServerResponse,
  answer: { status: number; body: string },
  headers: Record<string, string> = {},
): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'content-length': Buffer.byteLength(answer.body),
    ...headers,
  })
  response.end(answer.body)
}

export async function readBody(request: IncomingMessage): Promise<string> {
  if (request.readableEnded)
    throw new ApiError(500, {
      type: 'api_error',
      message: 'The request body was read before the payment sandbox got it.',
    })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maximumBodyBytes)
      throw new ApiError(413, { message: 'The request body is larger than 1 MB.' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const readForm = async (request: IncomingMessage): Promise<Fields> =>
  decodeForm(await readBody(request))
