import type { Waiting } from './store.ts'

/** Acts sent in one call. */
export const atOnce = 20

/** An act as the server reads it: how long it has waited is measured when it is sent. */
export function commandOf(waiting: Waiting) {
  const { seq: _, worker: _worker, is_tried: _tried, pressed_ms, ...act } = waiting
  const at = new Date(pressed_ms).toISOString()
  return { ...act, at, waited_ms: Math.max(0, Date.now() - pressed_ms) }
}
