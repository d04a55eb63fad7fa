import { type Ability, refuseAbility } from '@recado/contracts'
import { contactEventKinds } from '@recado/contracts/contacts/contact-events'
import { contactNoteKinds } from '@recado/contracts/contacts/contact-notes'
import {
  type listContactTimeline,
  type TimelineEntry,
  type TimelineType,
  timelineEntry,
  timelineTypes,
} from '@recado/contracts/contacts/contact-timeline'
import { z } from 'zod'
import { type CompanyCtx, factsOf } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { findDefinitions, readAnyContact, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { noteOf } from '#server/modules/contacts/notes/index.ts'
import { findTimeline, type TimelineRow } from '../queries/contact-timeline.ts'

const timelinePlace = z.object({ at: z.string().regex(/^\d{1,18}$/), id: z.string().max(100) })

const storedNote = z.object({
  body: z.string(),
  pinned: z.boolean(),
  dueAt: z.coerce.date().nullable(),
  doneAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
})

const kindOf = z.enum(contactEventKinds)
const noteKindOf = z.enum(contactNoteKinds)

/** Whether the reader sees the values of a field. */
type Sees = (field: string) => boolean

const own = 'attributes.'

/** What fields are now decides, not what they were when they were changed. */
const findSeen = async (ctx: CompanyCtx): Promise<Sees> => {
  if (seesPersonalData(ctx)) return () => true
  const open = (await findDefinitions(ctx)).flatMap(({ key, sensitive }) => (sensitive ? [] : [key]))
  const seen = new Set(open)
  return (field) => !field.startsWith(own) || seen.has(field.slice(own.length))
}

const fieldChanges = z.object({ changes: z.array(z.looseObject({ field: z.string() })) })

const shownData = (data: Record<string, unknown>, sees: Sees): Record<string, unknown> => {
  const parsed = fieldChanges.safeParse(data)
  if (!parsed.success) return data
  return { ...data, changes: parsed.data.changes.map((one) => (sees(one.field) ? one : { field: one.field })) }
}

const entryOf = (ctx: CompanyCtx, row: TimelineRow, sees: Sees): TimelineEntry | null => {
  const { type, id, data } = row
  const at = new Date(Number(BigInt(row.position) / 1000n)).toISOString()
  const actor = personOf(row.actor_id, row.actor_name, row.actor_avatar)
  if (type === 'note') {
    const note = { ...storedNote.parse(data), id, kind: noteKindOf.parse(row.kind), authorId: row.actor_id }
    const author = { authorName: row.actor_name, avatarFileId: row.actor_avatar }
    return { type, id, at, note: noteOf(ctx, { ...note, ...author }) }
  }
  if (type !== 'event') return timelineEntry.parse({ type, id, at, ...data })
  const kind = kindOf.safeParse(row.kind)
  return kind.success ? { type, id, at, kind: kind.data, actor, data: shownData(data, sees) } : null
}

/** What a reader needs to see entries of a type. */
const abilitiesFor = ({ deps }: CompanyCtx, type: TimelineType): Ability[] =>
  type === 'messages' || type === 'ratings'
    ? ['conversations.view']
    : deps.handlers.timeline.flatMap((source) => (source.type === type ? source.can : []))

/** A page of what there was with a contact, as far as the actor sees it. Throws `not_found`. */
export const readContactTimeline = async (
  ctx: CompanyCtx,
  contactId: string,
  { cursor, limit, types = [...timelineTypes] }: z.output<typeof listContactTimeline.query>,
): Promise<z.input<typeof listContactTimeline.response>> => {
  const { id } = await readAnyContact(ctx, contactId)
  const place = decodeCursor(timelinePlace, cursor)
  const facts = factsOf(ctx)
  const seen = types.filter((type) => abilitiesFor(ctx, type).every((can) => refuseAbility(can, facts) === null))
  const rows = seen.length > 0 ? await findTimeline(ctx, id, { types: seen, place, limit: limit + 1 }) : []
  const last = rows.slice(0, limit).at(-1)
  const sees = await findSeen(ctx)
  const hasMore = rows.length > limit
  return {
    data: rows.slice(0, limit).flatMap((row) => entryOf(ctx, row, sees) ?? []),
    page: { next: hasMore && last ? encodeCursor({ at: last.position, id: last.id }) : null, has_more: hasMore },
  }
}
