import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest file of all; at the end, one process would wait for the other. */
const longest = 'test/costs.test.ts'

/** Starts with the files that need no database, as it is being built. */
export class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      moduleId.endsWith(longest) ? 0 : project.name === 'unit' ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
