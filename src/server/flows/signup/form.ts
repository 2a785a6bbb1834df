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
import { bodyOf, faultOf, sentence, typedIn, type Fault } from './form-input.ts'

/** Other sites may embed the form: nothing on it acts on behalf of a signed-in person. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors *"

/**
 * The simple sign-up form at `/public-signup/{code}`. It has no rules of its own; everything goes
 * through the declared calls.
 */
export async function mountSignupForm(server: FastifyInstance): Promise<void> {
  await server.register(formbody, { bodyLimit: 64 << 10 })
  const call = callsOn(server)
  const path = '/public-signup/:code'
  server.get(path, (request, reply) => showForm(call, request, reply))
  server.post(path, (request, reply) => takeForm(call, request, reply))
  // Where an organization's page sends visitors without scripts, along with any referral code.
  server.get('/public-signup/org/:slug', (request, reply) => leadToForm(call, request, reply))
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

async function leadToForm(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { slug } = request.params as { slug: string }
  const say = sayTo(request)
  const { status, body } = await call(request, 'GET', `/api/public/org/${encodeURIComponent(slug)}`)
  const code = status === 200 ? (body as { signup_code: string | null }).signup_code : null
  if (!code)
    return show(
      reply,
      status === 200 ? 404 : status,
      lostPage(say, status === 429 ? sentence(say, body as Fault, '') : say.words.organizationLost),
    )
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
