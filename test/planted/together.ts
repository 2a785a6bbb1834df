import type { Fault } from './operators.ts'

/** Runs tests with faults planted; answers with those that fail. */
export type Run = (faults: readonly Fault[], tests: readonly string[]) => Promise<string[]>

/**
 * Which of these faults are caught, and by which test. All are planted at once and run everything once; then each
 * test that failed is asked, without the faults that are caught by now, which of the others it notices, by halves.
 * So survivors cost one run for all, a fault that breaks half of the tests is found once, and a test that fails by
 * chance has to pass without a fault and to fail again with it alone.
 */
export async function caughtOf(
  faults: readonly Fault[],
  testsFor: (fault: Fault) => readonly string[],
  run: Run,
): Promise<Map<Fault, string>> {
  const caught = new Map<Fault, string>()
  const tests = [...new Set(faults.flatMap(testsFor))]
  if (!tests.length) return caught
  const fails = async (some: readonly Fault[], test: string) =>
    some.length > 0 && (await run(some, [test])).length > 0

  /** A fault that this test notices, if it fails because of one alone. */
  async function culprit(test: string): Promise<Fault | null> {
    let suspects = faults.filter((one) => !caught.has(one) && testsFor(one).includes(test))
    if (!(await fails(suspects, test))) return null
    while (suspects.length > 1) {
      const half = suspects.slice(0, Math.ceil(suspects.length / 2))
      suspects = (await fails(half, test)) ? half : suspects.slice(half.length)
    }
    return (await fails(suspects, test)) ? suspects[0]! : null
  }
  for (const test of await run(faults, tests)) {
    if ((await run([], [test])).length > 0) continue
    for (let found = await culprit(test); found; found = await culprit(test))
      caught.set(found, test)
  }
  return caught
}
