// Prints the OpenAPI 3.1 document of every declared call as JSON on standard output; with --write it updates docs/openapi.json.
import { writeFileSync } from 'node:fs'
import { calls } from '../src/api/calls.ts'
import { openapi } from '../src/api/openapi.ts'

const text = `${JSON.stringify(openapi(calls), null, 1)}\n`
if (process.argv.includes('--write'))
  writeFileSync(new URL('../docs/openapi.json', import.meta.url), text)
else process.stdout.write(text)
