import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { referralCodeIn } from '../../domain/referral.ts'
import type { SignupPage } from '../../domain/signup.ts'
import {
  formFields,
  formPage,
  lostPage,
  thanksPage,
  type FormFault,
  type Typed,
} from './form-html.ts'

const invitationLost = 'Invalid or expired invitation.'
type Fault = { error?: string; code?: string; fields?: Record<string, string> }

/** Other sites may show the form in a frame of theirs: nothing on it acts for anybody who is signed in. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors *"

/** The simple sign-up form at `/public-signup/{code}`. It has no rules of its own: what it sends and shows are the declared calls. */
export async function mountSignupForm(server: FastifyInstance): Promise<void> {
  await server.register(formbody, { bodyLimit: 64 << 10 })

  const call = async (
    request: FastifyRequest,
    method: 'GET' | 'POST',
    url: string,
    body?: object,
  ) => {
    const { cookie, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers
    const answer = await server.inject({
      method,
      url,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(agent ? { 'user-agent': agent } : {}),
        ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
      },
      ...(body ? { payload: body } : {}),
    })
    return {
      status: answer.statusCode,
      body: answer.json<unknown>(),
      cookies: answer.headers['set-cookie'],
    }
  }
  const ask = (request: FastifyRequest, method: 'GET' | 'POST', body?: object) =>
    call(
      request,
      method,
      `/api/public/signup/${encodeURIComponent((request.params as { code: string }).code)}`,
      body,
    )

  const show = (reply: FastifyReply, status: number, html: string): FastifyReply => {
    reply.raw.removeHeader('x-frame-options')
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .send(html)
  }

  /** What the code offers; null once the page that says why not has been sent. */
  const offerOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SignupPage | null> => {
    const { status, body } = await ask(request, 'GET')
    if (status === 200) return body as SignupPage
    // A code of another kind is no invitation to sign up here.
    const isGone = status === 404 || status === 409
    await show(
      reply,
      isGone ? 404 : status,
      lostPage(isGone ? invitationLost : sentence(body as Fault, 'Something went wrong.')),
    )
    return null
  }

  const path = '/public-signup/:code'
  server.get(path, async (request, reply) => {
    const offer = await offerOf(request, reply)
    if (!offer) return reply
    return show(reply, 200, formOf(offer, typedIn(null), { summary: null, fields: {} }))
  })

  // Where the page of an organization sends whoever has no scripts; a friend's code comes along.
  server.get('/public-signup/org/:slug', async (request, reply) => {
    const { status, body } = await call(
      request,
      'GET',
      `/api/public/org/${encodeURIComponent((request.params as { slug: string }).slug)}`,
    )
    const code = status === 200 ? (body as { signup_code: string | null }).signup_code : null
    if (!code)
      return show(
        reply,
        status === 200 || status === 404 ? 404 : status,
        lostPage(status === 429 ? sentence(body as Fault, '') : 'Organization not found.'),
      )
    const ref = referralCodeIn((request.query as { ref?: unknown }).ref)
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/public-signup/${code}${ref ? `?ref=${ref}` : ''}`, 303)
  })

  server.post(path, async (request, reply) => {
    const offer = await offerOf(request, reply)
    if (!offer) return reply
    const typed = typedIn(request.body)
    const { status, body, cookies } = await ask(
      request,
      'POST',
      sentBy(typed, offer, request.query),
    )
    if (status === 200) {
      if (cookies) reply.header('set-cookie', cookies)
      return show(
        reply,
        200,
        thanksPage({
          organization: offer.organization.name,
          code: (request.params as { code: string }).code,
        }),
      )
    }
    const fault = body as Fault
    if (status === 404) return show(reply, 404, lostPage(invitationLost))
    const fields = fault.fields ?? {}
    const isShown =
      Object.keys(fields).length > 0 &&
      Object.keys(fields).every((name) => (formFields as readonly string[]).includes(name))
    return show(
      reply,
      status,
      formOf(offer, typed, { summary: isShown ? null : sentence(fault, 'Signup failed'), fields }),
    )
  })
}

/** The call's own sentence; `internal` is its shrug, for which the place has better words. */
const sentence = ({ error, code }: Fault, fallback: string): string =>
  error && code !== 'internal' ? error : fallback

const formOf = ({ organization, services }: SignupPage, typed: Typed, fault: FormFault): string =>
  formPage({ organization: organization.name, services, typed, fault })

function typedIn(body: unknown): Typed {
  const given = (body ?? {}) as Record<string, unknown>
  const textOf = (value: unknown): string =>
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 500) : ''
  const services = [given['services'] ?? []].flat().map(textOf)
  return {
    services,
    ...(Object.fromEntries(formFields.map((name) => [name, textOf(given[name])])) as Omit<
      Typed,
      'services'
    >),
  }
}

/** What was typed, with the code of the friend whose link it is: the form is sent to the address it was opened at. */
const sentBy = (
  { services, name, phone_number, website, ...rest }: Typed,
  offer: SignupPage,
  query: unknown,
) => ({
  ...rest,
  ref: referralCodeIn((query as { ref?: unknown }).ref),
  ...(website ? { website } : {}),
  name: name.trim() || null,
  phone_number: phone_number.trim() || null,
  services_selected: offer.services
    .filter(({ key }) => services.includes(key))
    .map(({ key, price_cents }) => ({ key, price_cents })),
})
