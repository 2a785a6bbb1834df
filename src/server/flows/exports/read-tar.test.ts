import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unpack } from './read-tar.ts'
import { createTar } from './tar.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhive-read-'))
  file = join(folder, 'copy')
})
afterEach(() => rmSync(folder, { recursive: true }))

const long = 'a line of a table\n'.repeat(20_000)

/** A copy of a business with two files for programs. */
async function archive(): Promise<Buffer> {
  const tar = await createTar(new Date('2027-06-09T14:00:00Z'))
  for (const [name, text] of [
    ['README.txt', 'for people'],
    ['json/teams.jsonl', long],
    ['files/../../escaped.jpg', 'a picture'],
    ['manifest.json', '{}'],
  ] as const)
    await tar.add(name, once(text))
  const { stream } = await tar.read()
  const bytes = Buffer.concat(await stream.toArray())
  await tar.close()
  return gzipSync(bytes)
}

async function* once(text: string) {
  yield text
}

const read = (bytes: Buffer): Promise<string[]> => {
  writeFileSync(file, bytes)
  return unpack(file, folder)
}

/** The same archive with its records changed. */
const changed = (bytes: Buffer, change: (tar: Buffer) => Buffer | void): Buffer => {
  const tar = gunzipSync(bytes)
  return gzipSync(change(tar) ?? tar)
}

describe('an archive', () => {
  it('is read back as it was written, without what is for people', async () => {
    expect(await read(await archive())).toEqual(['json/teams.jsonl', 'manifest.json'])
    expect(readFileSync(join(folder, 'teams.jsonl'), 'utf8')).toBe(long)
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe('{}')
    expect(readdirSync(folder).toSorted()).toEqual(['copy', 'manifest.json', 'teams.jsonl'])
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['is something else', () => Buffer.from('a letter')],
    ['is something else, compressed', () => gzipSync('a letter'.repeat(1000))],
    ['ends early', (bytes) => bytes.subarray(0, -500)],
    ['ends within a file', (bytes) => changed(bytes, (tar) => tar.subarray(0, 5000))],
    ['ends within a header', (bytes) => changed(bytes, (tar) => tar.subarray(0, 1324))],
    ['has a damaged header', (bytes) => changed(bytes, (tar) => void tar.write('9', 1024 + 130))],
    ['has a damaged byte', (bytes) => (bytes.writeUInt8(bytes.readUInt8(200) ^ 255, 200), bytes)],
  ])('is refused if it %s', async (_what, damage) => {
    await expect(read(damage(await archive()))).rejects.toThrow(
      'This file is not a whole copy made by Fieldhive.',
    )
  })

  it('says so if the file is not there', async () => {
    await expect(unpack(join(folder, 'none'), folder)).rejects.toThrow('ENOENT')
  })
})
