import { Readable } from 'node:stream'
import type { Message } from '@recado/contracts/inbox/messages'
import { exportConversation, type TranscriptFormat } from '@recado/contracts/inbox/transcripts'
import { z } from 'zod'
import { assertAbility, type CompanyCtx, type Ctx, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { encodeCursor } from '#server/lib/cursor.ts'
import { pdfChunks } from '#server/lib/pdf/pdf-thread.ts'
import { findAccount } from '#server/modules/identity/users/index.ts'
import { readConversationDetail } from '#server/modules/inbox/conversations/index.ts'
import { listTimeline } from '#server/modules/inbox/messages/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { defineTask, readTask, type TaskProgress } from '#server/modules/shared/tasks/index.ts'
import { type Head, lineOf, mediaName, pdfHead, pdfLine } from './lines.ts'
import { type FoundFile, packArchive } from './pack.ts'
import { type JsonEntry, jsonChunks, textChunks } from './write-text.ts'

const PAGE = 200
const start = encodeCursor({ at: '1970-01-01 00:00:00+00', id: '00000000-0000-0000-0000-000000000000' })

type Wanted = { conversationId: string; media: boolean; notes: boolean }
type Input = Wanted & { format: TranscriptFormat }

export type Entry = { message: Message; file: string | null }

/** Everything said in a conversation, oldest first; `found` is called with each file on the way. */
export async function* entriesOf(
  ctx: CompanyCtx,
  { conversationId, media, notes }: Wanted,
  progress: TaskProgress,
  found: (file: string, message: Message) => void,
): AsyncGenerator<Entry> {
  let count = 0
  for (let after: string | null = start; after !== null; ) {
    const { data, page }: Awaited<ReturnType<typeof listTimeline>> = await listTimeline(ctx, conversationId, {
      after,
      limit: PAGE,
    })
    for (const message of data) {
      count++
      if (!notes && (message.direction === 'note' || message.direction === 'event')) continue
      const file = media ? mediaName(message, count) : null
      if (file) found(file, message)
      yield { message, file }
    }
    await progress.report(count)
    after = page.has_after ? page.after : null
  }
}

async function* linesOf(entries: AsyncIterable<Entry>, head: Head) {
  for await (const { message, file } of entries) yield lineOf(message, file, head)
}

async function* pdfLines(entries: AsyncIterable<Entry>, head: Head) {
  for await (const line of linesOf(entries, head)) yield pdfLine(line)
}

/** A message for keeping: the address of its file expires, so that it has the name within the archive instead. */
export const jsonEntry = ({ message, file }: Entry): JsonEntry => ({
  ...message,
  media: message.media && { ...message.media, url: null, file },
})

async function* jsonOf(entries: AsyncIterable<Entry>): AsyncGenerator<JsonEntry> {
  for await (const entry of entries) yield jsonEntry(entry)
}

const mimes = { pdf: 'application/pdf', txt: 'text/plain; charset=utf-8', json: 'application/json' } as const

const documentOf = (format: TranscriptFormat, head: Head, entries: AsyncIterable<Entry>): NodeJS.ReadableStream => {
  if (format === 'pdf') return Readable.from(pdfChunks(pdfHead(head), pdfLines(entries, head)))
  if (format === 'txt') return Readable.from(textChunks(head, linesOf(entries, head)))
  const { contact, channel } = head
  return Readable.from(jsonChunks({ contact, channel, exportedAt: head.at.toISOString() }, jsonOf(entries)))
}

/** How whoever exports reads times, and when they do. */
export const readerOf = async (ctx: CompanyCtx): Promise<Omit<Head, 'contact' | 'channel'>> => {
  const reader = ctx.actor.kind === 'user' ? await findAccount(ctx, ctx.actor.userId) : null
  const { dateFormat = 'auto', timeFormat = 'auto' } = reader?.preferences ?? {}
  return { locale: reader?.locale ?? 'en', timezone: ctx.company.timezone, dateFormat, timeFormat, at: ctx.now() }
}

const headOf = async (ctx: CompanyCtx, conversationId: string): Promise<Head> => {
  const { contact, channel } = await readConversationDetail(ctx, conversationId)
  const reader = await readerOf(ctx)
  return { ...reader, contact: contact.displayName, channel: `${channel.name} (${channel.phone})` }
}

const write = async (ctx: Ctx, input: Input, progress: TaskProgress) => {
  assertAbility(ctx, 'conversations.export')
  if (!ctx.company) throw new AppError('not_found')
  const own = { ...ctx, company: ctx.company }
  const head = await headOf(own, input.conversationId)
  const found: FoundFile[] = []
  const entries = entriesOf(own, input, progress, (file, { id, occurredAt }) =>
    found.push({ file, messageId: id, occurredAt }),
  )
  const document = documentOf(input.format, head, entries)
  const base = `conversation-${input.conversationId.slice(-12)}`
  if (!input.media) return { name: `${base}.${input.format}`, mime: mimes[input.format], source: document }
  const source = packArchive(own, [{ name: `${base}.${input.format}`, source: document }], found)
  return { name: `${base}.zip`, mime: 'application/zip', source }
}

const { shape } = exportConversation.body

export const conversationExport = defineTask({
  kind: 'conversation.export',
  input: z.object({
    conversationId: z.uuid(),
    format: shape.format,
    media: z.boolean(),
    notes: z.boolean(),
  }),
  run: write,
})

/** Starts the export of a conversation that the actor may see. Throws `not_found`. */
export const startConversationExport = async (ctx: CompanyCtx & UserCtx, input: Input) => {
  await readConversationDetail(ctx, input.conversationId)
  const id = await conversationExport.start(ctx, input)
  const target = { type: 'conversation', id: input.conversationId }
  await recordAudit(ctx, { action: 'conversation.export', target, diff: { format: input.format, media: input.media } })
  return readTask(ctx, id)
}
