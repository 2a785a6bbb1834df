import { describe, expect, it } from 'vitest'
import { messageKinds } from '../src/domain/messages/message-kinds.ts'
import { productFiles, read } from './source.ts'

/** Kinds that code picks from a table of its own. */
const picked = /\b(?:moved|cancelled|restored|held|kept|stop|start|help): '(\w+)'/g

describe('every kind of message', () => {
  const sources = productFiles
    .filter((file) => file.startsWith('src/server/') && !file.endsWith('letters.ts'))
    .map(read)
  const sent = new Set(
    sources.flatMap((text) => [
      ...[...text.matchAll(/\b(?:kind|template): '(\w+)'/g)].map(([, kind]) => kind),
      ...[...text.matchAll(picked)].map(([, kind]) => kind),
    ]),
  )

  it('is sent by code of the server', () => {
    expect(Object.keys(messageKinds).filter((kind) => !sent.has(kind))).toEqual([])
  })
})
