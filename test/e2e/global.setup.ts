import { buildWebIfStale } from '../../scripts/build-web.ts'

/** Builds the pages once, before two servers would each find them stale. */
export default async function setup(): Promise<void> {
  await buildWebIfStale()
}
