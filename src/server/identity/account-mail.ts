import type { SignInChange } from '../../domain/second-factor.ts'
import type { Locale } from '../../domain/locale.ts'

/** A letter about an account, to its mailbox. `reading`: the language of the page that asked for it. */
export type AccountMail = {
  /** Null for people without a mailbox: nothing is sent. */
  to: string | null
  /** By text, to a phone number. */
  by?: 'sms'
  /** The account whose businesses pay for a text; by default the one that the number opens. */
  payer?: string
  reading?: Locale
} & (
  | {
      template: 'second_factor_changed'
      data: { name: string | null; change: SignInChange; number?: string | null; url: string }
    }
  | {
      template: 'sign_in_code'
      /** `host`: the name of this site, for phones that fill codes in. */
      data: { name: string | null; code: string; host: string; url: string }
    }
  | {
      template: 'verify_email' | 'reset_password' | 'password_changed' | 'account_exists'
      data: { name: string | null; url: string }
    }
  | {
      template: 'device_new'
      data: {
        name: string | null
        /** ISO 8601. */
        at: string
        browser: string | null
        system: string | null
        url: string
      }
    }
)
