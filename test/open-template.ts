import { existsSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { World } from '../demo/world.ts'
import { faultIn, readWorld, readyIn } from './template.ts'

/** What the databases of tests are copied from, once it is built. */
export async function openTemplate(): Promise<{
  folder: string
  database: string | null
  empty: string | null
  world: World
}> {
  const template = inject('template')
  const ready = readyIn(template.folder)
  while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 50))
  const fault = faultIn(template.folder)
  if (existsSync(fault)) throw new Error(readFileSync(fault, 'utf8'))
  return { ...template, world: readWorld(template.folder) }
}
