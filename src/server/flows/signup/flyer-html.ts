import { qrMatrix, qrPath } from '../../../domain/base/qr.ts'
import { callAddress, phoneText } from '../../../domain/base/contact.ts'
import { clockText, dayKeys, minutesOfTime } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import {
  showsPrice,
  type PublicOrganization,
  type SignupPage,
} from '../../../domain/flows/signup.ts'
import { escapeHtml as safe } from '../../messages/letter.ts'
import { page, type Say } from './form-html.ts'

/** As many as fit the printed page; CSS hides the rest there. */
const printedServices = 7

/** A printable page for a business: what it offers and the QR code of its sign-up. `origin`: where it is reached from outside. */
export function flyerPage(
  say: Say,
  { organization, services }: Pick<SignupPage, 'organization' | 'services'>,
  { origin, slug }: { origin: string; slug: string },
): string {
  const { words } = say
  const path = `/signup/org/${encodeURIComponent(slug)}`
  const address = `${origin}${path}`
  const industry = organization.industry && words.industry(organization.industry)
  return page(
    say,
    organization.name,
    `<p class="acts"><button type="button" class="quiet" id="print">${words.print}</button><a class="button" href="${path}">${words.title}</a></p>
<article class="sheet">
<header>${logoOf(organization)}${industry ? `<p class="industry">${safe(industry)}</p>` : ''}<h1>${safe(organization.name)}</h1></header>
<div class="columns">
<div class="code">${qrCode(address, words.qrTo(address))}
<p class="scan">${words.scan}</p>
<p class="address">${safe(address.replace(/^https?:\/\//, ''))}</p></div>
<div class="facts">
${servicesOf(say, services)}${hoursOf(say, organization)}${contactOf(say, organization)}
</div>
</div>
</article>`,
    { head: headOf(say, organization, `${origin}/org/${encodeURIComponent(slug)}/info`, origin) },
  )
}

/** What a chat or a search shows of a link to it. */
const headOf = (
  { words }: Say,
  { name, logo }: PublicOrganization,
  here: string,
  origin: string,
): string => {
  const about = safe(words.aboutBusiness(name))
  return `<meta name="description" content="${about}">
<meta property="og:title" content="${safe(name)}">
<meta property="og:description" content="${about}">
<meta property="og:type" content="website">
<meta property="og:url" content="${safe(here)}">
<meta property="og:image" content="${safe(origin + (logo?.path ?? '/icon-512.png'))}">
<script src="/scheme.js"></script>
<link rel="stylesheet" href="/flyer.css">
<script src="/flyer.js" defer></script>`
}

const logoOf = ({ logo }: PublicOrganization): string =>
  logo ? `<img src="${safe(logo.path)}" width="${logo.width}" height="${logo.height}" alt="">` : ''

function qrCode(text: string, label: string): string {
  const matrix = qrMatrix(text)
  const path = qrPath(matrix)
  const side = matrix.length
  return `<svg role="img" aria-label="${safe(label)}" width="256" height="256" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`
}

const line = (what: string, value = ''): string =>
  `<li><span>${what}</span>${value ? `<span>${value}</span>` : ''}</li>`

const section = (id: string, title: string, body: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${body}</section>\n`

function servicesOf({ words }: Say, services: SignupPage['services']): string {
  if (services.length === 0) return ''
  const lines = services.map(({ label, description, price_cents }) =>
    line(
      `${safe(label)}${description ? `<small>${safe(description)}</small>` : ''}`,
      showsPrice(price_cents) ? formatCents(price_cents) : '',
    ),
  )
  const left = services.length - printedServices
  const more = left > 0 ? `<p class="more">${words.andMore(left)}</p>` : ''
  return section('services', words.services, `<ul>${lines.join('\n')}</ul>${more}`)
}

function hoursOf({ words, locale }: Say, { business_hours }: PublicOrganization): string {
  if (!business_hours) return ''
  const clock = (time: string): string => {
    const minutes = minutesOfTime(time)
    return minutes === null ? safe(time) : clockText(minutes, locale)
  }
  const lines = dayKeys.map((key, at) => {
    const day = business_hours[key]
    const hours = !day || day.closed ? words.closed : `${clock(day.open)} – ${clock(day.close)}`
    return line(words.weekday(at), hours)
  })
  return section('hours', words.hours, `<ul>${lines.join('\n')}</ul>`)
}

function contactOf({ words }: Say, of: PublicOrganization): string {
  const link = (href: string, text: string) => `<a href="${safe(href)}">${safe(text)}</a>`
  const place = [of.city, of.state].filter(Boolean).join(', ')
  const facts = [
    of.phone_number && link(callAddress(of.phone_number), phoneText(of.phone_number)),
    of.email && link(`mailto:${of.email}`, of.email),
    of.website && link(of.website, of.website.replace(/^https?:\/\//, '')),
    place && safe(place),
    of.insurance_provider && safe(words.insuredBy(of.insurance_provider)),
  ]
  const lines = facts.filter(Boolean).map((fact) => `<li>${fact}</li>`)
  return section('contact', words.contact, `<ul class="contact">${lines.join('\n')}</ul>`)
}
