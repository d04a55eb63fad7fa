import type { Message } from '@recado/contracts/inbox/messages'
import { type Head, headLines, type TranscriptLine } from './lines.ts'

/** A transcript as plain text, a line for each message. */
export async function* textChunks(head: Head, lines: AsyncIterable<TranscriptLine>): AsyncGenerator<string> {
  yield `\ufeff${headLines(head).join('\r\n')}\r\n\r\n`
  for await (const { time, author, text } of lines) yield `[${time}] ${author}: ${text.replace(/\r?\n/g, '\r\n  ')}\r\n`
}

export type JsonEntry = Omit<Message, 'media'> & {
  media: (NonNullable<Message['media']> & { file: string | null }) | null
}

/** A transcript as one JSON document of `{conversation, messages}`. */
export async function* jsonChunks(head: object, entries: AsyncIterable<JsonEntry>): AsyncGenerator<string> {
  yield `{"conversation":${JSON.stringify(head)},"messages":[`
  let first = true
  for await (const entry of entries) {
    yield `${first ? '\n' : ',\n'}${JSON.stringify(entry)}`
    first = false
  }
  yield '\n]}\n'
}
