import type { EndpointInput } from '@recado/contracts'
import {
  type CannedContent,
  type CannedReply,
  cannedReplyLimit,
  type createCannedReply,
  type updateCannedReply,
} from '@recado/contracts/inbox/canned-replies'
import { type CannedValues, fillCannedText, unknownVariables } from '@recado/contracts/inbox/canned-text'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { readConversationDetail } from '#server/modules/inbox/conversations/index.ts'
import { takeAttachment } from '#server/modules/shared/files/index.ts'
import {
  assertOwned,
  type Editor,
  editorOf,
  forgetReferences,
  found,
  mayEdit,
  settingsResource,
} from '#server/modules/shared/settings-resource/index.ts'
import * as queries from './queries.ts'

type Place = Pick<queries.CannedRow, 'scope' | 'teamId' | 'ownerId'>

const isShared = ({ scope }: Pick<Place, 'scope'>) => scope !== 'personal'
const mayEditReply = (editor: Editor, row: Place) => mayEdit(editor, { shared: isShared(row), ownerId: row.ownerId })

const replyOf = (
  row: Omit<queries.NamedCannedRow, 'companyId' | 'createdAt' | 'updatedAt'>,
  editor: Editor,
): CannedReply => ({
  id: row.id,
  shortcut: row.shortcut,
  title: row.title,
  content: row.content,
  scope: row.scope,
  teamId: row.teamId,
  ownerId: row.ownerId,
  uses: row.uses,
  version: row.version,
  fileName: row.fileName,
  editable: mayEditReply(editor, row),
})

/** Where a reply belongs. Throws `validation_failed` for a team that is missing, and `forbidden` for one who may not share. */
const placeOf = async (
  tx: CompanyCtx,
  editor: Editor,
  scope: Place['scope'],
  teamId: string | null,
): Promise<Place> => {
  const place = {
    scope,
    teamId: scope === 'team' ? teamId : null,
    ownerId: scope === 'personal' ? editor.userId : null,
  }
  if (!mayEditReply(editor, place)) throw new AppError('forbidden')
  if (scope === 'team' && !teamId) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'teamId', code: 'required', message: 'A team is required' }],
    })
  }
  await assertOwned(tx, 'teams', place.teamId ? [place.teamId] : [], 'teamId')
  return place
}

const assertText = (content: CannedContent) => {
  const unknown = unknownVariables(content.text)
  if (unknown.length > 0) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'content.text', code: 'unknown_variable', message: `No variable: ${unknown.join(', ')}` }],
    })
  }
}

/** Makes the file the reply's. Throws `validation_failed` for one that is not there, or is something else's. */
const takeFile = async (tx: CompanyCtx, replyId: string, { fileId }: CannedContent) => {
  if (!fileId || (await takeAttachment(tx, tx.company.id, fileId, replyId))) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'content.fileId', code: 'not_found', message: 'No such file here' }],
  })
}

/** Those that the reader can use, most used first. */
export const listCannedReplies = async (ctx: CompanyCtx, search?: string): Promise<CannedReply[]> => {
  const editor = editorOf(ctx)
  return (await queries.listCannedReplies(ctx, editor, search)).map((row) => replyOf(row, editor))
}

type Input = EndpointInput<typeof createCannedReply>['body']
type Change = Omit<EndpointInput<typeof updateCannedReply>['body'], 'version'>

const findSeen = (tx: CompanyCtx, id: string) => queries.findCannedReply(tx, editorOf(tx), id)

export const cannedReplies = settingsResource({
  noun: 'canned_reply',
  limit: cannedReplyLimit,
  count: queries.countCannedReplies,
  find: findSeen,
  assertEditable: (tx, row) => {
    if (!mayEditReply(editorOf(tx), row)) throw new AppError('forbidden')
  },
  nameOf: ({ shortcut }) => shortcut,
  isShared,
  viewOf: (tx, row) => replyOf(row, editorOf(tx)),
  insert: async (tx, input: Input) => {
    assertText(input.content)
    const place = await placeOf(tx, editorOf(tx), input.scope, input.teamId)
    const row = { ...input, ...place, id: newId() }
    await takeFile(tx, row.id, input.content)
    await queries.insertCannedReply(tx, row)
    return found(await findSeen(tx, row.id))
  },
  update: async (tx, before, change: Change) => {
    const { id } = before
    if (change.content) assertText(change.content)
    if (change.content && change.content.fileId !== before.content.fileId) await takeFile(tx, id, change.content)
    const teamId = change.teamId === undefined ? before.teamId : change.teamId
    const place = await placeOf(tx, editorOf(tx), change.scope ?? before.scope, teamId)
    await queries.updateCannedReply(tx, id, { ...given(change), ...place })
    return found(await findSeen(tx, id))
  },
  remove: async (tx, { id }) => {
    await queries.deleteCannedReply(tx, id)
    await forgetReferences(tx, { cannedReplyId: id })
  },
})

const firstWord = (text: string) => text.trim().split(/\s+/)[0] ?? ''

/** What the variables stand for in a conversation. Personal data that the actor may not see is left to the fallbacks. */
const valuesFor = async (ctx: CompanyCtx, conversationId: string): Promise<CannedValues> => {
  const { contact, channel } = await readConversationDetail(ctx, conversationId)
  const full = seesPersonalData(ctx)
  const name = contact.name ?? contact.profileName ?? ''
  const agent = ctx.actor.kind === 'user' ? ctx.actor.name : ''
  return {
    'contact.name': name,
    'contact.first_name': firstWord(name),
    'contact.phone': (full && contact.phone) || '',
    'contact.email': (full && contact.email) || '',
    'agent.name': agent,
    'agent.first_name': firstWord(agent),
    'company.name': ctx.company.name,
    'channel.name': channel.name,
    'conversation.id': conversationId,
  }
}

/** Fills a text for a conversation that the actor may see. Throws `not_found` for another. */
export const fillTextFor = async (ctx: CompanyCtx, conversationId: string, text: string): Promise<string> =>
  fillCannedText(text, await valuesFor(ctx, conversationId))

/** Counts a use and answers what is to be sent. Throws `not_found` for a reply or conversation the actor may not see. */
export const fillCannedReply = (ctx: CompanyCtx, id: string, conversationId: string) =>
  inTransaction(ctx, async (tx) => {
    const { content } = found(await findSeen(tx, id))
    const text = await fillTextFor(tx, conversationId, content.text)
    await queries.countUse(tx, id)
    return { text, fileId: content.fileId }
  })
