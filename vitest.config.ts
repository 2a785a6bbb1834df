import './test/day.ts'
import { defineConfig } from 'vitest/config'
import { workers } from './test/workers.ts'

/** On the PostgreSQL at `TEST_DATABASE_URL`, or embedded in memory without one. */
const server = {
  environment: 'node',
  // A machine may be three times slower than another; a test that works takes no longer.
  testTimeout: process.env['THOROUGH'] ? 180_000 : 60_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
  // Migrates one template database, which each test file clones.
  globalSetup: 'test/database.setup.ts',
  env: { DATABASE_URL: '' },
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
    maxWorkers: workers,
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
          exclude: [...withoutDatabase, 'test/*.long.test.ts', ...leftOut],
        },
      },
      {
        // These take half a minute or more, and most of them need PostgreSQL: only the full check
        // runs them.
        test: {
          ...server,
          name: 'long',
          include: ['test/*.long.test.ts', 'test/faults/{walls,simulation,server-login}.test.ts'],
        },
      },
      {
        test: {
          ...server,
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
