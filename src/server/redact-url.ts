// Codes and tokens grant access, and addresses are personal; neither belongs in a log.
const secretQuery =
  /([?&](?:access_token|ticket|code|id_token_hint|token|lead_token|resume|confirm_email|state|email|login_hint|(?:setup|payment)_intent_client_secret)=)[^&#]*/gi
const secretPath =
  /(\/(?:calendar|signup|public-signup|invite|invitations|pay|card|agree|consent|owner-onboard|unsubscribe)\/)[^/?]{12,}/g

/** A URL that is safe to log. */
export const redactUrl = (url: string): string =>
  url.replace(secretQuery, '$1[redacted]').replace(secretPath, '$1[redacted]')
