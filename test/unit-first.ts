import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts with what kills processes, which mostly waits until another takes over and would make one
 * worker wait for the other at the end; then the files that need no database, as it is being built.
 */
export class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => ({ kills: 0, unit: 1 })[project.name] ?? 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
