import type { CommandAnswer, CrewCommand } from '../../../domain/flows/crew-command.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'

/** What an act of this person was answered, if it is known. */
export async function readAnswer(
  tx: OrgTx,
  person_id: string,
  client_id: string,
): Promise<CommandAnswer | null> {
  const row = await tx
    .selectFrom('crew_commands')
    .select('answer')
    .where('person_id', '=', person_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return row ? (row.answer as CommandAnswer) : null
}

/** The last act the server heard of from this person; null if there is none, or its time was unreadable. */
export async function readLastAct(
  tx: OrgTx,
  person_id: string,
): Promise<{ at: string; happened_at: string } | null> {
  const row = await tx
    .selectFrom('crew_commands')
    .select(['at', 'skew_ms'])
    .where('person_id', '=', person_id)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.at || row.skew_ms === null) return null
  return { at: row.at, happened_at: new Date(Date.parse(row.at) - row.skew_ms).toISOString() }
}

/** Keeps an act and its answer for good. */
export function writeCommand(
  tx: OrgTx,
  person_id: string,
  command: CrewCommand,
  { skew_ms, answer }: { skew_ms: number | null; answer: CommandAnswer },
): void {
  const { client_id, kind, waited_ms } = command
  const said = Date.parse(command.at)
  sendAlong(
    tx,
    tx.insertInto('crew_commands').values({
      person_id,
      client_id,
      kind,
      at: skew_ms === null ? null : new Date(said).toISOString(),
      waited_ms: Math.floor(Math.min(waited_ms, Number.MAX_SAFE_INTEGER)),
      skew_ms,
      body: JSON.stringify(command),
      answer: JSON.stringify(answer),
    }),
  )
}
