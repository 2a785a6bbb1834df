import './test/day.ts'
import { defineConfig } from 'vitest/config'
import { projects } from './test/gate/files.ts'
import { UnitFirst } from './test/unit-first.ts'
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
  // These files run in Node as they are, which spares a transformation of the whole server.
  experimental: { viteModuleRunner: false },
} as const
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
    sequence: { sequencer: UnitFirst },
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
          include: projects.unit.include,
          exclude: [...projects.unit.exclude, ...leftOut],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: projects.server.include,
          exclude: [...projects.server.exclude, ...leftOut],
        },
      },
      {
        test: { ...server, name: 'sweeps', include: projects.sweeps.include },
      },
      {
        test: { ...server, name: 'long', include: projects.long.include },
      },
      {
        test: {
          ...server,
          name: 'kills',
          include: projects.kills.include,
        },
      },
    ],
  },
})
