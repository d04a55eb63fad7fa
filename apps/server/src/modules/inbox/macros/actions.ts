import type { EndpointInput } from '@recado/contracts'
import { unknownVariables } from '@recado/contracts/inbox/canned-text'
import type { createMacro, Macro, MacroStep, updateMacro } from '@recado/contracts/inbox/macros'
import { settingsLimit } from '@recado/contracts/shared/settings-limit'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { listCannedReplies } from '#server/modules/inbox/canned-replies/index.ts'
import {
  assertKnown,
  assertOwned,
  type Editor,
  editorOf,
  found,
  mayEdit,
  type RemovedSetting,
  settingsResource,
} from '#server/modules/shared/settings-resource/index.ts'
import { stepsWithout } from './policy.ts'
import * as queries from './queries.ts'

type Place = Pick<queries.MacroRow, 'scope' | 'ownerId'>

const isShared = ({ scope }: Pick<Place, 'scope'>) => scope === 'company'
const mayEditMacro = (editor: Editor, row: Place) => mayEdit(editor, { shared: isShared(row), ownerId: row.ownerId })

const macroOf = ({ id, name, steps, version, ...row }: Place & Omit<Macro, 'editable'>, editor: Editor): Macro => ({
  id,
  name,
  steps,
  scope: row.scope,
  version,
  editable: mayEditMacro(editor, row),
})

const placeOf = (editor: Editor, scope: Place['scope']): Place => {
  const place = { scope, ownerId: scope === 'personal' ? editor.userId : null }
  if (!mayEditMacro(editor, place)) throw new AppError('forbidden')
  return place
}

const assertVariables = (text: string, path: string) => {
  const unknown = unknownVariables(text)
  if (unknown.length === 0) return
  throw new AppError('validation_failed', {
    errors: [{ path, code: 'unknown_variable', message: `No variable: ${unknown.join(', ')}` }],
  })
}

/** A canned reply that everybody who can run the macro can use as well. */
const assertCanned = async (tx: CompanyCtx, id: string, shared: boolean, path: string) => {
  const replies = await listCannedReplies(tx)
  const usable = replies.filter((reply) => !shared || reply.scope === 'company')
  assertKnown(
    path,
    [id],
    usable.map((reply) => reply.id),
  )
}

const assertStep = async (tx: CompanyCtx, step: MacroStep, shared: boolean, path: string) => {
  switch (step.type) {
    case 'send_text':
      return assertVariables(step.text, `${path}.text`)
    case 'send_canned':
      return assertCanned(tx, step.cannedReplyId, shared, `${path}.cannedReplyId`)
    case 'send_template':
      for (const [key, text] of Object.entries(step.template.values))
        assertVariables(text, `${path}.template.values.${key}`)
      return
    case 'add_labels':
    case 'remove_labels':
      return assertOwned(tx, 'labels', step.labelIds, `${path}.labelIds`)
    case 'team':
      return assertOwned(tx, 'teams', step.teamId ? [step.teamId] : [], `${path}.teamId`)
    case 'assign':
      if (step.assigneeId === 'me' || step.assigneeId === null) return
      return assertOwned(tx, 'members', [step.assigneeId], `${path}.assigneeId`)
    default:
  }
}

const assertSteps = async (tx: CompanyCtx, steps: readonly MacroStep[], shared: boolean) => {
  for (const [index, step] of steps.entries()) await assertStep(tx, step, shared, `steps.${index}`)
}

export const listMacros = async (ctx: CompanyCtx): Promise<Macro[]> => {
  const editor = editorOf(ctx)
  return (await queries.listMacros(ctx, editor.userId)).map((row) => macroOf(row, editor))
}

type Input = EndpointInput<typeof createMacro>['body']
type Change = Omit<EndpointInput<typeof updateMacro>['body'], 'version'>

const findSeen = (tx: CompanyCtx, id: string) => queries.findMacro(tx, editorOf(tx).userId, id)

export const macros = settingsResource({
  noun: 'macro',
  limit: settingsLimit,
  count: async (tx) => (await queries.listMacros(tx, editorOf(tx).userId)).length,
  find: findSeen,
  assertEditable: (tx, row) => {
    if (!mayEditMacro(editorOf(tx), row)) throw new AppError('forbidden')
  },
  nameOf: ({ name }) => name,
  isShared,
  viewOf: (tx, row) => macroOf(row, editorOf(tx)),
  insert: async (tx, input: Input) => {
    const place = placeOf(editorOf(tx), input.scope)
    await assertSteps(tx, input.steps, isShared(place))
    const id = newId()
    await queries.insertMacro(tx, { ...input, ...place, id })
    return found(await findSeen(tx, id))
  },
  update: async (tx, { id, scope, steps }, change: Change) => {
    const place = placeOf(editorOf(tx), change.scope ?? scope)
    if (change.steps || change.scope) await assertSteps(tx, change.steps ?? steps, isShared(place))
    await queries.updateMacro(tx, id, { ...given(change), ...place })
    return found(await findSeen(tx, id))
  },
  remove: (tx, { id }) => queries.deleteMacro(tx, id),
})

/** Leaves out steps with what is gone; a macro without any goes with them. */
export const forgetInSteps = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  for (const macro of await queries.listEveryMacro(tx)) {
    const steps = stepsWithout(macro.steps, removed)
    if (!steps) continue
    if (steps.length === 0) await queries.deleteMacro(tx, macro.id)
    else await queries.updateMacro(tx, macro.id, { steps })
  }
}

/** The steps of a macro that the actor can run. Throws `not_found`. */
export const loadMacro = async (ctx: CompanyCtx, id: string): Promise<Macro> => {
  const editor = editorOf(ctx)
  return macroOf(found(await queries.findMacro(ctx, editor.userId, id)), editor)
}
