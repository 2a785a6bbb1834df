import { z } from 'zod'
import { CommandAnswer, commandsMax, CrewCommand } from '../domain/crew-command.ts'
import { anyCrew, defineCalls } from './kit.ts'

export const crewCommands = defineCalls({
  'POST /api/crew/commands': {
    summary:
      'What a crew did, oldest first: each act counts once, however often it is sent. Every answer is final; acts without one were not reached and are sent again',
    roles: anyCrew,
    // Work was done and hours were worked, whether or not the subscription is paid.
    read_only: 'allow',
    body: z.object({ commands: z.array(CrewCommand).min(1).max(commandsMax) }),
    ok: z.object({ answers: z.array(CommandAnswer) }),
  },
})
