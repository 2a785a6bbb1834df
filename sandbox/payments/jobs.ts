// Deferred work: webhook deliveries, bank debits that settle, disputes that arrive. Jobs are rows,
// so they survive a restart.
import type { Job, WebhookKind } from './call.ts'
import { backoffSeconds, bodyOf, deliver, giveUpAfterMilliseconds } from './deliveries.ts'
import type { Webhook } from './deliveries.ts'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'
import type { Exchange } from './watch.ts'

const maxConcurrentJobs = 8
/** Scanning all jobs is not free, so a burst of changes triggers one scan. */
const scanIntervalMs = 10
const longestPauseMilliseconds = 5000

export class Jobs {
  watch: (exchange: Exchange) => void = () => {}
  #store: Store
  #webhooks: Webhook[] = []
  #faults: () => Faults
  #log: (line: string) => void
  /** Runs a job that changes objects, in its own unit of work. */
  #perform: (job: Job) => Promise<void>
  #due: Job[] = []
  #running = new Map<string, Promise<void>>()
  #pauses = new Map<Webhook, { until: number; times: number }>()
  #timer: NodeJS.Timeout | null = null
  #timerAt = Infinity
  #closing = new AbortController()
  /** Nothing runs until the endpoints are known, since no one would be notified. */
  #isHeld = true

  constructor(
    store: Store,
    faults: () => Faults,
    perform: (job: Job) => Promise<void>,
    log: (line: string) => void,
  ) {
    this.#store = store
    this.#faults = faults
    this.#perform = perform
    this.#log = log
  }

  setWebhooks(webhooks: Webhook[]): void {
    this.#webhooks = webhooks
    this.#isHeld = false
    this.#pauses.clear()
    this.wake()
  }

  endpoints(kind: WebhookKind): Webhook[] {
    return this.#webhooks.filter((webhook) => webhook.kind === kind)
  }

  /** Call when there may be new work. */
  wake(): void {
    this.#lookAt(Date.now() + scanIntervalMs)
  }

  /**
   * Runs every waiting job once, due or not, and those they create; a failed webhook waits for its
   * retry.
   */
  async runAll(only?: 'webhook'): Promise<void> {
    const tried = new Set<string>()
    while (!this.#closing.signal.aborted) {
      await Promise.all(this.#running.values())
      // Renewals stay: each schedules the next, so a subscription would run forever.
      const waiting = this.#waiting().filter(
        (job) =>
          !tried.has(job.id) && job.kind !== 'renewal' && (only === undefined || job.kind === only),
      )
      if (waiting.length === 0) {
        // Those that waited for their turn started when others ended.
        if (this.#running.size === 0) return
        continue
      }
      // Money first, so that its webhooks report the latest state.
      const money = waiting.filter((job) => job.kind !== 'webhook')
      const round = money.length > 0 ? money : waiting
      for (const job of round) tried.add(job.id)
      await Promise.all(
        Array.from({ length: maxConcurrentJobs }, async () => {
          for (let job = round.shift(); job && !this.#closing.signal.aborted; job = round.shift())
            if (this.#isStill(job)) await this.#start(job)
        }),
      )
    }
  }

  async close(): Promise<void> {
    // Aborts deliveries; they count as failed and are repeated after a restart.
    this.#closing.abort()
    if (this.#timer) clearTimeout(this.#timer)
    this.#due = []
    await Promise.all(this.#running.values())
  }

  #lookAt(moment: number): void {
    if (this.#isHeld || this.#closing.signal.aborted || moment >= this.#timerAt) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timerAt = moment
    // A timer is limited to about 24 days; scanning once an hour is cheap.
    this.#timer = setTimeout(
      () => this.#look(),
      Math.min(Math.max(0, moment - Date.now()), 3_600_000),
    )
    this.#timer.unref()
  }

  #look(): void {
    this.#timer = null
    this.#timerAt = Infinity
    const now = Date.now()
    const queued = new Set(this.#due.map((job) => job.id))
    let next = Infinity
    for (const job of this.#waiting()) {
      const at = Math.max(job.due, this.#pauses.get(this.#webhookOf(job)!)?.until ?? 0)
      if (at > now) next = Math.min(next, at)
      else if (!queued.has(job.id)) this.#due.push(job)
    }
    if (this.#faults().shuffle_webhooks) this.#due.sort(() => Math.random() - 0.5)
    this.#lookAt(next)
    this.#startDue()
  }

  #startDue(): void {
    while (this.#running.size < maxConcurrentJobs && !this.#closing.signal.aborted) {
      const job = this.#due.shift()
      if (!job) return
      const isPaused = (this.#pauses.get(this.#webhookOf(job)!)?.until ?? 0) > Date.now()
      if (!isPaused && this.#isStill(job)) void this.#start(job)
    }
  }

  /** True if nobody else started the job meanwhile. */
  #isStill(job: Job): boolean {
    return this.#store.get('jobs', job.id) === job && !this.#running.has(job.id)
  }

  #webhookOf(job: Job): Webhook | undefined {
    return job.kind === 'webhook' ? this.endpoints(job.endpoint!)[job.endpointIndex!] : undefined
  }

  /** Jobs that can run; webhooks without an endpoint wait. */
  #waiting(): Job[] {
    const jobs: Job[] = []
    for (const [, job] of this.#store.entries('jobs') as Iterable<[string, Job]>) {
      if (
        job.gaveUp ||
        this.#running.has(job.id) ||
        (job.kind === 'webhook' && !this.#webhookOf(job))
      )
        continue
      jobs.push(job)
    }
    return jobs
  }

  #start(job: Job): Promise<void> {
    const work = (job.kind === 'webhook' ? this.#deliver(job) : this.#perform(job))
      .catch((error: unknown) =>
        this.#log(`payment sandbox: job ${job.kind} failed: ${(error as Error).message}`),
      )
      .finally(() => {
        this.#running.delete(job.id)
        this.wake()
        this.#startDue()
      })
    this.#running.set(job.id, work)
    return work
  }

  async #deliver(job: Job): Promise<void> {
    const webhook = this.#webhookOf(job)
    const event = this.#store.object(job.account, job.subject)
    if (!event || !webhook) return this.#store.commit([['jobs', job.id, null]])
    const faults = this.#faults()
    if (faults.delay_webhooks_ms)
      await new Promise((done) => setTimeout(done, faults.delay_webhooks_ms))
    let outcome: Awaited<ReturnType<typeof deliver>> = 'refused'
    if (faults.fail_next_webhook) faults.fail_next_webhook -= 1
    else {
      const body = bodyOf(webhook, event)
      this.watch({ kind: 'event', body })
      outcome = await deliver(webhook, body, this.#closing.signal)
      if (faults.duplicate_webhooks) await deliver(webhook, body, this.#closing.signal)
    }
    if (outcome === 'unreachable') {
      const times = (this.#pauses.get(webhook)?.times ?? 0) + 1
      this.#pauses.set(webhook, {
        times,
        until: Date.now() + Math.min(250 * 2 ** times, longestPauseMilliseconds),
      })
    } else this.#pauses.delete(webhook)
    const bornAt =
      typeof event.created === 'number' ? event.created * 1000 : Date.parse(event.created as string)
    const wait = backoffSeconds[Math.min(job.tries, backoffSeconds.length - 1)]! * 1000
    const later: Job = {
      ...job,
      tries: job.tries + 1,
      due: Date.now() + wait,
      ...(Date.now() - bornAt > giveUpAfterMilliseconds ? { gaveUp: true } : {}),
    }
    this.#store.commit([['jobs', job.id, outcome === 'delivered' ? null : later]])
  }
}
