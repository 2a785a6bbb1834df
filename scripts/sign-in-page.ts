import type { Plugin } from 'vite'
import { plainWords as english } from '../src/words/en/plain.ts'
import { plainWords as spanish } from '../src/words/es/plain.ts'
import { inOnePiece } from './chunks.ts'

const source = new URL('../src/web/sign-in-page.ts', import.meta.url).pathname

const replaced = (text: string, pattern: RegExp, by: (found: string) => string): string => {
  if (!pattern.test(text)) throw new Error(`The application's page has nothing like ${pattern}`)
  return text.replace(pattern, by)
}

/** The application's page as the page that starts the sign-in: what loads the application is held back in it. */
export function signInPageOf(application: string, script: string): string {
  const held: string[] = []
  const loads =
    /[ \t]*<(?:script type="module"[^>]*><\/script|link rel="(?:modulepreload|stylesheet)"[^>]*)>\n?/g
  const hold = (tag: string) => (held.push(tag.trim()), '')
  const rest = replaced(application, loads, hold)
  const started = replaced(rest, /<script>[^]*?<\/script>/, (first) => {
    const scheme = first
      .slice('<script>'.length, -'</script>'.length)
      .replace(/^self\.starts = .*\n/, '')
    return `<template>${held.join('')}</template><style>html:not([lang=es]) .boot [lang=es],html[lang=es] .boot [lang=en]{display:none}</style><script>${scheme};${script}</script>`
  })
  return replaced(
    started,
    /<div class="boot" role="status">[^]*?<\/div>/,
    () =>
      `<main class="boot"><span class="boot-mark" aria-hidden="true"></span><h1><output><span lang="en">${english.finishing}</span><span lang="es">${spanish.finishing}</span></output></h1></main>`,
  )
}

/** Writes the page at `/login` beside the application's. */
export const signInPage = (): Plugin => ({
  name: 'sign-in-page',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const application = bundle['app.html']
      if (application?.type !== 'asset') throw new Error('There is no application to sign in to')
      this.emitFile({
        type: 'asset',
        fileName: 'login.html',
        source: signInPageOf(
          String(application.source),
          await inOnePiece(source, 'start', 'es2022'),
        ),
      })
    },
  },
})
