import { plainColor, textOn, type Brand } from '../../domain/base/brand.ts'
import { phoneText } from '../../domain/base/contact.ts'
import { localeTags, type Locale } from '../../domain/base/locale.ts'
import { letterFrame as en } from '../../words/en/letter-frame.ts'
import { letterFrame as es } from '../../words/es/letter-frame.ts'
import { homeUrl } from './links.ts'

/** What stands around every letter, in the language it is written in. */
const frames: Record<Locale, typeof en> = { en, es }

/** The business a message speaks for; absent, it is Fieldhive itself. */
export type Sender = {
  name: string
  email?: string | null
  phone_number?: string | null
  /** Named in offers, as the law wants it. */
  postal_address?: string | null
  logo?: Brand['logo']
  color?: string | null
}

/** A message as plain text in parts; the layout gives them their look. Nothing in here is markup, so nothing in here can be. */
export type Letter = {
  /** The language it is written in. */
  locale: Locale
  subject: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  from?: Sender | null
  heading: string
  greeting?: string | null
  paragraphs: readonly string[]
  /** Facts in two columns. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Amounts in two columns, closed by a total. */
  bill?: {
    lines: readonly (readonly [label: string, amount: string])[]
    total: readonly [label: string, amount: string]
  }
  button?: { label: string; url: string } | null
  /** After the button: what to do if this was not you, how long the link lives. */
  notes?: readonly string[]
  /** Why the message came. */
  footer: string
  /** The link that ends messages of this sort. */
  unsubscribe?: { label: string; url: string } | null
  /** The same in one text message; absent when it has no short form. */
  sms?: string
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** A link of ours; anything that is not http(s) becomes harmless. */
const safeUrl = (url: string): string => (/^https?:\/\//i.test(url) ? url : '#')

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

const head = (title: string, locale: Locale): string => `<!doctype html>
<html lang="${localeTags[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:#17573d}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.wide{display:block!important;width:100%!important;box-sizing:border-box!important;text-align:center!important}}
@media (prefers-color-scheme:dark){
.ground{background:#151b18!important}.card{background:#1c2420!important;border-color:#313b36!important}
.ink{color:#eef2ef!important}.soft{color:#b5bfb9!important}.line{border-color:#313b36!important}
.box{background:#151b18!important;border-color:#313b36!important}a.plain{color:#8fd3b0!important}
.btn{border-color:#8a948e!important}.logo{background:#ffffff!important;padding:6px!important;border-radius:8px!important}}
</style></head>`

const paragraph = (text: string, style = 'font-size:16px;line-height:25px', tone = 'ink'): string =>
  `<p class="${tone}" style="margin:0 0 16px;${style};color:${tone === 'ink' ? '#1c211e' : '#57564d'};font-family:${font}">${escapeHtml(text).replace(/\n/g, '<br>')}</p>`

/** Keeps '9:00 AM' on one line. */
const unbroken = (text: string): string => text.replace(/(\d) ([AP]M|[ap]\.m\.)/g, '$1\u00a0$2')

const row = (label: string, value: string, { strong = false, first = false } = {}): string => {
  const cell = `padding:10px 0;font-family:${font};font-size:15px;line-height:22px;${first ? '' : 'border-top:1px solid #e4e1d8;'}`
  // A link reads as what it opens: pay links are long.
  if (/^https?:\/\//i.test(value))
    return `<tr><td class="line" colspan="2" style="${cell}"><a class="plain" href="${escapeHtml(safeUrl(value))}" style="color:#17573d;font-weight:600">${escapeHtml(label)}</a></td></tr>`
  return `<tr><td class="${strong ? 'ink' : 'soft'} line" style="${cell}vertical-align:top;color:${strong ? '#1c211e' : '#57564d'};${strong ? 'font-weight:700;' : ''}">${escapeHtml(label)}</td>
<td class="ink line" align="right" style="${cell}color:#1c211e;font-weight:${strong ? 700 : 500};padding-left:16px;vertical-align:top;font-variant-numeric:tabular-nums">${escapeHtml(unbroken(value))}</td></tr>`
}

const box = (rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="box" style="margin:4px 0 22px;border:1px solid #e4e1d8;border-radius:12px;background:#faf9f6;border-collapse:separate">
<tr><td style="padding:6px 18px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows}</table></td></tr></table>`

function button({ label, url }: { label: string; url: string }, color: string): string {
  const href = escapeHtml(safeUrl(url))
  return `<table role="presentation" cellpadding="0" cellspacing="0" class="wide" style="margin:8px 0 22px"><tr><td class="wide" bgcolor="${color}" style="border-radius:10px;background:${color}">
<a href="${href}" class="wide btn" style="display:inline-block;border:1px solid ${color};padding:14px 29px;font-family:${font};font-size:17px;line-height:20px;font-weight:600;color:${textOn(color)};text-decoration:none;border-radius:10px">${escapeHtml(label)}</a></td></tr></table>`
}

/** The sender, at the top: the logo in place of the name, which a mail program shows where pictures are off. */
function letterhead({ from }: Letter): string {
  const name = escapeHtml(from?.name ?? 'Fieldhive')
  const text = `font-family:${font};font-size:17px;font-weight:700;color:#1c211e`
  if (from?.logo) {
    const { path, width, height } = from.logo
    return `<img class="logo" src="${escapeHtml(homeUrl(path))}" alt="${name}" width="${width}" height="${height}" style="display:block;border:0;${text}">`
  }
  return `<span style="display:inline-block;width:12px;height:12px;border-radius:4px;background:${from?.color ?? '#f6b73c'};vertical-align:-1px"></span>
<span class="ink" style="${text};padding-left:8px">${name}</span>`
}

/** How the business is reached: '(919) 555-0100 · office@example.com'. */
const reachOf = ({ from }: Letter): string =>
  [from?.phone_number && phoneText(from.phone_number), from?.email, from?.postal_address]
    .filter(Boolean)
    .join(' · ')

/** The whole letter as HTML that old mail programs understand: tables, inline styles, at most 600 px wide, light and dark. */
export function renderHtml(letter: Letter): string {
  const { locale } = letter
  const words = frames[locale]
  const name = letter.from?.name ?? 'Fieldhive'
  const reach = reachOf(letter)
  const facts = letter.facts ?? []
  const parts = [
    `<h1 class="ink" style="margin:0 0 18px;font-family:${font};font-size:25px;line-height:32px;font-weight:700;letter-spacing:-.2px;color:#1c211e">${escapeHtml(letter.heading)}</h1>`,
    ...(letter.greeting ? [paragraph(letter.greeting)] : []),
    ...letter.paragraphs.map((text) => paragraph(text)),
    ...(facts.length
      ? [
          box(
            facts
              .map(([label, value], index) => row(label, value, { first: index === 0 }))
              .join(''),
          ),
        ]
      : []),
    ...(letter.bill
      ? [
          box(
            letter.bill.lines
              .map(([label, amount], index) => row(label, amount, { first: index === 0 }))
              .join('') +
              row(...letter.bill.total, { strong: true, first: !letter.bill.lines.length }),
          ),
        ]
      : []),
    ...(letter.button
      ? [
          button(letter.button, letter.from?.color ?? plainColor),
          `<p class="soft" style="margin:0 0 16px;font-family:${font};font-size:13px;line-height:20px;color:#57564d">${escapeHtml(words.ifButtonFails)}<br><a class="plain" href="${escapeHtml(safeUrl(letter.button.url))}" style="color:#17573d;word-break:break-all">${escapeHtml(letter.button.url)}</a></p>`,
        ]
      : []),
    ...(letter.notes ?? []).map((text) =>
      paragraph(text, 'font-size:14px;line-height:22px', 'soft'),
    ),
  ]
  // The run of blanks keeps the first lines of the body out of the mailbox's preview.
  return `${head(escapeHtml(letter.subject), locale)}
<body class="ground" style="margin:0;padding:0;background:#f3f1ec;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(letter.preheader)}${'&#8199;&#65279;&#847; '.repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f3f1ec"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="pad" style="padding:0 36px 18px">${letterhead(letter)}</td></tr>
<tr><td class="card pad" style="padding:36px 36px 20px;background:#ffffff;border:1px solid #e4e1d8;border-radius:18px">${parts.join('\n')}</td></tr>
<tr><td class="pad soft" style="padding:22px 36px 0;font-family:${font};font-size:13px;line-height:20px;color:#57564d">${[
    reach ? `${escapeHtml(name)} · ${escapeHtml(reach)}` : '',
    escapeHtml(letter.footer),
    letter.from ? words.sentFor : words.aboutUs,
    letter.unsubscribe
      ? `<a class="plain" href="${escapeHtml(safeUrl(letter.unsubscribe.url))}" style="color:#17573d">${escapeHtml(letter.unsubscribe.label)}</a>`
      : '',
  ]
    .filter(Boolean)
    .join('<br>')}</td></tr>
</table></td></tr></table></body></html>`
}

/** The same for mail programs that show text. */
export function renderText(letter: Letter): string {
  const name = letter.from?.name ?? 'Fieldhive'
  const reach = reachOf(letter)
  const pairs = [
    ...(letter.facts ?? []),
    ...(letter.bill ? [...letter.bill.lines, letter.bill.total] : []),
  ]
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
  return [
    letter.heading,
    letter.greeting,
    ...letter.paragraphs,
    pairs,
    letter.button ? `${letter.button.label}:\n${letter.button.url}` : '',
    ...(letter.notes ?? []),
    `-- \n${name}${reach ? ` · ${reach}` : ''}\n${letter.footer}${letter.unsubscribe ? `\n${letter.unsubscribe.label}: ${letter.unsubscribe.url}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
