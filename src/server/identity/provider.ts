import type { FastifyInstance } from 'fastify'
import { SignJWT, importJWK } from 'jose'
import type { PlatformTx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import type { NoteSecurity } from '../security/log.ts'
import { Accounts } from './accounts.ts'
import { DeviceLinks } from './device-links.ts'
import { Factors } from './factors.ts'
import { createGate, type Gate, type OwnProof } from './gate.ts'
import { publicPart, signingKeys, type PublicJwk } from './keys.ts'
import { mountProvider } from './mount.ts'
import { createOwnFactor, type OwnFactor } from './own-factor.ts'
import { createOwnNumbers, type OwnNumbers } from './own-numbers.ts'
import type { PageOptions } from './page-routes.ts'
import { Passkeys } from './passkeys.ts'
import { apiScopes, claimsOf, clientId, createProtocol, type Setup } from './protocol.ts'
import { byPassword } from './sessions.ts'
import { SignInCodes } from './sign-in-codes.ts'
import { createThrottle, unlimited } from './throttle.ts'
import { Undos } from './undo.ts'

export type IdentityProviderOptions = {
  store: Store
  /** Of the installation. */
  secret: Buffer
  publicUrl: string
  audience: string
  production: boolean
  /** Whether the pages limit how often they can be used. */
  limited: boolean
  sendMail: PageOptions['sendMail']
  deviceSetUp: PageOptions['deviceSetUp']
  security: NoteSecurity
  log: { error(object: object, message?: string): void }
  /** Where a demo's e-mails can be read, linked from pages that ask people to check their mail. */
  outbox?: string | null
  /** A line shown above a demo's sign-in form. */
  note?: string | null
}

type WithoutMailbox = {
  /** An account for somebody without e-mail; returns the subject. */
  add(tx: PlatformTx, name: string): Promise<string>
  /** A link that signs one device in, once, within ten minutes. */
  link(
    tx: PlatformTx,
    of: { account_id: string; organization_id: string; created_by: string },
  ): Promise<{ url: string; expires_at: string }>
}

export type IdentityProvider = {
  issuer: string
  /** The only browser client. */
  clientId: string
  publicKeys: PublicJwk[]
  /** Mounts the protocol and its pages under /idp. */
  mount(server: FastifyInstance): Promise<void>
  /** Whether it is really them, asked before a sign-in changes. */
  gate: Gate
  /** The second factor of an account. */
  factor: OwnFactor
  /** The numbers that get sign-in codes. */
  numbers: OwnNumbers
  /** A link that puts the contact e-mail back as it is now, for the letter about a new one. */
  undoContact(subject: string): Promise<string>
  /** For seeding: returns the subject; an existing account stays as it is. */
  createAccount(account: {
    email: string
    name: string | null
    password: string
    email_verified: boolean
  }): Promise<string>
  /** An access token for an account without signing in. Refused in production. */
  issueToken(email: string): Promise<string>
  /** Signing in without e-mail and password. */
  withoutMailbox: WithoutMailbox
  /** A link to set a new password, for whoever passed the gate. */
  passwordTicket(subject: string, proof: OwnProof): Promise<string>
  /** Resends the e-mail that verifies an account's address. False if there is nothing to verify. */
  sendVerification(subject: string): Promise<boolean>
}

/** A command-line token lives longer than one a browser renews. */
const developmentToken_seconds = 3600

/** The OpenID Connect provider in this process, used until another issuer is configured. */
export async function createIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const { store, audience, production, sendMail } = options
  const publicUrl = options.publicUrl.replace(/\/+$/, '')
  const issuer = `${publicUrl}/idp`
  const { secret } = options
  const keys = await signingKeys(store, secret)
  const accounts = new Accounts(store, issuer)
  const passkeys = new Passkeys(store, secret, publicUrl)
  const factors = new Factors(store, secret, passkeys)
  const orphans = await passkeys.countOrphans()
  if (orphans)
    options.log.error(
      { passkeys: orphans },
      'Passkeys made for another host name do not work under this PUBLIC_URL',
    )
  const throttle = options.limited ? createThrottle(store) : unlimited
  const shared = { store, publicUrl, issuer, audience, secret, keys }
  const codes = new SignInCodes(store, secret, issuer, accounts)
  const deviceLinks = new DeviceLinks(store)
  const undos = new Undos(store, secret, issuer)
  const kept = { accounts, factors, passkeys, codes, deviceLinks, throttle, undos }
  const setup: Setup = { ...shared, ...kept }
  const gate = createGate(setup, options)
  const protocol = createProtocol(setup, options)

  async function issueToken(email: string): Promise<string> {
    if (production) throw new Error('Tokens are issued without a sign-in in development only.')
    return developmentToken(setup, email)
  }

  return {
    issuer,
    clientId,
    publicKeys: keys.map(publicPart),
    mount: (server: FastifyInstance) =>
      mountProvider(server, { protocol, setup, options, issueToken }),
    gate,
    factor: createOwnFactor(setup, options, gate),
    numbers: createOwnNumbers(setup, options, gate),
    createAccount: (account) => accounts.ensure(account),
    withoutMailbox: {
      add: (tx, name) => accounts.createWithoutMailbox(tx, name),
      async link(tx, link) {
        const { token, expires_at } = await deviceLinks.make(tx, link)
        return { url: `${publicUrl}/idp/device?token=${token}`, expires_at }
      },
    },
    issueToken,
    async passwordTicket(subject, proof) {
      const { id } = await gate.pass(subject, proof)
      const token = await accounts.makeToken(id, 'reset', { ticket: true })
      return `${publicUrl}/idp/reset?token=${token}`
    },
    async undoContact(subject) {
      return `${publicUrl}/idp/undo?token=${await undos.keep(subject, 'contact')}`
    },
    async sendVerification(subject) {
      const account = await accounts.byId(subject)
      if (!account || account.email_verified) return false
      const { id, email, name } = account
      const url = `${publicUrl}/idp/verify?token=${await accounts.makeToken(id, 'verify')}`
      await sendMail({ to: email, template: 'verify_email', data: { name, url } })
      return true
    },
  }
}

async function developmentToken(
  { issuer, audience, keys, accounts }: Setup,
  email: string,
): Promise<string> {
  const account = await accounts.byEmail(email)
  const key = keys[0]
  if (!account || !key) throw new Error(`There is no account for ${email}.`)
  const claims = await claimsOf(accounts, account.id)
  return new SignJWT({ scope: apiScopes, client_id: clientId, ...claims, ...byPassword })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setSubject(account.id)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${developmentToken_seconds}s`)
    .sign(await importJWK(key, 'RS256'))
}
