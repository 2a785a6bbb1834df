// Errors in Stripe's wording. The body is always { error: {…} }; the official SDK treats anything
// else as success.

export type ErrorFields = {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  code?: string
  decline_code?: string
  param?: string
  message: string
  [field: string]: unknown
}

export class ApiError extends Error {
  status: number
  fields: ErrorFields
  /** True if the refusal itself must be stored: a decline leaves a failed charge and events. */
  keep: boolean

  constructor(status: number, fields: ErrorFields, keep = false) {
    super(fields.message)
    this.status = status
    this.fields = { type: 'invalid_request_error', ...fields }
    this.keep = keep
  }
}

export const invalid = (
  message: string,
  code?: string,
  param?: string,
  extra: Record<string, unknown> = {},
): ApiError =>
  new ApiError(400, { message, ...(code ? { code } : {}), ...(param ? { param } : {}), ...extra })

export const missing = (kind: string, id: string, param = 'id', status = 404): ApiError =>
  new ApiError(status, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` })

export const required = (param: string): ApiError =>
  invalid(`Missing required param: ${param}.`, 'parameter_missing', param)
