import { describe, expect, it } from 'vitest'
import { localeFrom, preferredLocale } from './locale.ts'

describe('the language of a tag', () => {
  it.each([
    ['es-MX', 'es'],
    ['es', 'es'],
    ['ES_us', 'es'],
    ['en-GB', 'en'],
    ['est', null],
    ['de', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j: %j', (tag, locale) => expect(localeFrom(tag)).toBe(locale))
})

describe('the language wanted most', () => {
  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['en;q=0.2, es;q=0.7', 'es'],
    ['de-DE,de;q=0.9,es;q=0.1', 'es'],
    ['es;q=0, en;q=0.1', 'en'],
    ['de,fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('%j: %s', (header, locale) => expect(preferredLocale(header)).toBe(locale))
})
