// Codes and tokens grant access, and addresses are personal; neither belongs in a log.
const secretQuery =
  /([?&](?:access_token|ticket|code|id_token_hint|token|lead_token|resume|confirm_email|state|email|login_hint|(?:setup|payment)_intent_client_secret)=)[^&#]*/gi
const secretPath =
  /(\/(?:calendar|signup|public-signup|invite|invitations|pay|card|agree|consent|owner-onboard|unsubscribe)\/)[^/?]{12,}/g

/** True if anyone who has this address can open what it leads to. */
export const namesSecret = (url: string): boolean => redactUrl(url) !== url

const secretLink =
  /(https?:\/\/[^\s"'<>\\]*?\/(?:calendar|signup|invite|invitations|pay|card|agree|consent|owner-onboard|unsubscribe)\/)[\w.~%-]{12,}/g
const secretQueryLink =
  /(https?:\/\/[^\s"'<>\\]*?[?&](?:ticket|code|token|lead_token|resume|confirm_email)=)[\w.~%-]{12,}/g

/** A text without the links in it that let their reader in. */
export const withoutLinks = (text: string): string =>
  text.replace(secretLink, '$1[redacted]').replace(secretQueryLink, '$1[redacted]')

/** A URL that is safe to log. */
export const redactUrl = (url: string): string =>
  url.replace(secretQuery, '$1[redacted]').replace(secretPath, '$1[redacted]')
