import { z } from 'zod'
import { CommandAnswer, commandsMax, CrewCommand, Worker } from '../domain/flows/crew-command.ts'
import { Moment } from '../domain/base/dates.ts'
import { anyCrew, defineCalls } from './kit.ts'

export const crewCommands = defineCalls({
  'POST /api/crew/commands': {
    summary:
      'What a crew did, oldest first: each act counts once, however often it is sent. Every answer is final; acts without one were not reached and are sent again',
    roles: anyCrew,
    // Work was done and hours were worked, whether or not the subscription is paid.
    read_only: 'allow',
    sending_key: 'allow',
    body: z.object({
      /** Whose they are, as `person.organization`: refused where that is not who sends them. */
      worker: Worker,
      commands: z.array(CrewCommand).min(1).max(commandsMax),
    }),
    errors: { other_worker: 403 },
    ok: z.object({ answers: z.array(CommandAnswer) }),
  },
  'POST /api/crew/sending-key': {
    summary:
      'A key for this phone: it sends what was done here, and nothing else, when no page is open. It ends with the sign-in, at the latest after three days',
    roles: anyCrew,
    read_only: 'allow',
    impersonation: 'deny',
    ok: z.object({ key: z.string(), expires_at: Moment }),
  },
})
