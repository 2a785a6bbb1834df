import type { crewCommands } from '../../api/crew-commands.ts'
import type { CommandAnswer } from '../../domain/crew-command.ts'
import { claimsOf } from '../admission.ts'
import type { Handlers } from '../call.ts'
import { withoutIntent } from '../payments/intents.ts'
import { refuseOtherWorker } from '../refusals.ts'
import { inSchedule } from '../week/context.ts'
import { applyOnce } from './apply.ts'
import { makeSendingKey } from './sending-key.ts'

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
