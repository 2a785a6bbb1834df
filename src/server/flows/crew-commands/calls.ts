import type { crewCommands } from '../../../api/crew-commands.ts'
import {
  happenedAt,
  recordedAt,
  skewOf,
  visitOfCommand,
  type CommandAnswer,
  type CommandKind,
  type CrewCommand,
} from '../../../domain/flows/crew-command.ts'
import { claimsOf } from '../../admission.ts'
import type { Handlers } from '../../base/call.ts'
import { withoutIntent } from '../../money/payments/intents.ts'
import { refuseOtherWorker } from '../../base/kit/refusals.ts'
import { inSchedule } from '../../schedule/week/context.ts'
import { makeSendingKey } from './sending-key.ts'
import { clockWaitMaxMs } from '../../../domain/schedule/shift.ts'
import { sendAlong } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { widenSight } from '../../base/db/sight.ts'
import {
  endBreak,
  endBreakByWork,
  startBreak,
  clockIn,
  clockOut,
} from '../../schedule/shifts/write.ts'
import { keepForOffice, type Acting, type Act, type Outcome } from './acting.ts'
import { applyProduct, voidProduct } from './apply-product.ts'
import { addExtra, undoExtra } from './extra-work.ts'
import { finish, undo } from './finish.ts'
import { note, notDone, setOut, start, tick, undoNotDone, undoSetOut } from './on-site.ts'
import { readAnswer, readLastAct, writeCommand } from './write.ts'

export const crewCommandHandlers: Handlers<typeof crewCommands> = {
  'POST /api/crew/commands': async (call) => {
    const { actor, body } = call
    refuseOtherWorker(actor, body.worker)
    const answers: CommandAnswer[] = []
    for (const command of body.commands) {
      try {
        const answer = await withoutIntent(call.app, actor.organization_id, () =>
          inSchedule(call, (ctx) => applyOnce({ ...ctx, actor }, command)),
        )
        answers.push(answer)
      } catch (fault) {
        // What was answered is done with; the phone sends the rest again, in order.
        if (answers.length === 0) throw fault
        call.app.log.error({ err: fault, client_id: command.client_id }, 'a crew’s act failed')
        break
      }
    }
    return { answers }
  },

  'POST /api/crew/sending-key': async (call) =>
    makeSendingKey(call.app, await claimsOf(call), call.actor.organization_id),
}

/** Applies an act in this transaction, unless it was before: then its first answer is returned. */
async function applyOnce(ctx: Acting, command: CrewCommand): Promise<CommandAnswer> {
  const { tx, actor } = ctx
  // Two pages of one phone may send an act at the same moment: the second waits for the first.
  sendAlong(tx, lockName(`command:${command.client_id}`))
  const [known, last] = await Promise.all([
    readAnswer(tx, actor.person_id, command.client_id),
    readLastAct(tx, actor.person_id),
  ])
  if (known) return known
  const heard_at = happenedAt(command, new Date().toISOString())
  const at = recordedAt(command, heard_at, last)
  const outcome = await apply(ctx, { ...command, happened_at: at, named: visitOfCommand(command) })
  const answer: CommandAnswer = {
    client_id: command.client_id,
    reason: null,
    message: null,
    shift: null,
    ...outcome,
  }
  writeCommand(tx, actor.person_id, command, { skew_ms: skewOf(command, at), answer })
  return answer
}

const acts: Record<CommandKind, (ctx: Acting, act: Act) => Promise<Outcome>> = {
  en_route: setOut,
  undo_en_route: undoSetOut,
  start: working(start),
  finish: working(finish),
  undo,
  not_done: notDone,
  undo_not_done: undoNotDone,
  note,
  tick,
  apply_product: applyProduct,
  void_product: voidProduct,
  extra_work: addExtra,
  undo_extra: undoExtra,
  clock_in: clock,
  clock_out: clock,
  break_start: pause,
  break_end: pause,
}
const isKnown = (kind: string): kind is CommandKind => kind in acts

async function apply(ctx: Acting, act: Act): Promise<Outcome> {
  if (isKnown(act.kind)) return acts[act.kind](ctx, act)
  widenSight(ctx.tx)
  return keepForOffice(ctx, act, { reason: 'unreadable' })
}

/** Work on a stop ends a break that was forgotten. */
function working(work: (ctx: Acting, act: Act) => Promise<Outcome>) {
  return async (ctx: Acting, act: Act): Promise<Outcome> => {
    if (act.waited_ms <= clockWaitMaxMs)
      await endBreakByWork(ctx.tx, ctx.actor, { waited_ms: Math.floor(act.waited_ms) })
    return work(ctx, act)
  }
}

async function clock(ctx: Acting, act: Act): Promise<Outcome> {
  if (act.waited_ms > clockWaitMaxMs) return keep(ctx, act, { reason: 'too_old' })
  const write = act.kind === 'clock_in' ? clockIn : clockOut
  const shift = await write(ctx.tx, ctx.actor, { ...act, waited_ms: Math.floor(act.waited_ms) })
  return { result: 'done', shift }
}

async function pause(ctx: Acting, act: Act): Promise<Outcome> {
  if (act.waited_ms > clockWaitMaxMs) return keep(ctx, act, { reason: 'too_old' })
  const at = { waited_ms: Math.floor(act.waited_ms) }
  const made = await (act.kind === 'break_start'
    ? startBreak(ctx.tx, ctx.actor, at)
    : endBreak(ctx.tx, ctx.actor, at, Math.floor(act.earlier_ms ?? 0)))
  if (!made)
    return keep(ctx, act, { reason: 'refused', sentence: 'This person was not clocked in then.' })
  return { result: made.changed ? 'done' : 'already', shift: made.shift }
}

async function keep(
  ctx: Acting,
  act: Act,
  why: Parameters<typeof keepForOffice>[2],
): Promise<Outcome> {
  widenSight(ctx.tx)
  return keepForOffice(ctx, act, why)
}
