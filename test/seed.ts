import { randomInt } from 'node:crypto'
import { pick } from './gate/deal.ts'

/**
 * What a test draws by: the environment's variable, or else, where the gate runs, the commit, so that whoever runs it on the same commit
 * draws the same; anywhere else chance.
 */
export function seedOf(variable: string, below = 1 << 30): number {
  const said = process.env[variable]
  const commit = process.env['DEALT_BY']
  if (said) return Number(said)
  return commit ? pick(`${commit} ${variable}`, below) : randomInt(below)
}
