import { median, send } from './load.ts'
import { bearer, ms, verdict, type Peer, type Stage } from './stage.ts'

const rows = 10_000
const goal_ms = 2_000
/** How long another request may wait for an import. */
const stall_ms = 100

function file(): string {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `${n},Customer ${n} Nguyen,someone${n}@example.org,(919) ${String(200 + (n % 700))}-${String(n).padStart(4, '0')},weekly,Likes Tuesdays,${n} Oak St,Durham,NC,27701`,
  )
  return ['Customer ID,Name,Email,Phone,Tags,Notes,Street,City,State,ZIP', ...lines].join('\r\n')
}

/** From a file of 10,000 customers to all of them written, and back; each step as the office waits for it. */
export async function measureImports(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  const ours = await place.product()
  const headers = bearer(stage.tokenOf(ours, 'owner@bright-side.example'))
  const steps = {
    upload: [] as number[],
    check: [] as number[],
    commit: [] as number[],
    undo: [] as number[],
  }
  const other = watch(ours, bearer(stage.tokenOf(ours, 'owner@green-acres.example')))
  for (let round = 0; round < (stage.isQuick ? 1 : 3); round++) {
    const at = '/api/owner/imports'
    const up = await timed(ours, {
      path: `${at}?file_name=bench.csv`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: file(),
    })
    const { id } = JSON.parse(up.text) as { id: string }
    steps.upload.push(up.took)
    for (const [step, path] of [
      ['check', 'dry-run'],
      ['commit', 'commit'],
      ['undo', 'undo'],
    ] as const)
      steps[step].push(
        (await timed(ours, { path: `${at}/${id}/${path}`, headers, body: '{}' })).took,
      )
  }
  const waited = await other.longest()
  await ours.stop()
  const of = (step: keyof typeof steps) => median(steps[step])
  stage.say('| Step, 10,000 rows | ms (median) |')
  stage.say('|---|---|')
  for (const step of ['upload', 'check', 'commit', 'undo'] as const)
    stage.say(`| ${step} | ${ms(of(step))} |`)
  const commit = of('commit')
  stage.say(
    `\nWriting 10,000 rows: ${ms(commit)} ms (goal ≤ ${goal_ms}): ${verdict(commit <= goal_ms)}.\n`,
  )
  stage.say(
    `Requests of another business meanwhile: ${waited.count}, half of them within ${ms(waited.p50)} ms, the longest ${ms(waited.max)} ms (goal ≤ ${stall_ms}): ${verdict(waited.max <= stall_ms)}.\n`,
  )
}

/** Asks again and again on behalf of somebody else, and notes how long each answer took. */
function watch(peer: Peer, headers: Record<string, string>) {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    for (;;) {
      if (isOver) return
      const began = performance.now()
      await send(peer.base, { method: 'GET', path: '/api/auth/me', headers })
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return {
    async longest() {
      isOver = true
      await asking
      return { count: times.length, p50: median(times), max: Math.max(...times) }
    },
  }
}

async function timed(
  peer: Peer,
  shot: { path: string; headers: Record<string, string>; body: string },
): Promise<{ took: number; text: string }> {
  const began = performance.now()
  const { status, text } = await send(peer.base, {
    method: 'POST',
    ...shot,
    headers: { 'content-type': 'application/json', ...shot.headers },
  })
  if (status > 299) throw new Error(`${shot.path} answered ${status}: ${text.slice(0, 200)}`)
  return { took: performance.now() - began, text }
}
