import { randomBytes } from 'node:crypto'

/**
 * A UUID version 7, like the database's: for a row that others refer to in the message that writes
 * it.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const chance = randomBytes(10)
  chance[0] = 0x70 | (chance[0]! & 0x0f)
  chance[2] = 0x80 | (chance[2]! & 0x3f)
  const rest = chance.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
}
