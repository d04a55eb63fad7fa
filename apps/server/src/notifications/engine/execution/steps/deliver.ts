import { ProviderError, type SendResult } from '@recado/providers/provider'
import { sanitizeText } from '#server/lib/sanitize-text.ts'
import type { NewMessage } from '../queries/writes.ts'

/** One message that is about to be handed to a provider. */
export type Attempt = { message: NewMessage; send: () => Promise<SendResult> }

/** What came of an attempt. Only `unreachable` is certain not to have been sent and worth another try. */
export type Delivery =
  | { result: 'sent'; id: string | null }
  | { result: 'refused' | 'unreachable' | 'unknown'; error: string; raw?: string; retryAfterSeconds?: number }

const short = (text: string) => sanitizeText(text.length > 2000 ? `${text.slice(0, 2000)}…` : text)

/** Calls the provider once. An error that the adapter did not explain leaves the fate unknown. */
export const deliver = async (attempt: Attempt): Promise<Delivery> => {
  try {
    const { id } = await attempt.send()
    return { result: 'sent', id: id ? sanitizeText(id) : null }
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      return { result: 'unknown', error: short(error instanceof Error ? error.message : String(error)) }
    }
    return {
      result: error.kind,
      error: short(error.message),
      ...(error.raw === undefined
        ? {}
        : { raw: short(typeof error.raw === 'string' ? error.raw : JSON.stringify(error.raw)) }),
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    }
  }
}
