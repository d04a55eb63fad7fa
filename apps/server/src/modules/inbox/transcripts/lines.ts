import type { PersonPreferences } from '@recado/contracts/identity/preferences'
import type { Message } from '@recado/contracts/inbox/messages'
import type { Locale } from '@recado/contracts/shared'
import { dateTimeWriter } from '@recado/contracts/shared/date-text'
import type { PdfHead, PdfLine } from '#server/lib/pdf/write-pdf.ts'
import { eventText, typeText } from './texts.ts'

const labels = {
  en: {
    team: 'Team',
    note: 'note',
    deleted: 'deleted by its sender',
    edited: 'edited',
    failed: 'not delivered',
    reply: 'in reply to',
    title: 'Conversation',
    channel: 'Number',
    written: 'Exported',
    file: 'file',
  },
  pt: {
    team: 'Equipe',
    note: 'nota',
    deleted: 'apagada por quem enviou',
    edited: 'editada',
    failed: 'não entregue',
    reply: 'em resposta a',
    title: 'Conversa',
    channel: 'Número',
    written: 'Exportada',
    file: 'arquivo',
  },
} as const satisfies Record<Locale, Record<string, string>>

type Reading = Pick<PersonPreferences, 'dateFormat' | 'timeFormat'>

export type Head = Reading & { contact: string; channel: string; locale: Locale; timezone: string; at: Date }

const labelsOf = (locale: Locale) => labels[locale]

const timeText = (instant: string | Date, { locale, timezone, ...reading }: Head) =>
  dateTimeWriter({ ...reading, language: locale, timeZone: timezone }, 'short', 'medium')(instant)

/** What stands above a transcript. */
export const headLines = (head: Head): string[] => {
  const t = labelsOf(head.locale)
  return [
    `${t.title}: ${head.contact}`,
    `${t.channel}: ${head.channel}`,
    `${t.written}: ${timeText(head.at, head)} (${head.timezone})`,
  ]
}

/** Name of the file of a message within the archive; unique by its place in the conversation. */
export const mediaName = (message: Message, place: number): string | null => {
  const { media } = message
  if (media?.state !== 'stored') return null
  const extension = /\.([a-z0-9]{1,5})$/i.exec(media.filename ?? '')?.[1] ?? media.mime?.split(/[/;+]/)[1] ?? 'bin'
  return `media/${String(place).padStart(5, '0')}-${media.kind}.${extension.toLowerCase()}`
}

const authorOf = (message: Message, head: Head) => {
  if (message.direction === 'in') return head.contact
  return message.author?.name ?? labelsOf(head.locale).team
}

const contentOf = (message: Message, file: string | null, head: Head): string => {
  const t = labelsOf(head.locale)
  if (message.revokedAt) return `(${t.deleted})`
  if (message.direction === 'event') return `(${eventText(message, head.locale)})`
  const parts = [
    message.replyTo?.body ? `(${t.reply}: ${message.replyTo.body.slice(0, 80)})` : null,
    message.type === 'text' || message.type === 'note' ? null : `[${typeText(message.type, head.locale)}]`,
    file ? `<${t.file}: ${file}>` : null,
    message.body,
    message.editedAt ? `(${t.edited})` : null,
    message.status === 'failed' ? `(${t.failed})` : null,
  ]
  return parts.filter(Boolean).join(' ')
}

export type TranscriptLine = { time: string; author: string; text: string; kind: Message['direction'] }

/** One message as a line that people read. */
export const lineOf = (message: Message, file: string | null, head: Head): TranscriptLine => {
  const note = message.direction === 'note' ? ` (${labelsOf(head.locale).note})` : ''
  return {
    time: timeText(message.occurredAt, head),
    author: `${authorOf(message, head)}${note}`,
    text: contentOf(message, file, head),
    kind: message.direction,
  }
}

export const pdfHead = (head: Head): PdfHead => {
  const [title = '', ...meta] = headLines(head)
  return { title, meta }
}

export const pdfLine = ({ time, author, text, kind }: TranscriptLine): PdfLine => ({
  label: `${time} · ${author}`,
  text,
  tone: kind === 'note' ? 'note' : kind === 'event' ? 'dim' : 'plain',
})
