import { Readable } from 'node:stream'
import type { ContactConsents } from '@recado/contracts/contacts/consents'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import type { PrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { z } from 'zod'
import { assertAbility, type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { pdfChunks } from '#server/lib/pdf/pdf-thread.ts'
import { readAnyContact, readConsents } from '#server/modules/contacts/contacts/index.ts'
import { readRequest, readRequests } from '#server/modules/contacts/privacy/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import {
  type Entry,
  entriesOf,
  type FoundFile,
  jsonEntry,
  packArchive,
  readerOf,
} from '#server/modules/inbox/transcripts/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { defineTask, readTask, type TaskProgress } from '#server/modules/shared/tasks/index.ts'
import { packageHead, packageLines } from './lines.ts'
import {
  type ExportedConversation,
  type ExportedList,
  type ExportedNote,
  eventsOf,
  listConversationsOf,
  listListsOf,
  listNotesOf,
} from './queries.ts'

const MOST_REQUESTS = 100

/** All that is kept about a contact, but for what can be too much to hold at once: events and messages. */
export type Dossier = {
  contact: ContactCard
  lists: ExportedList[]
  consents: ContactConsents
  notes: ExportedNote[]
  requests: PrivacyRequest[]
  conversations: ExportedConversation[]
}

const readDossier = async (ctx: CompanyCtx, contactId: string): Promise<Dossier> => {
  const contact = await readAnyContact(ctx, contactId)
  const { id } = contact
  return {
    contact,
    lists: await listListsOf(ctx, id),
    consents: await readConsents(ctx, id),
    notes: await listNotesOf(ctx, id),
    requests: (await readRequests(ctx, { view: 'all', contactId: id, limit: MOST_REQUESTS })).data,
    conversations: await listConversationsOf(ctx, id),
  }
}

export type Talk = { conversation: ExportedConversation; entries: AsyncGenerator<Entry> }

/** Every conversation with what was said in it; files have names that are unique within the archive. */
async function* talksOf(
  ctx: CompanyCtx,
  { conversations }: Dossier,
  progress: TaskProgress,
  found: FoundFile[],
): AsyncGenerator<Talk> {
  let before = 0
  for (const [index, conversation] of conversations.entries()) {
    let own = 0
    const report = async (count: number) => {
      own = count
      await progress.report(before + count)
    }
    const wanted = { conversationId: conversation.id, media: true, notes: true }
    const prefix = `media/${String(index + 1).padStart(3, '0')}-`
    const nameOf = (file: string) => file.replace('media/', prefix)
    const entries = entriesOf(ctx, wanted, { ...progress, report }, (file, { id, occurredAt }) =>
      found.push({ file: nameOf(file), messageId: id, occurredAt }),
    )
    const named = async function* () {
      for await (const { message, file } of entries) yield { message, file: file && nameOf(file) }
    }
    yield { conversation, entries: named() }
    before += own
  }
}

async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let first = true
  for await (const item of items) {
    yield `${first ? '\n' : ',\n'}${JSON.stringify(item)}`
    first = false
  }
}

async function* jsonEntries(entries: AsyncIterable<Entry>) {
  for await (const entry of entries) yield jsonEntry(entry)
}

async function* jsonOf(ctx: CompanyCtx, dossier: Dossier, talks: AsyncIterable<Talk>): AsyncGenerator<string> {
  const { conversations: _, ...known } = dossier
  const head = JSON.stringify({ exportedAt: ctx.now().toISOString(), company: ctx.company.name, ...known })
  yield `${head.slice(0, -1)},"events":[`
  yield* listed(eventsOf(ctx, dossier.contact.id))
  yield '],"conversations":['
  let first = true
  for await (const { conversation, entries } of talks) {
    yield `${first ? '\n' : ',\n'}${JSON.stringify(conversation).slice(0, -1)},"messages":[`
    yield* listed(jsonEntries(entries))
    yield ']}'
    first = false
  }
  yield ']}\n'
}

type Input = { contactId: string; requestId?: string | undefined }

const write = async (ctx: Ctx, { contactId }: Input, progress: TaskProgress) => {
  assertAbility(ctx, 'privacy.manage')
  if (!ctx.company) throw new AppError('not_found')
  const own = { ...ctx, company: ctx.company }
  const dossier = await readDossier(own, contactId)
  const head = { ...(await readerOf(own)), contact: dossier.contact.displayName, channel: '' }
  const found: FoundFile[] = []
  const json = jsonOf(own, dossier, talksOf(own, dossier, progress, found))
  // The files were found by then.
  const lines = packageLines(dossier, talksOf(own, dossier, progress, []), head)
  const documents = [
    { name: 'data.json', source: Readable.from(json) },
    { name: 'data.pdf', source: Readable.from(pdfChunks(packageHead(own.company.name, head), lines)) },
  ]
  const source = packArchive(own, documents, found)
  return { name: `contact-${dossier.contact.id.slice(-12)}.zip`, mime: 'application/zip', source }
}

export const contactExport = defineTask({
  kind: 'contact.export',
  input: z.object({ contactId: z.uuid(), requestId: z.uuid().optional() }),
  run: write,
})

/** Starts an archive of everything kept about a contact. Throws `not_found` for an unknown contact, or request of theirs. */
export const startContactExport = async (ctx: CompanyCtx & UserCtx, contactId: string, requestId?: string) => {
  const id = await inTransaction(ctx, async (tx) => {
    const contact = await readAnyContact(tx, contactId)
    if (requestId && (await readRequest(tx, requestId)).contact?.id !== contact.id) throw new AppError('not_found')
    const data = requestId ? { requestId } : {}
    const companyId = tx.company.id
    await recordContactEvents(tx, [{ companyId, contactId: contact.id, kind: 'exported', data }])
    await recordAudit(tx, {
      action: 'contact.export',
      target: { type: 'contact', id: contact.id },
      diff: { kind: 'privacy', ...data },
    })
    return contactExport.start(tx, { contactId: contact.id, requestId })
  })
  return readTask(ctx, id)
}
