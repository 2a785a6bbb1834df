import { describe, expect, it } from 'vitest'
import { editRules } from './undo.ts'

describe('editRules', () => {
  const facts = {
    created_at: '2026-03-02T12:00:00Z',
    now: '2026-03-02T12:15:00Z',
    overtaken: false,
  }
  it.each([
    ['allows undo for 15 minutes', facts, undefined],
    ['not after that', { ...facts, now: '2026-03-02T12:15:01Z' }, 'undo_expired'],
    ['not after a later change', { ...facts, overtaken: true }, 'edit_overtaken'],
  ])('%s', (_, given, code) => expect(editRules.undo(given)?.code).toBe(code))
})
