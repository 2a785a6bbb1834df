import { memoryOf } from './load.ts'
import { verdict, type Stage } from './stage.ts'

/** P14, P15, P16: how long a start takes, from nothing, again, and after a kill; and what an idle process weighs. */
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
    if (kind === 'PostgreSQL') stage.say(`P14 cold start to first answer: ${took} ms, after kill -9 ${after} ms (wanted ≤ 1000): ${verdict(took <= 1000)}.\n`)
    else {
      const first = await place.product({ DATA_DIR: `${place.folder}-first`, SEED: 'none' })
      await first.stop()
      const ok = first.took_ms <= 5000 && took <= 1500 && after <= 2500
      stage.say(
        `P15 cold start, embedded: first ${Math.round(first.took_ms)} ms (≤ 5000), later ${took} ms (≤ 1500), on kill -9 leftovers ${after} ms (≤ 2500): ${verdict(ok)}.\n`,
      )
    }
    const limit = kind === 'PostgreSQL' ? 120 : 600
    stage.say(`P16 memory (PSS), ${kind}, idle: ${Math.round(idle)} MiB (≤ ${limit}): ${verdict(idle <= limit)}.\n`)
  }
}
