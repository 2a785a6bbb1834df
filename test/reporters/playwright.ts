import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** Prints `N passed, N failed` as the last line; fails if no test ran. */
export default class ClosingLine implements Reporter {
  #suite: Suite | undefined
  #errors = 0

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onError(): void {
    this.#errors += 1
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] }> {
    const outcomes = this.#suite?.allTests().map((test) => test.outcome()) ?? []
    const passed = outcomes.filter(
      (outcome) => outcome === 'expected' || outcome === 'flaky',
    ).length
    const failed = outcomes.filter((outcome) => outcome === 'unexpected').length + this.#errors
    if (passed + failed === 0) console.log('No test ran.')
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
    return { status: passed === 0 || failed > 0 ? 'failed' : result.status }
  }

  printsToStdio(): boolean {
    return false
  }
}
