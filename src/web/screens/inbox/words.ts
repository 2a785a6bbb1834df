import { inbox } from '../../../words/en/inbox.ts'
import { area } from '../../words.ts'

export const inboxWords = area(
  inbox,
  async () => (await import('../../../words/es/inbox.ts')).inbox,
)
