/** A letter about an account, to its mailbox. */
export type AccountMail = { to: string } & (
  | {
      template: 'verify_email' | 'reset_password' | 'password_changed'
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
