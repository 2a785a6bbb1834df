// The server without the pages, as a process that can be killed. Prints its URL and a token.
import { readConfig } from '../../src/server/base/kit/config.ts'
import { sandboxes } from '../../src/server/main.ts'
import { startServer } from '../../src/server/start.ts'

const email = process.env['FAULTS_OWNER'] ?? ''
const { app, url } = await startServer(readConfig(process.env), sandboxes, {
  pages: false,
  prepare: async (app) => {
    await app
      .identity!.createAccount({
        email,
        name: 'Dana Green',
        password: 'fieldhive-faults',
        email_verified: true,
      })
      .catch(() => {})
  },
})
console.log(JSON.stringify({ url, token: await app.identity!.issueToken(email) }))
