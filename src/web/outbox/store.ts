import type { CrewCommand } from '../../domain/crew-command.ts'
import { openTables } from '../tables.ts'

/** An act on this phone, until the server has answered it. */
export type Waiting = Omit<CrewCommand, 'at' | 'waited_ms'> & {
  /** Position in the line. */
  seq: number
  /** Whose it is, and for which organization. */
  worker: string
  /** When, by this phone's clock, in ms. */
  pressed_ms: number
  /** Whether it was sent at least once: the server may know it. */
  is_tried: boolean
}
export type NewAct = Omit<Waiting, 'seq'>

const run = openTables('fieldhive-outbox', { acts: { keyPath: 'seq', autoIncrement: true } })

/** Everything that waits, oldest first. */
export const readActs = async (): Promise<Waiting[]> =>
  (await run('readonly', (table) => table('acts').getAll() as IDBRequest<Waiting[]>)) ?? []

/** Writes acts at the end of the line. */
export const appendActs = (added: readonly NewAct[]): Promise<unknown> =>
  run('readwrite', (table) => {
    for (const act of added) table('acts').add(act)
    return null
  })

export const replaceActs = (changed: readonly Waiting[]): Promise<unknown> =>
  run('readwrite', (table) => {
    for (const act of changed) table('acts').put(act)
    return null
  })

export const removeActs = (gone: readonly Waiting[]): Promise<unknown> =>
  run('readwrite', (table) => {
    for (const { seq } of gone) table('acts').delete(seq)
    return null
  })
