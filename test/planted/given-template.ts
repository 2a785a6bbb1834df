import type { TestProject } from 'vitest/node'

/** Instead of `database.setup.ts`: the template was built from the unchanged code, once for many runs. */
export default function setup(project: TestProject): void {
  project.provide('template', JSON.parse(process.env['PLANTED_TEMPLATE']!))
}
