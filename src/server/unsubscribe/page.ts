import type { Switched } from '../../domain/message-kinds.ts'
import { escapeHtml } from '../messages/letter.ts'
import { wordsOf } from '../messages/switching.ts'

type Page = { switch: Switched; business: string; locale: string; token: string }

/** Asks first: mail programs open links to scan them. */
export function askPage({ switch: off, business, locale, token }: Page): string {
  const words = wordsOf(locale)
  return page(locale, words.title, words.ask(off, business), [words.stop, pathOf(token)])
}

/** What is off now, and the way back. */
export function donePage({ switch: off, business, locale, token }: Page): string {
  const words = wordsOf(locale)
  const text = `${words.off(off, business)} ${words.back}`
  return page(locale, words.done, text, [words.resume, `${pathOf(token)}/undo`])
}

/** What is on again. */
export function resumedPage({ switch: off, business, locale }: Page): string {
  const words = wordsOf(locale)
  return page(locale, words.resumed, words.on(off, business))
}

const pathOf = (token: string): string => `/api/public/unsubscribe/${token}`

const page = (
  locale: string,
  title: string,
  text: string,
  button?: [label: string, action: string],
): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 20px}button{font:inherit;min-height:48px;padding:12px 24px;border:0;border-radius:10px;background:#1d6b4b;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid currentColor;outline-offset:3px}</style>
</head><body><main><h1>${title}</h1><p>${escapeHtml(text)}</p>${button ? `<form method="post" action="${escapeHtml(button[1])}"><button type="submit">${button[0]}</button></form>` : ''}</main></body></html>`
