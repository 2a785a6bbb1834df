/** What went over the wire, for tests that compare it with Stripe's own types. */
export type Exchange =
  | {
      kind: 'call'
      method: string
      path: string
      query: string
      /** The body as it arrived: a form, or JSON for v2. */
      sent: string
      status: number
      body: string
      isBrowser: boolean
    }
  | { kind: 'event'; body: string }
