// The tests as `vitest.config.ts` runs them, in the order given, on a world that is already built.
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { relative } from 'node:path'
import config from '../../vitest.config.ts'
import { root } from '../source.ts'

const order = (process.env['PLANTED_ORDER'] ?? '').split(',')

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId))
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

type Project = {
  test: { globalSetup?: string; env?: object; experimental?: { viteModuleRunner?: boolean } }
}
const { test, ...rest } = config as unknown as { test: { projects: Project[] } }
const isRecording = Boolean(process.env['PLANTED_RECORDING'])

export default {
  ...rest,
  root,
  test: {
    ...test,
    sequence: { sequencer: InOrder },
    projects: test.projects.map((project) => ({
      ...project,
      test: {
        ...project.test,
        ...(project.test.globalSetup ? { globalSetup: 'test/planted/given-template.ts' } : {}),
        ...(isRecording ? { setupFiles: ['test/planted/recorder.ts'] } : {}),
        env: {
          ...project.test.env,
          PLANTED_OFFSETS:
            project.test.experimental?.viteModuleRunner === false ? 'as written' : '',
        },
      },
    })),
  },
}
