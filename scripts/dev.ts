// Development: the server restarts when its code changes; Vite runs in front and proxies everything
// but pages.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'
const env = {
  ...process.env,
  PORT: port,
  API_URL: `http://localhost:${port}`,
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}`,
}

const children = [
  ['--watch', '--watch-preserve-output', 'src/server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--port', webPort, '--strictPort'],
].map((args) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }))

const stop = () => children.forEach((child) => child.kill())
for (const child of children)
  child.once('exit', (code) => ((process.exitCode ??= code ?? 0), stop()))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
