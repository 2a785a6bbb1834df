import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeFrom } from '../../../domain/base/locale.ts'
import { referralCodeIn } from '../../../domain/customers/referral.ts'
import type { SignupPage } from '../../../domain/flows/signup.ts'
import {
  formPage,
  lostPage,
  sayTo,
  thanksPage,
  type FormFault,
  type Say,
  type Typed,
} from './form-html.ts'
import { flyerPage } from './flyer-html.ts'
import { bodyOf, faultOf, sentence, typedIn, type Fault } from './form-input.ts'

/** Other sites may embed the form: nothing on it acts on behalf of a signed-in person. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors *"

const flyerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The simple sign-up form at `/public-signup/{code}`, and the flyer that leads to a sign-up. They have no rules of their own;
 * everything goes through the declared calls. `origin`: where they are reached from outside.
 */
export async function mountSignupForm(server: FastifyInstance, origin: string): Promise<void> {
  await server.register(formbody, { bodyLimit: 64 << 10 })
  const call = callsOn(server)
  const path = '/public-signup/:code'
  server.get(path, (request, reply) => showForm(call, request, reply))
  server.post(path, (request, reply) => takeForm(call, request, reply))
  // Where an organization's page sends visitors without scripts, along with any referral code.
  server.get('/public-signup/org/:slug', (request, reply) => leadToForm(call, request, reply))
  server.get('/org/:slug/info', (request, reply) => showFlyer(call, request, reply, origin))
}

type Method = 'GET' | 'POST'
type Call = ReturnType<typeof callsOn>

/** Calls the API for the visitor. */
const callsOn =
  (server: FastifyInstance) =>
  async (request: FastifyRequest, method: Method, url: string, body?: object) => {
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

const codeIn = (request: FastifyRequest): string => (request.params as { code: string }).code

const askSignup = (call: Call, request: FastifyRequest, method: Method, body?: object) =>
  call(request, method, `/api/public/signup/${encodeURIComponent(codeIn(request))}`, body)

async function showForm(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const offer = await offerOf(call, request, reply)
  if (!offer) return reply
  return show(
    reply,
    200,
    formOf(sayTo(request), offer, typedIn(null), { summary: null, fields: {} }),
  )
}

async function takeForm(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const offer = await offerOf(call, request, reply)
  if (!offer) return reply
  const say = sayTo(request)
  const typed = typedIn(request.body)
  const sent = bodyOf(typed, offer, request.query, say.locale)
  const { status, body, cookies } = await askSignup(call, request, 'POST', sent)
  if (status === 200) {
    if (cookies) reply.header('set-cookie', cookies)
    const { organization } = offer
    return show(reply, 200, thanksPage(say, { organization, code: codeIn(request) }))
  }
  if (status === 404) return show(reply, 404, lostPage(say, say.words.lost))
  return show(reply, status, formOf(say, offer, typed, faultOf(say, body as Fault)))
}

const slugIn = (request: FastifyRequest): string => (request.params as { slug: string }).slug

/** What a business shows of itself, or the page that says why it shows nothing. */
async function businessOf(
  call: Call,
  request: FastifyRequest,
): Promise<{ page: SignupPage } | { status: number; lost: string }> {
  const path = `/api/public/org/${encodeURIComponent(slugIn(request))}`
  const { status, body } = await call(request, 'GET', path)
  if (status === 200) return { page: body as SignupPage }
  const say = sayTo(request)
  return {
    status,
    lost: status === 429 ? sentence(say, body as Fault, '') : say.words.organizationLost,
  }
}

async function showFlyer(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): Promise<FastifyReply> {
  const say = sayTo(request)
  const found = await businessOf(call, request)
  const html =
    'page' in found
      ? flyerPage(say, found.page, { origin, slug: slugIn(request) })
      : lostPage(say, found.lost, say.words.linkMistyped)
  return reply
    .code('page' in found ? 200 : found.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', flyerPolicy)
    .send(html)
}

async function leadToForm(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const say = sayTo(request)
  const found = await businessOf(call, request)
  const code = 'page' in found ? found.page.signup_code : null
  if (!code) {
    const { status, lost } =
      'page' in found ? { status: 404, lost: say.words.organizationLost } : found
    return show(reply, status, lostPage(say, lost))
  }
  const { ref, lang } = request.query as { ref?: unknown; lang?: string }
  const kept = Object.entries({ ref: referralCodeIn(ref), lang: localeFrom(lang) })
  const query = new URLSearchParams(kept.filter((one): one is [string, string] => one[1] != null))
  return reply
    .header('cache-control', 'no-store')
    .redirect(`/public-signup/${code}${query.size ? `?${query}` : ''}`, 303)
}

/** What the code offers; null once an error page has been sent. */
async function offerOf(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignupPage | null> {
  const { status, body } = await askSignup(call, request, 'GET')
  if (status === 200) return body as SignupPage
  // A code of another kind is no invitation to sign up here.
  const say = sayTo(request)
  const isGone = status === 404 || status === 409
  await show(
    reply,
    isGone ? 404 : status,
    lostPage(say, isGone ? say.words.lost : sentence(say, body as Fault, say.words.wentWrong)),
  )
  return null
}

function show(reply: FastifyReply, status: number, html: string): FastifyReply {
  reply.raw.removeHeader('x-frame-options')
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(html)
}

const formOf = (
  say: Say,
  { organization, services }: SignupPage,
  typed: Typed,
  fault: FormFault,
): string => formPage(say, { organization, services, typed, fault })
