import { days, isNight } from '../days/days.ts'
import { deal, pick } from './deal.ts'
import { filesOf, journeyFiles, meetsOthers, runsOf } from './files.ts'
import { changedFiles, journeysFor } from './touched.ts'

/** One command of a run. It ends with lines of `N passed, N failed`, unless it is one `check`. */
export type Part = {
  name: string
  command: string[]
  env?: Record<string, string>
  /** The test files it runs; the command gets their names. */
  files?: string[]
  /** What the closing table says was dealt. */
  dealt?: string
  /** Counts as one test: it fails or it doesn't. */
  isCheck?: boolean
}
export type Share = { index: number; of: number }

const onPostgres = ['node', 'test/on-database.ts', '--needed']
const vitest = (...names: string[]) => [
  'vitest',
  'run',
  ...names.flatMap((one) => ['--project', one]),
]
/** After so many failures something is broken that one look at the first will show. */
const playwright = ['playwright', 'test', '--max-failures', '20']
const isDated = (title: string) => title.includes('@dates')
const isByRole = (title: string) => title.includes('@role')
const having = (files: string[], wanted: (title: string) => boolean) =>
  files.filter((file) => runsOf(file, wanted) > 0)
const withoutDates = (files: string[]) =>
  files.filter((file) => runsOf(file, (title) => !isDated(title)) > 0)
const sum = (files: string[], wanted?: (title: string) => boolean) =>
  files.reduce((runs, file) => runs + runsOf(file, wanted), 0)
const daysOf = (commit: string): [string, string] => {
  const all = days.flatMap((group) => group.days).filter((day) => !isNight(day))
  const first = pick(commit, all.length)
  return [all[first]!, all[(first + Math.floor(all.length / 2)) % all.length]!]
}
const hours = ['10:00', '21:00', '00:30']
/** A day at the hour a commit picks, for unit and server tests: in the evening it is tomorrow in UTC, and letters wait for the morning. */
const atHour = (commit: string, day: string): string =>
  `${day}T${hours[pick(`${commit} hour`, hours.length)]}`
const freshStart: Part = {
  name: 'npm ci && npm start in a fresh clone',
  command: ['node', 'scripts/fresh-start.ts'],
  isCheck: true,
}

const image: Part = {
  name: 'the image, its start and its hooks',
  command: ['node', 'test/image/run.ts'],
  isCheck: true,
}

let near: string[] | undefined
/** The journeys near what changed. Found once: after a large change that takes seconds. */
const nearChanges = (): string[] => (near ??= journeysFor(changedFiles()))

/** What every landing passes. `testCommand` is the one README names. */
export function gate(commit: string, testCommand: string): Part[] {
  const [day, otherDay] = daysOf(commit)
  const kills = filesOf('kills')
  const kill = kills[pick(commit, kills.length)]!
  const third = pick(commit, 3)
  const dealt = deal(journeyFiles(), 3, commit, runsOf)[third]!
  const { chosen, left } = nearest(nearChanges().filter((one) => !dealt.includes(one)))
  const journeys = [...dealt, ...chosen]
  return [
    {
      name: `${testCommand}, embedded`,
      command: ['bash', '-c', testCommand],
      env: { TEST_DATABASE_URL: '', TEST_TODAY: atHour(commit, day) },
      dealt: atHour(commit, day),
    },
    {
      name: 'on PostgreSQL: sweeps, and where connections meet',
      command: [...onPostgres, ...vitest('server', 'sweeps', 'long', 'kills')],
      env: { TEST_TODAY: otherDay },
      files: [...filesOf('sweeps'), ...filesOf('server', 'long').filter(meetsOthers), kill],
      dealt: `${otherDay}, ${kill}`,
    },
    {
      name: 'journeys',
      command: [...playwright, '--grep-invert', '@role|@dates'],
      files: withoutDates(journeys),
      dealt: `third ${third + 1} of 3, and ${sum(chosen)} runs near what changed (${sum(left)} more left out)`,
    },
    {
      name: 'journeys by role, and with dates',
      command: [...playwright, '--grep', '@role|@dates'],
      env: { TEST_TODAY: otherDay },
      files: [...new Set([...having(journeyFiles(), isByRole), ...having(journeys, isDated)])],
      dealt: otherDay,
    },
    freshStart,
  ]
}

/** The nearest journeys, at most a tenth of all runs: a day that changed every screen must not undo the dealing. */
function nearest(files: string[]): { chosen: string[]; left: string[] } {
  let room = sum(journeyFiles()) / 10
  const chosen: string[] = []
  for (const file of files) if ((room -= runsOf(file)) >= 0) chosen.push(file)
  return { chosen, left: files.filter((file) => !chosen.includes(file)) }
}

/** One share of everything: both databases, both days, every kill. The shares of a commit together are the whole. */
export function check(commit: string, { index, of }: Share = { index: 1, of: 1 }): Part[] {
  const [day, otherDay] = daysOf(commit)
  const mine = (files: string[], weightOf?: (file: string) => number) =>
    deal(files, of, commit, weightOf)[index - 1]!
  const dealt = of === 1 ? 'all' : `share ${index} of ${of}`
  const journeys = mine(journeyFiles(), runsOf)
  const parts: Part[] = [
    {
      name: 'lint, format, types',
      command: ['bash', '-c', 'npm run lint && npm run format:check && npm run types'],
      isCheck: true,
    },
    {
      name: 'unit and server tests, embedded',
      command: ['node', 'test/on-database.ts', ...vitest('unit', 'server')],
      env: { TEST_DATABASE_URL: '', TEST_TODAY: atHour(commit, day) },
      files: mine(filesOf('unit', 'server')),
      dealt: `${atHour(commit, day)}, ${dealt}`,
    },
    {
      name: 'sweeps, embedded',
      command: ['node', 'test/on-database.ts', ...vitest('sweeps')],
      env: { TEST_DATABASE_URL: '', TEST_TODAY: day },
      files: mine(filesOf('sweeps')),
      dealt: `${day}, ${dealt}`,
    },
    {
      name: 'everything on PostgreSQL',
      command: [...onPostgres, ...vitest('unit', 'server', 'sweeps', 'long', 'kills')],
      env: { TEST_TODAY: otherDay, THOROUGH: '1' },
      files: [
        ...mine(filesOf('unit', 'server', 'sweeps')),
        ...mine(filesOf('long')),
        ...mine(filesOf('kills')),
      ],
      dealt: `${otherDay}, ${dealt}`,
    },
    {
      name: 'six processes behind PgBouncer',
      command: ['npm', 'run', 'pooled'],
      env: { TEST_TODAY: otherDay },
    },
    {
      name: 'journeys',
      command: [...playwright, '--grep-invert', '@dates'],
      files: withoutDates(journeys),
      dealt,
    },
    ...[day, otherDay].map((today) => ({
      name: 'journeys with dates',
      command: [...playwright, '--grep', '@dates'],
      env: { TEST_TODAY: today },
      files: having(journeys, isDated),
      dealt: `${today}, ${dealt}`,
    })),
    freshStart,
    image,
  ]
  // What has no files runs in one of the shares.
  return parts.filter((part) => (part.files ? part.files.length > 0 : index === of))
}
