import type { FastifyReply, FastifyRequest } from 'fastify'

export const noSuchCall = { status: 404, code: 'not_found', error: 'There is no such call.' }
const badAddress = { status: 400, code: 'malformed', error: 'This address is malformed.' }

/** Answers with the body of every error, outside of the declared calls too. */
export const sendError = (
  { id }: FastifyRequest,
  reply: FastifyReply,
  { status, code, error }: typeof noSuchCall,
): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ error, code, request_id: id }))

/** What a request gets that no route can be looked up for, such as `/%`. */
export const answerUnrouted = (
  _fault: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  sendError(request, reply, badAddress)
}
