import { describe, expect, it } from 'vitest'
import { filesUnder, read } from './source.ts'
import { deal } from './gate/deal.ts'
import { meetsOthers, runsOf } from './gate/files.ts'
import { check, gate, type Part } from './gate/plan.ts'
import { journeysFor, screens } from './gate/touched.ts'

const commits = ['6622b67d', '20984f3a', 'a206f4d5', '3bbcb208', '540a3829']
/** Every test file in the repository, found without the lists of the runners. */
const onDisk = ['src', 'sandbox', 'test', 'demo', 'scripts'].flatMap(filesUnder)
const tests = onDisk.filter((file) => /\.test\.tsx?$/.test(file)).toSorted()
const journeys = onDisk.filter((file) => file.endsWith('.e2e.ts')).toSorted()
const sweeps = tests.filter((file) => file.startsWith('test/sweeps/'))
const slow = tests.filter((file) => /\.long\.test\.ts$|^test\/faults\//.test(file))

/** The files of all parts with this name and day, one entry per run. */
const filesIn = (parts: Part[], name: string, day?: string): string[] =>
  parts
    .filter((part) => part.name === name && (!day || part.env?.['TEST_TODAY'] === day))
    .flatMap((part) => part.files ?? [])
    .toSorted()
const dated = (title: string) => title.includes('@dates')
const withDates = journeys.filter((file) => runsOf(file, dated) > 0)
const withoutDates = journeys.filter((file) => runsOf(file, (title) => !dated(title)) > 0)

it('journeys that run on every day type no day by its date', () => {
  const anyDay = (title: string) => /@dates|@role/.test(title)
  const fixed = journeys.filter(
    (file) => runsOf(file, anyDay) > 0 && /\.fill\(\s*'20\d\d-\d\d-\d\d/.test(read(file)),
  )
  expect(fixed).toEqual([])
})

describe('the shares of the check', () => {
  it.each([1, 2, 3, 8].flatMap((of) => commits.slice(0, 2).map((commit) => ({ of, commit }))))(
    '$of of $commit run every test exactly once per database and day',
    ({ of, commit }) => {
      const parts = Array.from({ length: of }, (_, at) =>
        check(commit, { index: at + 1, of }),
      ).flat()
      const daysOf = (name: string) => [
        ...new Set(
          parts.filter((part) => part.name === name).map((part) => part.env?.['TEST_TODAY']),
        ),
      ]
      const fast = tests.filter((file) => !slow.includes(file))
      const embedded = 'unit and server tests, embedded'
      expect(filesIn(parts, embedded)).toEqual(fast.filter((file) => !sweeps.includes(file)))
      expect(filesIn(parts, 'sweeps, embedded')).toEqual(sweeps)
      expect(filesIn(parts, 'everything on PostgreSQL')).toEqual(tests)
      expect(filesIn(parts, 'journeys')).toEqual(withoutDates)
      const days = daysOf('journeys with dates')
      expect(days).toHaveLength(2)
      for (const day of days) expect(filesIn(parts, 'journeys with dates', day)).toEqual(withDates)
      expect([...daysOf('sweeps, embedded'), ...daysOf('everything on PostgreSQL')]).toEqual(days)
      expect(daysOf(embedded)).toEqual([expect.stringMatching(`^${days[0]}T`)])
      const once = parts.filter((part) => part.isCheck).map((part) => part.name)
      expect(once).toEqual([
        'lint, format, types',
        'npm ci && npm start in a fresh clone',
        'the image, its start and its hooks',
      ])
    },
  )

  it('weigh about the same', () => {
    const weights = deal(journeys, 3, commits[0]!, runsOf).map((files) =>
      files.reduce((sum, file) => sum + runsOf(file), 0),
    )
    expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(5)
  })

  it('differ from commit to commit', () => {
    const first = commits.map((commit) => deal(tests, 3, commit)[0])
    expect(new Set(first.map(String)).size).toBe(commits.length)
  })
})

it('unit and server tests run in the morning, in the evening or after midnight, as the commit has it', () => {
  const hours = [gate, (commit: string) => check(commit)].map((plan) =>
    Array.from({ length: 20 }, (_, n) => plan(`commit ${n}`, 'npm test'))
      .map((parts) => parts.find(({ name }) => /test.*, embedded$/.test(name))!)
      .map(({ env }) => env!['TEST_TODAY']!.split('T')[1]!),
  )
  expect(new Set(hours[0])).toEqual(new Set(['10:00', '21:00', '00:30']))
  expect(hours[1]).toEqual(hours[0])
})

describe('the gate', () => {
  const parts = gate(commits[0]!, 'npm test')

  it('runs on PostgreSQL every sweep, what works with several connections, the walls, the backup and one kill file', () => {
    const files = filesIn(parts, 'on PostgreSQL: sweeps, and where connections meet')
    expect(files).toEqual(
      expect.arrayContaining([
        'test/backup.long.test.ts',
        'test/faults/server-login.test.ts',
        'test/faults/walls.test.ts',
        ...sweeps,
        'src/server/base/db/door.test.ts',
        'src/server/base/jobs/jobs.test.ts',
        'src/server/base/live/live.test.ts',
        'src/server/money/payments/charge.test.ts',
      ]),
    )
    const kills = files.filter((file) => file.includes('/kill'))
    expect(kills).toHaveLength(1)
    expect(
      files.filter((file) => ![...kills, ...sweeps].includes(file) && !meetsOthers(file)),
    ).toEqual([])
  })

  it('runs a whole third of the journeys, those with dates on the second day', () => {
    const ran = filesIn(parts, 'journeys')
    const ranDated = filesIn(parts, 'journeys by role, and with dates')
    const thirds = deal(journeys, 3, commits[0]!, runsOf).filter(
      (third) =>
        third.filter((file) => withoutDates.includes(file)).every((file) => ran.includes(file)) &&
        third.filter((file) => withDates.includes(file)).every((file) => ranDated.includes(file)),
    )
    expect(thirds).toHaveLength(1)
    expect(ran.length).toBeLessThan(withoutDates.length)
  })

  it('runs every journey by role', () => {
    const byRole = journeys.filter((file) => runsOf(file, (title) => title.includes('@role')) > 0)
    expect(byRole.length).toBeGreaterThan(5)
    expect(filesIn(parts, 'journeys by role, and with dates')).toEqual(
      expect.arrayContaining(byRole),
    )
  })
})

describe('the journeys near a change', () => {
  it('are those that open a screen it belongs to', () => {
    const near = journeysFor(['src/web/office/timesheets/Timesheets.tsx'])
    expect(near).toContain('test/e2e/timesheets.e2e.ts')
    expect(near.length).toBeLessThan(journeys.length / 3)
  })

  it('include a changed journey, first', () => {
    const near = journeysFor([
      'src/web/office/timesheets/Timesheets.tsx',
      'test/e2e/wallets.e2e.ts',
    ])
    expect(near[0]).toBe('test/e2e/wallets.e2e.ts')
  })

  it('leave to the dealt ones what most screens use', () => {
    expect(journeysFor(['src/web/app/client.ts', 'src/web/theme.ts'])).toEqual([])
  })

  it('know every screen with its files', () => {
    const found = screens()
    expect(found.length).toBeGreaterThan(50)
    expect(found.filter(({ files }) => files.size < 2)).toEqual([])
  })
})
