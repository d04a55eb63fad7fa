import { randomUUID } from 'node:crypto'
import type { StepInput } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'

type StoredVariant = Omit<StoredStep, 'variants'>
type Part = Omit<StepInput, 'variants'>

/** Finds the stored part that a given one means: that of its id, or else of its uuid; each is meant once. */
const createFinder = <T extends StoredVariant>(known: readonly T[]) => {
  const free = new Set(known)
  return (given: Part): T | undefined => {
    const parts = [...free]
    const found = parts.find(({ _id }) => given._id === _id) ?? parts.find(({ uuid }) => given.uuid === uuid)
    if (found) free.delete(found)
    return found
  }
}

const storePart = (given: Part, known: StoredVariant | undefined, parentId: string | undefined): StoredVariant => {
  const templateId = known?._templateId ?? createNotificationId()
  const { feedId, layoutId, ...template } = given.template
  return {
    ...given,
    _id: known?._id ?? createNotificationId(),
    uuid: given.uuid || known?.uuid || randomUUID(),
    _templateId: templateId,
    ...(parentId ? { _parentId: parentId } : {}),
    template: {
      ...template,
      _id: templateId,
      ...(feedId ? { feedId } : {}),
      ...(layoutId ? { layoutId } : {}),
    },
  }
}

const storeVariants = (given: readonly Part[], known: readonly StoredVariant[]): StoredVariant[] => {
  const stored: StoredVariant[] = []
  const find = createFinder(known)
  for (const variant of given) stored.push(storePart(variant, find(variant), stored.at(-1)?._id))
  return stored
}

/** Gives every part of the steps its ids and the chain of parents. Parts that are in `known` already keep their ids. */
export const storeSteps = (given: readonly StepInput[], known: readonly StoredStep[] = []): StoredStep[] => {
  const stored: StoredStep[] = []
  const find = createFinder(known)
  for (const { variants, ...step } of given) {
    const before = find(step)
    const part = storePart(step, before, stored.at(-1)?._id)
    stored.push(variants ? { ...part, variants: storeVariants(variants, before?.variants ?? []) } : part)
  }
  return stored
}

/** The steps and, beside each, its variants. */
export const partsOf = (steps: readonly StoredStep[]): StoredVariant[] =>
  steps.flatMap((step) => [step, ...(step.variants ?? [])])
