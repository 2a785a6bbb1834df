import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../../domain/base/email.ts'
import type { Say } from './pages.ts'
import type { Account } from './service.ts'
import type { PageOptions } from './options.ts'
import { localeFrom, preferredLocale, type Locale } from '../../../domain/base/locale.ts'
import { identity as en } from '../../../words/en/identity.ts'
import { identity as es } from '../../../words/es/identity.ts'

type Form = Record<string, string>
export const formOf = (request: FastifyRequest): Form => {
  const body = (request.body ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, 1000)]] : [],
    ),
  )
}
/** What the browser says with a passkey: longer than a field somebody types. */
export const passkeyIn = (request: FastifyRequest): string => {
  const { response } = (request.body ?? {}) as { response?: unknown }
  return typeof response === 'string' ? response.slice(0, 20_000) : ''
}
export const queryOf = (request: FastifyRequest): Form => request.query as Form
export const uidOf = (request: FastifyRequest): string | null =>
  (request.params as { uid?: string }).uid ?? null

/** `ui_locales` is what the application asked for; the page's own links carry it on as `lang`. */
export const sayTo = (request: FastifyRequest, ui_locales?: unknown): Say =>
  sayIn(
    request.headers['accept-language'],
    queryOf(request)['lang'],
    typeof ui_locales === 'string' ? ui_locales.split(' ')[0] : undefined,
  )

export const html = (reply: FastifyReply, body: string, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(body)

/**
 * A form another site sent from its page: it could sign a visitor in as someone else. Old browsers,
 * and all of them without https, don't say whose page a request comes from, only its origin.
 */
export function isForeignForm({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  if (method !== 'POST') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return ['cross-site', 'same-site'].includes(site)
  const { origin } = headers
  return origin !== undefined && origin !== new URL(publicUrl).origin
}

/**
 * How often each form can be sent, by all processes together. A device the account has used before
 * has limits of its own, so that a stranger can't use up the owner's.
 */
export function limitsOf({ throttle, devices }: Pick<PageOptions, 'throttle' | 'devices'>) {
  const owned = (
    request: FastifyRequest,
    email: string | null,
    account: Account | undefined,
  ): string => {
    const whose = email === null ? `account ${account?.id}` : emailKey(email)
    return account && devices.knows(request, account.id) ? `${whose} on a known device` : whose
  }
  const hour = 3600
  return {
    signInFrom: (request: FastifyRequest) => throttle.within(`sign-in from ${request.ip}`, 100, 60),
    guess: (request: FastifyRequest, email: string | null, account: Account | undefined) =>
      throttle.guess(`password of ${owned(request, email, account)}`),
    guessed: (request: FastifyRequest, email: string | null, account: Account) =>
      throttle.forget(`password of ${owned(request, email, account)}`),
    code: (request: FastifyRequest, account: Account) =>
      throttle.guess(`code of ${owned(request, account.email, account)}`),
    coded: (request: FastifyRequest, account: Account) =>
      throttle.forget(`code of ${owned(request, account.email, account)}`),
    codeFrom: (request: FastifyRequest) => throttle.within(`code from ${request.ip}`, 20, 60),
    codeTo: async (request: FastifyRequest, address: string, account_id: string | null) => {
      const isOwn = account_id !== null && devices.knows(request, account_id)
      const whose = isOwn ? `${address} on a known device` : address
      return (
        (await throttle.within(`code to ${whose}`, 3, 15 * 60)) &&
        throttle.within(`codes to ${whose}`, 10, 24 * hour)
      )
    },
    signUp: (request: FastifyRequest) => throttle.within(`sign-up from ${request.ip}`, 10, 60),
    mailFrom: (request: FastifyRequest) => throttle.within(`mail from ${request.ip}`, 10, 60),
    mail: async (request: FastifyRequest, email: string | null, account: Account | undefined) => {
      const whose = owned(request, email, account)
      return (
        (await throttle.within(`mail to ${whose} from ${request.ip}`, 3, 60)) &&
        throttle.within(`mail to ${whose}`, 20, 24 * hour)
      )
    },
  }
}

const tables = { en, es }

/**
 * The language of a page: the one its link asks for, or the application did (`ui_locales`), or the
 * browser's.
 */
export function sayIn(
  acceptLanguage: string | undefined,
  ...wishes: readonly (string | undefined)[]
): Say {
  const own = preferredLocale(acceptLanguage)
  const wished = wishes.map(localeFrom).find((one): one is Locale => one !== null)
  const locale = wished ?? own
  return { locale, words: tables[locale], asked: locale === own ? null : locale }
}
