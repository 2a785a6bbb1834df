import type { MessageKind } from '../../domain/message-kinds.ts'
import { accountLetters, type AccountData } from './account-letters.ts'
import type { Letter } from './letter.ts'
import { moneyLetters, type MoneyData } from './money-letters.ts'
import { officeLetters, type OfficeData } from './office-letters.ts'
import { replyLetters, type ReplyData } from './reply-letters.ts'
import { visitLetters, type VisitData } from './visit-letters.ts'

/** What each kind of message is worded from. A kind without data and a template does not compile, nor one without a kind. */
export type MessageData = AccountData & MoneyData & OfficeData & ReplyData & VisitData

const letters: { [K in MessageKind]: (data: MessageData[K]) => Letter } = {
  ...accountLetters,
  ...moneyLetters,
  ...officeLetters,
  ...replyLetters,
  ...visitLetters,
}

/** A message with its values filled in. */
export const letterOf = <K extends MessageKind>(kind: K, data: MessageData[K]): Letter =>
  letters[kind](data)
