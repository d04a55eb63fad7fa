import { randomInt } from 'node:crypto'
import type { EndpointInput } from '@recado/contracts'
import type { previewMessages as previewEndpoint, RenderedMessage } from '@recado/contracts/campaigns/preflight'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { compileFor } from '#server/modules/campaigns/audience/index.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { planContent } from '#server/modules/campaigns/content/index.ts'
import { findDefinitions, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { drawPeople, findPeople } from '../queries/people.ts'
import { maskedValues, renderFor } from '../rendering.ts'

/** The message as named contacts or some of the audience would get it. Throws `not_found`, `validation_failed`. */
export const previewMessages = async (
  ctx: CompanyCtx,
  id: string,
  { contactIds, count }: EndpointInput<typeof previewEndpoint>['body'],
): Promise<{ data: RenderedMessage[] }> => {
  const draft = await readCampaign(ctx, id)
  const plan = await planContent(ctx, id, draft.content)
  const people = contactIds
    ? await findPeople(ctx, plan, contactIds)
    : await drawPeople(ctx, plan, await compileFor(ctx, draft.audience, plan), {
        ...{ limit: count, seed: randomInt(2 ** 31) },
      })
  if (contactIds && contactIds.length > 0 && people.length === 0) throw new AppError('not_found')
  const full = seesPersonalData(ctx)
  const definitions = full ? [] : await findDefinitions(ctx)
  const data = people.flatMap((person) => {
    const values = full ? person.values : maskedValues(plan, person.values, definitions)
    return renderFor(ctx, plan, { ...person, values }, full) ?? []
  })
  return { data }
}
