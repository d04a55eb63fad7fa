import { buffer } from 'node:stream/consumers'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badRequest } from '#server/notifications/shared/errors.ts'
import type { EventRow } from './queries/events.ts'

const MAX_BYTES = 20 * 1024 * 1024

type Stored = NonNullable<EventRow['attachments']>[number]
type Given = { file: string; name: string; mime: string; channels?: string[] | undefined }

const isGiven = (value: unknown): value is Given => {
  if (typeof value !== 'object' || value === null) return false
  const { file, name, mime, channels } = value as Record<string, unknown>
  const isList = Array.isArray(channels) && channels.every((channel) => typeof channel === 'string')
  return [file, name, mime].every((text) => typeof text === 'string') && (channels === undefined || isList)
}

/** Takes the attachments out of a payload and stores them; answers the payload without them. */
export const storeAttachments = async (
  ctx: EnvironmentCtx,
  payload: Record<string, unknown>,
): Promise<{ payload: Record<string, unknown>; attachments: Stored[] | null }> => {
  const { attachments: given, ...rest } = payload
  if (given === undefined) return { payload, attachments: null }
  if (!Array.isArray(given) || !given.every(isGiven))
    throw badRequest('payload.attachments must be a list of {file, name, mime, channels?: string[]}')
  const attachments: Stored[] = []
  for (const { file, name, mime, channels } of given) {
    const { path } = await ctx.deps.files.put(Buffer.from(file, 'base64'), MAX_BYTES)
    attachments.push({ name, mime, path, channels })
  }
  return { payload: rest, attachments }
}

/** Removes what was stored for an event that was known before. */
export const deleteAttachments = async (ctx: EnvironmentCtx, attachments: readonly Stored[]): Promise<void> => {
  for (const { path } of attachments) await ctx.deps.files.remove(path)
}

/** The attachments of an event that go out on a channel. */
export const attachmentsOf = (ctx: EnvironmentCtx, event: EventRow, channel: string) => {
  const wanted = (event.attachments ?? []).filter(({ channels }) => !channels?.length || channels.includes(channel))
  return Promise.all(
    wanted.map(async ({ name, mime, path }) => ({ name, mime, content: await buffer(ctx.deps.files.read(path)) })),
  )
}
