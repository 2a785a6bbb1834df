// npm run token -- EMAIL: prints an access token of the embedded identity provider, for trying out
// calls. Development only.
import { ConfigFault, readConfig, type Config } from '../src/server/base/kit/config.ts'
import { DataFolderInUse } from '../src/server/base/db/lock.ts'
import { createIdentityProvider } from '../src/server/people/identity/provider.ts'
import { installationSecret } from '../src/server/base/security/secret.ts'
import { openStore } from '../src/server/start.ts'

/**
 * From the server running on this machine, since only one process can open the embedded database.
 * Null if none responds.
 */
async function tokenFromServer(config: Config, email: string): Promise<string | null> {
  for (const base of new Set([`http://127.0.0.1:${config.PORT}`, config.PUBLIC_URL])) {
    const response = await fetch(`${base}/idp/development/token`, {
      method: 'POST',
      headers: {
        'x-fieldhive-development': '1',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ email }),
    }).catch(() => null)
    if (!response) continue
    const text = await response.text()
    if (response.ok) return text
    if (response.headers.get('content-type')?.startsWith('text/plain') && text)
      throw new ConfigFault(text)
  }
  return null
}

async function tokenFromDatabase(config: Config, email: string): Promise<string> {
  const store = await openStore(config)
  try {
    const provider = await createIdentityProvider({
      store,
      secret: await installationSecret(store, config),
      publicUrl: config.PUBLIC_URL,
      deviceSetUp: async () => {},
      audience: config.OIDC_AUDIENCE,
      production: config.production,
      limited: false,
      sendMail: () => Promise.resolve(),
      security: () => undefined,
      log: console,
    })
    return await provider.issueToken(email)
  } finally {
    await store.close()
  }
}

async function main(): Promise<void> {
  const email = process.argv[2]
  if (!email) throw new ConfigFault('Say whose token: npm run token -- someone@example.com')
  const config = readConfig(process.env)
  if (config.production) throw new ConfigFault('Tokens are printed in development only.')
  if (config.OIDC_ISSUER)
    throw new ConfigFault(`Accounts are kept by ${config.OIDC_ISSUER}; ask it for a token.`)
  console.log((await tokenFromServer(config, email)) ?? (await tokenFromDatabase(config, email)))
}

main().catch((fault: Error) => {
  const expected =
    fault instanceof ConfigFault ||
    fault instanceof DataFolderInUse ||
    fault.message.startsWith('There is no account')
  console.error(expected ? fault.message : fault)
  process.exit(1)
})
