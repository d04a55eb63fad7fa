import { AppError } from '#server/http/app-error.ts'
import { GraphError } from './graph-error.ts'

/** What Meta refused, as our API says it: `provider_error` with the code and its class, without Meta's words. */
export const asAppError = (error: unknown, data: Record<string, unknown> = {}): unknown =>
  error instanceof GraphError
    ? new AppError('provider_error', {
        data: {
          ...data,
          provider: { name: 'whatsapp', code: error.code, class: error.rule.errorClass, traceId: error.fbtraceId },
        },
        cause: error,
      })
    : error
