import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/server/base/kit/config.ts'
import { contractLine, knownMigrations } from '../src/server/base/db/migrate.ts'
import { bringUp } from '../src/server/base/db/open.ts'
import { openScratch, type Scratch } from './scratch.ts'
import { read } from './source.ts'

/** Migrations up to this one landed before the rule. */
const before = '0485'
/** Breaks the previous version, which runs on until each of its processes is replaced. */
const contracting =
  /\bdrop (?:column|table|function|view)\b|\balter table [^;]*\brename\b|\balter (?:column )?\w+ (?:set data )?type\b|\bset not null\b|\badd column (?:if not exists )?\w+ [^,;]*\bnot null\b(?![^,;]*\bdefault\b)/i

const isRefused = (text: string): boolean =>
  contracting.test(text.replaceAll(/--.*$/gm, '')) && !contractLine.test(text)

describe('a migration', () => {
  it.each([
    ['alter table visits drop column note;', true],
    ['alter table visits\n  add column a int,\n  rename column b to c;', true],
    ['drop table if exists visits;', true],
    ['alter table visits alter column note type int using 1;', true],
    ['alter table visits add column note text not null;', true],
    ['alter table visits alter column note set not null;', true],
    [
      '-- contract, needs 0490_note.sql: nothing reads it.\nalter table visits drop column note;',
      false,
    ],
    ["alter table visits add column note text not null default '';", false],
    ['-- We drop table nothing.\nalter table visits add column note text;', false],
    ['drop trigger t on visits;', false],
  ])('%j is refused: %s', (text, refused) => {
    expect(isRefused(text)).toBe(refused)
  })

  it('leaves what the previous version uses, or says since when nothing does', () => {
    const names = knownMigrations().filter((name) => name >= before)
    expect(names).not.toEqual([])
    const texts = names.map((name) => [name, read(`db/migrations/${name}`)] as const)
    expect(texts.filter(([, text]) => isRefused(text)).map(([name]) => name)).toEqual([])
    for (const [name, text] of texts) {
      const needed = contractLine.exec(text)?.[1]
      if (needed) expect(knownMigrations().filter((one) => one < name)).toContain(needed)
    }
  })
})

describe('a database that a newer version has changed', () => {
  let scratch: Scratch
  const config = readConfig({ NODE_ENV: 'test' })
  const write = async (text: string) => {
    const wire = await scratch.store.acquire()
    await wire.query(text)
    wire.release()
  }
  beforeAll(async () => {
    scratch = await openScratch()
  })
  afterAll(() => scratch?.drop())

  it('serves the version before', async () => {
    await write("insert into migration (name) values ('9999_later.sql')")
    expect(await bringUp(config, scratch.store)).toEqual([])
  })

  it('is refused in one sentence by a version that cannot use it', async () => {
    await write("update migration set needs = '9998_moved.sql' where name = '9999_later.sql'")
    // The scratch database closes itself.
    const kept = { ...scratch.store, close: () => Promise.resolve() }
    await expect(bringUp(config, kept)).rejects.toThrow(
      'A newer version of Fieldhive has changed this database, and this one cannot use it: it lacks 9998_moved.sql. Start the newer version.',
    )
  })
})
