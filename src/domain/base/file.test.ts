import { describe, expect, it } from 'vitest'
import { fileRules, isPhoto, pictureTypeOf } from './file.ts'

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

describe('pictureTypeOf', () => {
  it.each([
    ['\xff\xd8\xff\xe0rest', 'jpeg'],
    ['\x89PNG\r\n\x1a\nrest', 'png'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
    ['<?xml version="1.0"?><svg/>', null],
    ['GIF89a', null],
    ['\0\0\0\x18ftypheic', null],
    ['RIFF\0\0\0\0WAVE', null],
    ['', null],
  ])('%j: %s', (text, type) => expect(pictureTypeOf(bytes(text))).toBe(type))
})

describe('fileRules.remove', () => {
  const own = { by_crew: true, is_own: true, made_on: '2027-06-09', today: '2027-06-09' }
  it.each([
    ['their own of today', own, null],
    ['their own of yesterday', { ...own, made_on: '2027-06-08' }, 'file_too_old'],
    ['somebody else’s', { ...own, is_own: false }, 'file_not_own'],
    ['any, by the office', { ...own, by_crew: false, is_own: false, made_on: '2026-01-01' }, null],
  ])('%s: %s', (_, facts, code) => expect(fileRules.remove(facts)?.code ?? null).toBe(code))
})

it('a signature is no photo', () => {
  expect([isPhoto({ purpose: 'before' }), isPhoto({ purpose: 'signature' })]).toEqual([true, false])
})
