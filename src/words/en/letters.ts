import type { LetterTable } from '../letter-table.ts'
import { accountLetters } from './letters-account.ts'
import { autopayLetters } from './letters-autopay.ts'
import { moneyLetters } from './letters-money.ts'
import { officeLetters } from './letters-office.ts'
import { receiptLetters } from './letters-receipts.ts'
import { refundLetters } from './letters-refunds.ts'
import { signInLetters } from './letters-sign-in.ts'
import { visitLetters } from './letters-visits.ts'

/** The words of every kind of message. */
export const letterWords: LetterTable = {
  ...accountLetters,
  ...signInLetters,
  ...moneyLetters,
  ...receiptLetters,
  ...refundLetters,
  ...autopayLetters,
  ...officeLetters,
  ...visitLetters,
}
