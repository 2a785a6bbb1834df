import { memoryOf } from './load.ts'
import { verdict, type Stage } from './stage.ts'

/** G10, G11: start times (first, repeated, after a kill), and the memory of an idle process. */
export async function measureStarts(stage: Stage): Promise<void> {
  for (const kind of ['PostgreSQL', 'embedded'] as const) {
    const place = await stage.world(kind)
    const later = await place.product()
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const idle = memoryOf(later.child.pid!)
    await later.stop('SIGKILL')
    const leftovers = await place.product()
    await leftovers.stop()
    const [took, after] = [Math.round(later.took_ms), Math.round(leftovers.took_ms)]
    if (kind === 'PostgreSQL')
      stage.say(
        `G10 cold start to first answer: ${took} ms, after kill -9 ${after} ms (goal ≤ 1000): ${verdict(Math.max(took, after) <= 1000)}.\n`,
      )
    else {
      const first = await place.product({ DATA_DIR: `${place.folder}-first`, SEED: 'none' })
      await first.stop()
      const ok = first.took_ms <= 6000 && Math.max(took, after) <= 2000
      stage.say(
        `G10 cold start, embedded: first ${Math.round(first.took_ms)} ms (≤ 6000), later ${took} ms (≤ 2000), after kill -9 ${after} ms (≤ 2000): ${verdict(ok)}.\n`,
      )
    }
    const limit = kind === 'PostgreSQL' ? 140 : 600
    stage.say(
      `G11 memory (PSS), ${kind}, idle: ${Math.round(idle)} MiB (≤ ${limit}): ${verdict(idle <= limit)}.\n`,
    )
  }
}
