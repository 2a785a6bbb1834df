import type { FastifyInstance } from 'fastify'
import { SignJWT, importJWK } from 'jose'
import { Accounts } from './accounts.ts'
import { DeviceLinks } from './device-links.ts'
import { Factors } from './factors.ts'
import { createGate } from './gate.ts'
import { publicPart, signingKeys } from './keys.ts'
import { mountProvider } from './mount.ts'
import { createOwnFactor } from './own-factor.ts'
import { createOwnNumbers } from './own-numbers.ts'
import { Passkeys } from './passkeys.ts'
import { apiScopes, claimsOf, clientId, createProtocol, type Setup } from './protocol.ts'
import { byPassword } from './sessions.ts'
import { SignInCodes } from './sign-in-codes.ts'
import { createThrottle, unlimited } from './throttle.ts'
import { Undos } from './undo.ts'
import type { IdentityProvider } from './service.ts'
import type { IdentityProviderOptions } from './options.ts'

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
