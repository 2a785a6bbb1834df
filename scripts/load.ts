// npm run load -- ARCHIVE --into SLUG: brings a copy of a business, made in Settings, into an empty organization of this installation.
import { ConfigFault, readConfig } from '../src/server/base/kit/config.ts'
import { sealPlainGateCodes } from '../src/server/customers/seal-plain.ts'
import { DataFolderInUse } from '../src/server/base/db/lock.ts'
import { loadArchive } from '../src/server/flows/exports/load.ts'
import { ArchiveFault } from '../src/server/flows/exports/read-tar.ts'
import { installationSecret } from '../src/server/base/security/secret.ts'
import { stays } from '../src/server/flows/exports/travels.ts'
import { openStore } from '../src/server/start.ts'

try {
  const [file, flag, slug] = process.argv.slice(2)
  if (!file || flag !== '--into' || !slug)
    throw new ArchiveFault('Usage: npm run load -- fieldhive-2027-06-09.tar.gz --into green-acres')
  const config = readConfig(process.env)
  const store = await openStore(config)
  try {
    const loaded = await loadArchive(store, file, slug)
    // A copy that an earlier version made has gate codes in it.
    await sealPlainGateCodes(store, await installationSecret(store, config))
    for (const [name, { rows, cents }] of Object.entries(loaded)) {
      const sums = Object.entries(cents).map(([column, sum]) => `${column} ${sum}`)
      if (rows) console.log(`${String(rows).padStart(8)} ${name}  ${sums.join(', ')}`)
    }
    console.log('All counts and sums are those of the copy. These stay in the copy:')
    for (const [name, reason] of Object.entries(stays)) console.log(`  ${name}: ${reason}`)
    console.log('Automatic payments are off: ask your customers for their cards again.')
  } finally {
    await store.close()
  }
  process.exit(0)
} catch (fault) {
  const isExpected =
    fault instanceof ConfigFault ||
    fault instanceof DataFolderInUse ||
    fault instanceof ArchiveFault
  console.error(isExpected ? fault.message : fault)
  process.exit(1)
}
