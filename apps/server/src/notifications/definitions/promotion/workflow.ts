import type { StepInput } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { creatorOf } from '../changes/record.ts'
import { findFeed, findFeedByIdentifier } from '../feeds/queries.ts'
import { findGroupCounterpart } from '../groups/queries.ts'
import { findLayoutCounterpart } from '../layouts/queries.ts'
import { insertWorkflow, lockCounterpart, updateWorkflowRow, type WorkflowRow } from '../workflows/queries.ts'
import { type Saved, saveContent, saveVersion } from '../workflows/save.ts'
import { partsOf, storeSteps } from '../workflows/steps.ts'
import type { Promotion } from './promotion.ts'

type Reference = { type: 'NotificationGroup' | 'Feed' | 'Layout'; id: string }

/** What a workflow cannot do without. */
export const referencesOf = ({ groupId, steps }: Saved): Reference[] => {
  const templates = partsOf(steps).map(({ template }) => template)
  const unique = (ids: (string | null | undefined)[]) => [...new Set(ids.filter((id) => typeof id === 'string'))]
  return [
    { type: 'NotificationGroup', id: groupId },
    ...unique(templates.map(({ feedId }) => feedId)).map((id) => ({ type: 'Feed' as const, id })),
    ...unique(templates.map(({ layoutId }) => layoutId)).map((id) => ({ type: 'Layout' as const, id })),
  ]
}

/** The id that something of the root environment has in the child; null when it is not there. */
export const counterpartId = async (
  root: EnvironmentCtx,
  child: EnvironmentCtx,
  { type, id }: Reference,
): Promise<string | null> => {
  if (type === 'NotificationGroup') return (await findGroupCounterpart(child, { id, name: undefined }))?.id ?? null
  if (type === 'Layout') return (await findLayoutCounterpart(child, { id, identifier: undefined }))?.id ?? null
  const feed = await findFeed(root, id)
  return (feed && (await findFeedByIdentifier(child, feed.identifier)))?.id ?? null
}

type Part = Omit<StoredStep, 'variants'>

const partFor = ({ _id, _templateId, _parentId, template, ...part }: Part, idOf: (id: string) => string | null) => {
  const { _id: _own, feedId, layoutId, ...content } = template
  return {
    ...part,
    template: { ...content, feedId: feedId ? idOf(feedId) : null, layoutId: layoutId ? idOf(layoutId) : null },
  } satisfies Omit<StepInput, 'variants'>
}

const stepsFor = (steps: readonly StoredStep[], idOf: (id: string) => string | null): StepInput[] =>
  steps.map(({ variants, ...step }) => ({
    ...partFor(step, idOf),
    ...(variants ? { variants: variants.map((variant) => partFor(variant, idOf)) } : {}),
  }))

const savePromoted = async (
  { child, entityId }: Promotion<Saved>,
  known: WorkflowRow | null,
  saved: Saved,
): Promise<void> => {
  const { identifier, blueprintId, ...content } = saved
  if (known) {
    const row = known.parentId === entityId ? known : await updateWorkflowRow(child, known.id, { parentId: entityId })
    await saveContent(child, row, content)
    return
  }
  const row = await insertWorkflow(child, {
    ...saved,
    id: createNotificationId(),
    environmentId: child.environment.id,
    parentId: entityId,
    creatorId: creatorOf(child),
    createdAt: child.now(),
    updatedAt: child.now(),
  })
  if (!row) throw new Error(`The identifier ${identifier} is taken`)
  await saveVersion(child, row)
}

/** Steps are the same when their uuids are, and keep the ids that they have in the child. */
export const promoteWorkflow = async (root: EnvironmentCtx, promotion: Promotion<Saved>): Promise<void> => {
  const { child, entityId, snapshot } = promotion
  const known = await lockCounterpart(child, { id: entityId, identifier: snapshot?.identifier })
  if (!snapshot) {
    if (known) await updateWorkflowRow(child, known.id, { active: false, deletedAt: child.now() })
    return
  }
  const ids = new Map<string, string | null>()
  for (const reference of referencesOf(snapshot)) ids.set(reference.id, await counterpartId(root, child, reference))
  const groupId = ids.get(snapshot.groupId)
  if (!groupId) throw new Error('The group of the workflow is not in the child')
  const steps = storeSteps(
    stepsFor(snapshot.steps, (id) => ids.get(id) ?? null),
    known?.steps,
  )
  await savePromoted(promotion, known, { ...snapshot, groupId, steps })
}
