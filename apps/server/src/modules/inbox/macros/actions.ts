import type { EndpointInput } from '@recado/contracts'
import { deskLimit } from '@recado/contracts/automation/desk-settings'
import { unknownVariables } from '@recado/contracts/inbox/canned-text'
import type { createMacro, Macro, MacroStep, updateMacro } from '@recado/contracts/inbox/macros'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type Keeper, mayChange } from '../policy.ts'
import { listCannedReplies } from '../queries/canned.ts'
import * as queries from '../queries/macros.ts'
import { assertAll, assertRoom, assertVersion, auditDesk, changeDesk, found, given, keeperOf } from './change.ts'
import { assertOurs } from './references.ts'

type Place = Pick<queries.MacroRow, 'scope' | 'ownerId'>

const isShared = ({ scope }: Pick<Place, 'scope'>) => scope === 'company'
const mayChangeMacro = (keeper: Keeper, row: Place) =>
  mayChange(keeper, { shared: isShared(row), ownerId: row.ownerId })

const macroOf = ({ id, name, steps, version, ...row }: Place & Omit<Macro, 'editable'>, keeper: Keeper): Macro => ({
  id,
  name,
  steps,
  scope: row.scope,
  version,
  editable: mayChangeMacro(keeper, row),
})

const placeOf = (keeper: Keeper, scope: Place['scope']): Place => {
  const place = { scope, ownerId: scope === 'personal' ? keeper.userId : null }
  if (!mayChangeMacro(keeper, place)) throw new AppError('forbidden')
  return place
}

const assertVariables = (text: string, path: string) => {
  const unknown = unknownVariables(text)
  if (unknown.length === 0) return
  throw new AppError('validation_failed', {
    errors: [{ path, code: 'unknown_variable', message: `No variable: ${unknown.join(', ')}` }],
  })
}

/** Ready texts that everybody who can run the macro can use as well. */
const assertCanned = async (tx: CompanyCtx, keeper: Keeper, id: string, shared: boolean, path: string) => {
  const replies = await listCannedReplies(tx, keeper)
  const usable = replies.filter((reply) => !shared || reply.scope === 'company')
  assertAll(
    path,
    [id],
    usable.map((reply) => reply.id),
  )
}

const assertStep = async (tx: CompanyCtx, keeper: Keeper, step: MacroStep, shared: boolean, path: string) => {
  switch (step.type) {
    case 'send_text':
      return assertVariables(step.text, `${path}.text`)
    case 'send_canned':
      return assertCanned(tx, keeper, step.cannedReplyId, shared, `${path}.cannedReplyId`)
    case 'send_template':
      for (const [key, text] of Object.entries(step.template.values))
        assertVariables(text, `${path}.template.values.${key}`)
      return
    case 'add_labels':
    case 'remove_labels':
      return assertOurs(tx, 'labels', step.labelIds, `${path}.labelIds`)
    case 'team':
      return assertOurs(tx, 'teams', step.teamId ? [step.teamId] : [], `${path}.teamId`)
    case 'assign':
      if (step.assigneeId === 'me' || step.assigneeId === null) return
      return assertOurs(tx, 'members', [step.assigneeId], `${path}.assigneeId`)
    default:
  }
}

const assertSteps = async (tx: CompanyCtx, keeper: Keeper, steps: readonly MacroStep[], shared: boolean) => {
  for (const [index, step] of steps.entries()) await assertStep(tx, keeper, step, shared, `steps.${index}`)
}

export const listMacros = async (ctx: CompanyCtx): Promise<Macro[]> => {
  const keeper = keeperOf(ctx)
  return (await queries.listMacros(ctx, keeper.userId)).map((row) => macroOf(row, keeper))
}

export const addMacro = (ctx: CompanyCtx, body: EndpointInput<typeof createMacro>['body']) =>
  changeDesk(ctx, async (tx) => {
    const keeper = keeperOf(tx)
    const place = placeOf(keeper, body.scope)
    assertRoom((await queries.listMacros(tx, keeper.userId)).length, deskLimit)
    await assertSteps(tx, keeper, body.steps, isShared(place))
    const row = { ...body, ...place, id: uuidv7() }
    await queries.insertMacro(tx, row)
    if (isShared(row)) await auditDesk(tx, 'macro.created', row)
    return macroOf({ ...row, version: 1 }, keeper)
  })

const loadChangeable = async (tx: CompanyCtx, keeper: Keeper, id: string) => {
  const row = found(await queries.findMacro(tx, keeper.userId, id))
  if (!mayChangeMacro(keeper, row)) throw new AppError('forbidden')
  return row
}

/** Changes a macro that was read at `version`. Throws `conflict` when it is another by now. */
export const changeMacro = (
  ctx: CompanyCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof updateMacro>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const keeper = keeperOf(tx)
    const before = await loadChangeable(tx, keeper, id)
    assertVersion(macroOf(before, keeper), version)
    const place = placeOf(keeper, body.scope ?? before.scope)
    if (body.steps || body.scope) await assertSteps(tx, keeper, body.steps ?? before.steps, isShared(place))
    const change = { ...given(body), ...place }
    await queries.updateMacro(tx, id, change)
    const after = { ...before, ...change, version: version + 1 }
    if (isShared(before) || isShared(after)) await auditDesk(tx, 'macro.updated', after, given(body))
    return macroOf(after, keeper)
  })

export const removeMacro = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = await loadChangeable(tx, keeperOf(tx), id)
    await queries.deleteMacro(tx, id)
    if (isShared(row)) await auditDesk(tx, 'macro.removed', row)
  })

/** The steps of a macro that the actor can run. Throws `not_found`. */
export const loadMacro = async (ctx: CompanyCtx, id: string): Promise<Macro> => {
  const keeper = keeperOf(ctx)
  return macroOf(found(await queries.findMacro(ctx, keeper.userId, id)), keeper)
}
