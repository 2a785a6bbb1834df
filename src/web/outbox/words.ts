import { outbox } from '../../words/en/outbox.ts'
import { area } from '../words.ts'

export const outboxWords = area(
  outbox,
  async () => (await import('../../words/es/outbox.ts')).outbox,
)
