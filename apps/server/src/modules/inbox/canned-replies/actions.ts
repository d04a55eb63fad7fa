import type { EndpointInput } from '@recado/contracts'
import {
  type CannedContent,
  type CannedReply,
  cannedReplyLimit,
  type createCannedReply,
  type updateCannedReply,
} from '@recado/contracts/inbox/canned-replies'
import { type CannedValues, fillCannedText, unknownVariables } from '@recado/contracts/inbox/canned-text'
import { v7 as uuidv7 } from 'uuid'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { readConversationDetail } from '#server/modules/inbox/conversations/index.ts'
import { takeAttachment } from '#server/modules/shared/files/index.ts'
import { type Keeper, mayChange } from '../policy.ts'
import * as queries from '../queries/canned.ts'
import { assertRoom, assertVersion, auditDesk, changeDesk, found, given, keeperOf } from './change.ts'
import { assertOurs, forgetReferences } from './references.ts'

type Place = Pick<queries.CannedRow, 'scope' | 'teamId' | 'ownerId'>

const isShared = ({ scope }: Pick<Place, 'scope'>) => scope !== 'personal'
const mayChangeReply = (keeper: Keeper, row: Place) =>
  mayChange(keeper, { shared: isShared(row), ownerId: row.ownerId })

const replyOf = (
  row: Omit<queries.NamedCannedRow, 'companyId' | 'createdAt' | 'updatedAt'>,
  keeper: Keeper,
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
  editable: mayChangeReply(keeper, row),
})

/** Where a reply belongs. Throws `validation_failed` for a team that is missing, and `forbidden` for one who may not share. */
const placeOf = async (
  tx: CompanyCtx,
  keeper: Keeper,
  scope: Place['scope'],
  teamId: string | null,
): Promise<Place> => {
  const place = {
    scope,
    teamId: scope === 'team' ? teamId : null,
    ownerId: scope === 'personal' ? keeper.userId : null,
  }
  if (!mayChangeReply(keeper, place)) throw new AppError('forbidden')
  if (scope === 'team' && !teamId) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'teamId', code: 'required', message: 'A team is required' }],
    })
  }
  await assertOurs(tx, 'teams', place.teamId ? [place.teamId] : [], 'teamId')
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

const audit = async (
  tx: CompanyCtx,
  verb: 'created' | 'updated' | 'removed',
  row: Place & { id: string; shortcut: string },
  fields = {},
) => {
  if (isShared(row)) await auditDesk(tx, `canned_reply.${verb}`, { id: row.id, name: row.shortcut }, fields)
}

/** Those that the reader can use, most used first. */
export const listCannedReplies = async (ctx: CompanyCtx, search?: string): Promise<CannedReply[]> => {
  const keeper = keeperOf(ctx)
  return (await queries.listCannedReplies(ctx, keeper, search)).map((row) => replyOf(row, keeper))
}

export const addCannedReply = (ctx: CompanyCtx, body: EndpointInput<typeof createCannedReply>['body']) =>
  changeDesk(ctx, async (tx) => {
    const keeper = keeperOf(tx)
    assertRoom(await queries.countCannedReplies(tx), cannedReplyLimit)
    assertText(body.content)
    const place = await placeOf(tx, keeper, body.scope, body.teamId)
    const row = { ...body, ...place, id: uuidv7() }
    await takeFile(tx, row.id, body.content)
    await queries.insertCannedReply(tx, row)
    await audit(tx, 'created', row)
    return replyOf(found(await queries.findCannedReply(tx, keeper, row.id)), keeper)
  })

const loadChangeable = async (tx: CompanyCtx, keeper: Keeper, id: string) => {
  const row = found(await queries.findCannedReply(tx, keeper, id))
  if (!mayChangeReply(keeper, row)) throw new AppError('forbidden')
  return row
}

/** Changes a reply that was read at `version`. Throws `conflict` when it is another by now. */
export const changeCannedReply = (
  ctx: CompanyCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof updateCannedReply>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const keeper = keeperOf(tx)
    const before = await loadChangeable(tx, keeper, id)
    assertVersion(replyOf(before, keeper), version)
    if (body.content) assertText(body.content)
    if (body.content && body.content.fileId !== before.content.fileId) await takeFile(tx, id, body.content)
    const teamId = body.teamId === undefined ? before.teamId : body.teamId
    const place = await placeOf(tx, keeper, body.scope ?? before.scope, teamId)
    const after = { ...before, ...given(body), ...place }
    await queries.updateCannedReply(tx, id, { ...given(body), ...place })
    await audit(tx, 'updated', isShared(before) ? { ...after, scope: before.scope } : after, given(body))
    return replyOf(found(await queries.findCannedReply(tx, keeper, id)), keeper)
  })

export const removeCannedReply = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = await loadChangeable(tx, keeperOf(tx), id)
    await queries.deleteCannedReply(tx, id)
    await forgetReferences(tx, { cannedReplyId: id })
    await audit(tx, 'removed', row)
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
    const { content } = found(await queries.findCannedReply(tx, keeperOf(tx), id))
    const text = await fillTextFor(tx, conversationId, content.text)
    await queries.countUse(tx, id)
    return { text, fileId: content.fileId }
  })
