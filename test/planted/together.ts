import type { Fault } from './operators.ts'

/** Runs tests with faults planted; answers with those that fail. */
export type Run = (faults: readonly Fault[], tests: readonly string[]) => Promise<string[]>

/**
 * Which of these faults are caught, and by which test: all planted at once, then in halves, each with the tests
 * that failed, until a fault stands alone. What survives costs one run for all; a test that fails by chance
 * has to fail again with the fault alone.
 */
export async function caughtOf(
  faults: readonly Fault[],
  testsFor: (fault: Fault) => readonly string[],
  run: Run,
): Promise<Map<Fault, string>> {
  const caught = new Map<Fault, string>()
  const search = async (some: readonly Fault[], failed: Set<string> | null): Promise<void> => {
    const all = new Set(some.flatMap(testsFor))
    const tests = [...all].filter((test) => !failed || failed.has(test))
    if (!tests.length) return
    const failing = await run(some, tests)
    const [by] = failing
    if (!by) return
    if (some.length === 1) {
      caught.set(some[0]!, by)
      return
    }
    const half = Math.ceil(some.length / 2)
    await search(some.slice(0, half), new Set(failing))
    await search(some.slice(half), new Set(failing))
  }
  await search(faults, null)
  return caught
}
