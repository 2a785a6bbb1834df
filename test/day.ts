// When imported first, sets the tests' day for this process and every process and thread it starts.
import { ServerResponse } from 'node:http'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** An ordinary Wednesday, so that a run has the same result on any day. */
export const usualDay = '2027-06-09'
const zone = 'America/New_York'

/** Parses `2027-06-09` (10:00), `2027-06-09T23:30` (both in the demo business's zone) or `2027-06-09T23:30-04:00`. */
async function momentOf(text: string): Promise<number> {
  const [, date, time = '10:00', offset] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const { isLocalDate, minutesOfTime, zonedToUtcIso } = await import('../src/domain/base/dates.ts')
  const minutes = minutesOfTime(time)
  if (!date || !isLocalDate(date) || minutes === null)
    throw new Error(
      `TEST_TODAY must be a day, with a time and an offset if you like: 2027-06-09, 2027-06-09T23:30, 2027-06-09T23:30-04:00. It is ${text}.`,
    )
  return Date.parse(offset ? `${date}T${time}${offset}` : zonedToUtcIso(date, minutes, zone))
}

/** Moves JavaScript's clock ahead and lets it run; `further_ms` may change. Sent to the browser as source text, so it can't use outer variables. */
export function moveClock(ahead_ms: number, further_ms: ArrayLike<number> = [0]): void {
  const RealDate = Date
  const { timeOrigin } = performance
  const ahead = () => ahead_ms + further_ms[0]!
  const now = () => RealDate.now() + ahead()
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, made) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], made) as object,
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  Object.defineProperty(performance, 'timeOrigin', {
    get: () => timeOrigin + ahead(),
    configurable: true,
  })
}

/** Node dates answers by the real clock, but a page learns the time from them; and a browser counts a cookie's lifetime from that date. */
function dateAnswers(): void {
  const { writeHead } = ServerResponse.prototype
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    this.setHeader('date', new Date().toUTCString())
    return writeHead.apply(this, args as never)
  } as typeof writeHead
}

const { env } = process
env['TEST_CLOCK_AHEAD'] ??= String((await momentOf(env['TEST_TODAY'] || usualDay)) - Date.now())
/** How far the tests' clock is ahead of the real one. */
export const ahead_ms = Number(env['TEST_CLOCK_AHEAD'])
const movedKey = 'fieldhive.moved'
/** How far a test has moved the clock of this process from the tests' clock, and so of its threads, which share this. */
export const moved_ms = new Float64Array(
  (getEnvironmentData(movedKey) as unknown as SharedArrayBuffer) ?? new SharedArrayBuffer(8),
)
/** The environment variables that put a child process on the same day. */
export const dayEnv = (): Record<string, string> => ({
  TEST_CLOCK_AHEAD: String(ahead_ms),
  NODE_OPTIONS: env['NODE_OPTIONS'] ?? '',
})
/** Puts a database's clock so far ahead of the real one. */
export const shiftedClocks = (by_ms: number): string =>
  [
    ['now', 'stable'],
    ['clock_timestamp', 'volatile'],
  ]
    .map(
      ([name, kind]) =>
        `create or replace function public.${name}() returns timestamptz language sql ${kind} parallel safe
         as $$ select pg_catalog.${name}() + interval '${by_ms} milliseconds' $$;`,
    )
    .join('\n')
/**
 * Puts PostgreSQL's clock on the tests' day, for databases whose search path has `public` before `pg_catalog`. The job queue calls `pg_catalog.now()` in one of its functions, which is replaced as soon as it exists.
 */
export const databaseClock = `
  ${shiftedClocks(ahead_ms)}
  create function public.shift_job_clock() returns event_trigger language plpgsql as $trigger$
    begin
      if exists (select from pg_proc where oid = to_regprocedure('pgboss.job_now()') and prosrc like '%pg_catalog.now()%') then
        create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select public.now()';
      end if;
    end
  $trigger$;
  create event trigger shift_job_clock on ddl_command_end when tag in ('CREATE FUNCTION')
    execute function public.shift_job_clock();`

const moved = Symbol.for('fieldhive.day')
if (!(moved in globalThis)) {
  Object.assign(globalThis, { [moved]: true })
  setEnvironmentData(movedKey, moved_ms.buffer)
  moveClock(ahead_ms, moved_ms)
  dateAnswers()
  const self = `--import=${import.meta.url}`
  if (!env['NODE_OPTIONS']?.includes(self))
    env['NODE_OPTIONS'] = `${env['NODE_OPTIONS'] ?? ''} ${self}`.trim()
}
