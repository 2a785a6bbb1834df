import { describe, expect, it } from 'vitest'
import { previewSum } from './SeriesPreview.tsx'

const nothing = { changed: 0, kept: 0, dropped: 0, conflicts: 0, invoices_affected: 0 }

describe('what an edit of a series does, in a line', () => {
  it.each([
    [{}, 'All dates follow the series'],
    [{ conflicts: 8 }, '8 conflicts'],
    [
      { changed: 2, kept: 1, dropped: 3, conflicts: 1, invoices_affected: 1 },
      '2 changed, 1 kept, 3 dropped, 1 conflict, 1 invoice touched',
    ],
  ])('%j: %s', (some, text) => {
    expect(previewSum({ ...nothing, ...some })).toBe(text)
  })
})
