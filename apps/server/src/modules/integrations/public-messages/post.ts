import type { EndpointResult } from '@recado/contracts'
import type { Message } from '@recado/contracts/inbox/messages'
import type { AddressedMessage, postMessages } from '@recado/contracts/integrations/public-messages'
import { type CompanyCtx, inTransactionOn } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { toAppError } from '#server/http/errors.ts'
import { acceptQuietly } from '#server/modules/inbox/composing/index.ts'
import { openQuietlyIn, type Recipient } from '#server/modules/inbox/conversations/index.ts'
import { loadMessage } from '#server/modules/inbox/messages/index.ts'
import { findConnectedIds } from './queries.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Two letters of a country and what WhatsApp made up, which may name the account before that. */
const BSUID = /^[A-Z]{2}\.[\w.]+$/

const recipientOf = (to: string): Recipient => {
  if (UUID.test(to)) return { contactId: to }
  return BSUID.test(to) ? { bsuid: to } : { phone: to }
}

/** The number that a message leaves by when none is named. Throws `validation_failed` unless there is exactly one. */
const onlyChannel = async (ctx: CompanyCtx): Promise<string> => {
  const [first, ...others] = await findConnectedIds(ctx)
  if (first && others.length === 0) return first
  throw new AppError('validation_failed', {
    errors: [{ path: 'channelId', code: 'required', message: 'The company has no number, or more than one' }],
  })
}

/** What is wrong with the phone number is said of the field that it came in. */
const atTo = (thrown: unknown): unknown => {
  const errors = thrown instanceof AppError && thrown.code === 'validation_failed' ? thrown.details.errors : undefined
  if (!errors?.some(({ path }) => path === 'phone')) return thrown
  const renamed = errors.map((error) => (error.path === 'phone' ? { ...error, path: 'to' } : error))
  return new AppError('validation_failed', { errors: renamed })
}

/**
 * Accepts a message for someone; contact, conversation and message are written together or not at all. A `clientKey` that was
 * used already answers its message. Throws what sending throws, and `not_found` for the number or the person.
 */
export const postMessage = async (ctx: CompanyCtx, input: AddressedMessage, clientKey: string): Promise<Message> => {
  const { to, channelId, name, ...rest } = input
  const { fallbackTemplate, ...draft } = 'fallbackTemplate' in rest ? rest : { ...rest, fallbackTemplate: undefined }
  const channel = channelId ?? (await onlyChannel(ctx))
  const { id, conversationId } = await inTransactionOn(ctx.deps.database.pool, ctx, async (tx, client) => {
    const opened = await openQuietlyIn(tx, client, channel, { ...recipientOf(to), name })
    return { id: await acceptQuietly(tx, opened, { ...draft, clientKey }, fallbackTemplate), conversationId: opened }
  }).catch((thrown: unknown) => {
    throw atTo(thrown)
  })
  return loadMessage(ctx, conversationId, id)
}

type Results = EndpointResult<typeof postMessages>['data']

/** Accepts messages one after the other; each is taken or refused by itself. What is no one's fault stops the call. */
export const postBatch = async (
  ctx: CompanyCtx,
  messages: readonly AddressedMessage[],
  keyOf: (place: number) => string,
): Promise<Results> => {
  const results: Results = []
  for (const [place, message] of messages.entries()) {
    try {
      results.push({ message: await postMessage(ctx, message, keyOf(place)), error: null })
    } catch (thrown) {
      const error = toAppError(thrown as Error)
      if (error.status >= 500) throw thrown
      const { errors, data } = error.details
      results.push({ message: null, error: { code: error.code, ...(errors && { errors }), ...(data && { data }) } })
    }
  }
  return results
}
