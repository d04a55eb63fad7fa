import type { EndpointInput } from '@recado/contracts'
import {
  type CompanyFlag,
  type FeatureFlag,
  type FeatureFlagKey,
  type FlagChoice,
  featureFlagKeys,
  type updateFeatureFlag as updateFeatureFlagEndpoint,
} from '@recado/contracts/shared/feature-flags'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { diffOf, recordAudit } from '#server/modules/shared/audit/index.ts'
import { choiceOf, isOn, untouched } from './policy.ts'
import * as queries from './queries.ts'
import { readRollouts } from './store.ts'

/** Every flag that the product reads, in the order of their names in the contracts. */
export const listFeatureFlags = async (ctx: Ctx): Promise<FeatureFlag[]> => {
  const rows = await queries.listFlags(ctx)
  const said = await queries.listFlagCompanies(ctx)
  return featureFlagKeys.map((key) => {
    const row = rows.find(({ flag }) => flag.key === key)
    return {
      key,
      enabled: row?.flag.enabled ?? untouched.enabled,
      percent: row?.flag.percent ?? untouched.percent,
      note: row?.flag.note ?? '',
      companies: said.filter((entry) => entry.key === key).map(({ id, name, on }) => ({ id, name, on })),
      version: row?.flag.version ?? 0,
      updatedAt: row?.flag.version ? row.flag.updatedAt.toISOString() : null,
      updatedBy: row?.author ?? null,
    }
  })
}

const readFlag = async (ctx: Ctx, key: FeatureFlagKey): Promise<FeatureFlag> => {
  const flag = (await listFeatureFlags(ctx)).find((candidate) => candidate.key === key)
  if (!flag) throw new AppError('not_found')
  return flag
}

const announce = (tx: Ctx) => tx.afterCommit(() => tx.deps.bus.publish('settings.changed', {}))

type FlagInput = EndpointInput<typeof updateFeatureFlagEndpoint>['body']

/** Changes a flag for all companies. Throws `conflict` with the current flag if it was changed in the meantime. */
export const updateFeatureFlag = (ctx: UserCtx, key: FeatureFlagKey, input: FlagInput): Promise<FeatureFlag> =>
  inTransaction(ctx, async (tx) => {
    const before = await queries.lockFlag(tx, key)
    const { version, ...values } = input
    if (before.version !== version) throw new AppError('conflict', { data: { current: await readFlag(tx, key) } })
    await queries.updateFlag(tx, key, {
      ...values,
      version: version + 1,
      updatedBy: tx.actor.userId,
      updatedAt: tx.now(),
    })
    await recordAudit(tx, {
      action: 'feature_flag.updated',
      companyId: null,
      target: { type: 'feature_flag', id: key, label: key },
      diff: diffOf(before, values),
    })
    announce(tx)
    return readFlag(tx, key)
  })

/** How every flag turns out for a company. */
export const listCompanyFlags = async (ctx: Ctx, companyId: string): Promise<CompanyFlag[]> => {
  const rollouts = await readRollouts(ctx)
  return featureFlagKeys.map((key) => {
    const rollout = rollouts.get(key) ?? untouched
    return { key, on: isOn(key, rollout, companyId), choice: choiceOf(rollout, companyId) }
  })
}

/** Settles a flag for companies that are there, in the caller's transaction; those settled so already stay untouched. */
export const settleFlag = async (
  tx: Ctx,
  key: FeatureFlagKey,
  companies: readonly { id: string; label: string }[],
  choice: FlagChoice,
): Promise<void> => {
  await queries.lockFlag(tx, key)
  const rollout = (await readRollouts(tx)).get(key) ?? untouched
  const changed = companies.filter(({ id }) => choiceOf(rollout, id) !== choice)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  if (choice === 'default') await queries.clearCompanies(tx, key, ids)
  else await queries.setCompanies(tx, key, ids, choice === 'on')
  for (const { id, label } of changed) {
    await recordAudit(tx, {
      action: 'feature_flag.settled',
      companyId: id,
      target: { type: 'company', id, label },
      diff: { flag: key, choice: { before: choiceOf(rollout, id), after: choice } },
    })
  }
  announce(tx)
}
