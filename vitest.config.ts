import './test/day.ts'
import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Migrates one template database, which each test file clones.
const databaseSetup = existsSync(new URL('test/database.setup.ts', import.meta.url))
  ? ['test/database.setup.ts']
  : []
const server = {
  environment: 'node',
  // A machine may be three times slower than another; a test that works takes no longer.
  testTimeout: 60_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
  globalSetup: databaseSetup,
} as const
const postgres = {
  ...server,
  testTimeout: 180_000,
  env: {
    DATABASE_URL: '',
    TEST_DATABASE_URL:
      process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres',
  },
} as const
const withoutDatabase = [
  'test/tidy.test.ts',
  'test/exports.test.ts',
  'test/packages.test.ts',
  'test/settings.test.ts',
  'test/shape.test.ts',
  'test/commit-msg.test.ts',
  'test/words.test.ts',
]
/**
 * Comma-separated files to leave out of a run: those that do not depend on the date need not run on
 * every date.
 */
const leftOut = process.env['LEAVE_OUT']?.split(',') ?? []

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Files in one process share loaded modules: reloading them for each took a fifth of the total
    // time.
    isolate: false,
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', './test/reporters/vitest.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          testTimeout: server.testTimeout,
          hookTimeout: server.hookTimeout,
          include: [
            'src/{domain,api,words,web}/**/*.test.{ts,tsx}',
            'sandbox/**/*.test.ts',
            ...withoutDatabase,
          ],
          exclude: leftOut,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          // These take half a minute or more: the full check runs them, on PostgreSQL.
          exclude: [...withoutDatabase, 'test/*.long.test.ts', ...leftOut],
          env: { DATABASE_URL: '', TEST_DATABASE_URL: '' },
        },
      },
      {
        test: {
          ...postgres,
          name: 'postgres',
          include: [
            'src/server/**/*.test.ts',
            'test/*.test.ts',
            'test/faults/{walls,simulation,server-login}.test.ts',
          ],
          exclude: withoutDatabase,
        },
      },
      {
        test: {
          ...postgres,
          name: 'kills',
          include: ['test/faults/kill*.test.ts'],
          // They spend most of their time waiting, until another process takes over what a dead one began.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
