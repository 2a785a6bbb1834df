// Answers each request after a random wait of up to JITTER milliseconds, files included, so that answers overtake each
// other as they do on a phone. Finds presses that get lost and steps that count on speed.
import { Server } from 'node:http'

const most_ms = Number(process.env.JITTER)
const emit = Server.prototype.emit

Server.prototype.emit = function emitLater(this: Server, ...args: [string, ...unknown[]]) {
  const go = () => Reflect.apply(emit, this, args)
  if (args[0] !== 'request') return go()
  setTimeout(go, Math.random() * most_ms)
  return true
} as typeof emit
