import type { Reporter } from 'vitest/node'

/** Prints `N passed, N failed` as the last line; fails if no test ran. */
export default class ClosingLine implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    let passed = 0
    let failed = unhandledErrors.length
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        if (state === 'failed') failed += 1
      }
    }
    if (passed + failed === 0) console.log('No test ran.')
    if (passed === 0 || failed > 0) process.exitCode = 1
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
  }
}
