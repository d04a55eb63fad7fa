import { type EndpointInput, refuseAbility } from '@recado/contracts'
import type {
  listAssignees as listAssigneesEndpoint,
  listColleagues as listColleaguesEndpoint,
} from '@recado/contracts/inbox/conversations'
import { type CompanyCtx, factsOf, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, keyPlace } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import { assertVisible, findPlaces } from '#server/modules/inbox/visibility/index.ts'
import { findAssignees, findColleagues, type PeopleFilter } from '../queries/people.ts'

type Asked = EndpointInput<typeof listAssigneesEndpoint>['query']

const filterOf = ({ search, id, cursor, limit }: Asked): PeopleFilter => {
  const place = decodeCursor(keyPlace, cursor)
  return { search, id, limit: limit + 1, after: place && { name: place.key, id: place.id } }
}

const shown = <R extends { id: string; avatarFileId: string | null }>({ avatarFileId, ...person }: R) => ({
  ...person,
  avatarUrl: avatarUrl(person.id, avatarFileId),
})

const placeOf = ({ id, name }: { id: string; name: string }) => encodeCursor({ id, key: name })

/** Members whom the actor may give conversations to: everybody for leads, oneself for the others. */
export const listAssignees = async (ctx: CompanyCtx & UserCtx, asked: Asked) => {
  const own = ctx.actor.userId
  const givesToAll = refuseAbility('conversations.assign', factsOf(ctx)) === null
  if (!givesToAll && asked.id !== undefined && asked.id !== own)
    return { data: [], page: { next: null, has_more: false } }
  const rows = await findAssignees(ctx, { ...filterOf(asked), ...(!givesToAll && { id: own }) })
  return pageFrom(rows, asked.limit, shown, placeOf)
}

const loadPlace = async (ctx: CompanyCtx, conversationId: string) => {
  await assertVisible(ctx, conversationId)
  const [place] = await findPlaces(ctx, ctx.company.id, [conversationId])
  if (!place) throw new AppError('not_found')
  return { ...place, companyId: ctx.company.id }
}

/** Members by name; with a conversation those who may see it. Throws `not_found` for one that the actor may not see. */
export const listColleagues = async (
  ctx: CompanyCtx,
  { conversationId, ...asked }: EndpointInput<typeof listColleaguesEndpoint>['query'],
) => {
  const place = conversationId === undefined ? null : await loadPlace(ctx, conversationId)
  return pageFrom(await findColleagues(ctx, filterOf(asked), place), asked.limit, shown, placeOf)
}
