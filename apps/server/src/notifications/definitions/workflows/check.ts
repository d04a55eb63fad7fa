import type { StepInput } from '@recado/contracts/notifications/domain'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badFields, type FieldRefusal, fieldRefusal, withinField } from '#server/notifications/shared/errors.ts'
import { validateMetadata } from '../scheduling/validate-metadata.ts'
import { checkSyntax } from '../templates/variables.ts'
import * as queries from './queries.ts'

type Part = { at: string; step: Omit<StepInput, 'variants'> }

const namedParts = (steps: readonly StepInput[]): Part[] =>
  steps.flatMap((step, index) => [
    { at: `steps.${index}`, step },
    ...(step.variants ?? []).map((variant, place) => ({ at: `steps.${index}.variants.${place}`, step: variant })),
  ])

const refusedSettings = (parts: readonly Part[]): FieldRefusal[] =>
  parts.flatMap(({ at, step }) => withinField(`${at}.metadata`, validateMetadata(step.template.type, step.metadata)))

const refusedTexts = (parts: readonly Part[]): FieldRefusal[] =>
  parts.flatMap(({ at, step }) => withinField(`${at}.template`, checkSyntax(step.template)))

const doubledUuids = (parts: readonly Part[]): FieldRefusal[] => {
  const seen = new Set<string>()
  return parts.flatMap(({ at, step: { uuid } }) => {
    if (!uuid) return []
    const doubled = seen.has(uuid)
    seen.add(uuid)
    return doubled ? [fieldRefusal(`${at}.uuid`, 'is used by another step')] : []
  })
}

const otherTypes = (steps: readonly StepInput[]): FieldRefusal[] =>
  steps.flatMap(({ template, variants = [] }, index) =>
    variants.flatMap((variant, place) =>
      variant.template.type === template.type
        ? []
        : [fieldRefusal(`steps.${index}.variants.${place}.template.type`, 'must be that of its step')],
    ),
  )

const unknownReferences = async (ctx: EnvironmentCtx, parts: readonly Part[]): Promise<FieldRefusal[]> => {
  const idsOf = (key: 'feedId' | 'layoutId') => parts.flatMap(({ step }) => step.template[key] || [])
  const [feedIds, layoutIds] = [idsOf('feedId'), idsOf('layoutId')]
  const feeds = feedIds.length > 0 ? await queries.findFeedIds(ctx, feedIds) : new Set()
  const layouts = layoutIds.length > 0 ? await queries.holdLayouts(ctx, layoutIds) : new Set()
  return parts.flatMap(({ at, step: { template } }) => [
    ...(template.feedId && !feeds.has(template.feedId)
      ? [fieldRefusal(`${at}.template.feedId`, 'no such feed', ': ')]
      : []),
    ...(template.layoutId && !layouts.has(template.layoutId)
      ? [fieldRefusal(`${at}.template.layoutId`, 'no such layout', ': ')]
      : []),
  ])
}

/** Refuses steps that could not be carried out, with everything that is wrong about them. */
export const assertSteps = async (ctx: EnvironmentCtx, steps: readonly StepInput[]): Promise<void> => {
  const parts = namedParts(steps)
  const refused = [...doubledUuids(parts), ...otherTypes(steps), ...refusedSettings(parts), ...refusedTexts(parts)]
  refused.push(...(await unknownReferences(ctx, parts)))
  if (refused.length > 0) throw badFields(refused)
}

export const assertGroup = async (ctx: EnvironmentCtx, groupId: string): Promise<void> => {
  if (!(await queries.holdGroup(ctx, groupId)))
    throw badFields(fieldRefusal('notificationGroupId', 'no such workflow group', ': '))
}
