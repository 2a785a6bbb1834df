// npm run seed: fills an empty database with the demo world, using the server's configuration;
// otherwise says why not.
import { planFirstRun } from '../demo/world.ts'
import { ConfigFault, readConfig } from '../src/server/base/kit/config.ts'
import { DataFolderInUse } from '../src/server/base/db/lock.ts'
import { sandboxes } from '../src/server/main.ts'
import { asDatabaseOwner, openStore } from '../src/server/open-store.ts'
import { startServer } from '../src/server/start.ts'

try {
  const config = readConfig({
    ...process.env,
    SEED: process.env['SEED'] === 'small' ? 'small' : 'world',
  })
  if (config.DATA_DIR === 'memory://' && !config.DATABASE_URL)
    throw new ConfigFault('DATA_DIR=memory:// keeps nothing, so there is nothing to fill.')
  const store = await openStore(asDatabaseOwner(config))
  try {
    const { fill, lines } = await planFirstRun(store, config, (line) => console.log(line))
    if (!fill)
      throw new ConfigFault(
        'The database is not empty, and the demo world goes into an empty one only. Nothing was changed.',
      )
    // Its jobs wait for the server; this process only enqueues them.
    const running = await startServer(
      { ...config, PORT: 0, HOST: '127.0.0.1', ROLE: 'web' },
      sandboxes,
      { store, pages: false, fill },
    )
    try {
      await running.ready
    } finally {
      await running.close()
    }
    console.log((await lines()).join('\n'))
  } finally {
    await store.close()
  }
  process.exit(0)
} catch (fault) {
  console.error(
    fault instanceof ConfigFault || fault instanceof DataFolderInUse ? fault.message : fault,
  )
  process.exit(1)
}
