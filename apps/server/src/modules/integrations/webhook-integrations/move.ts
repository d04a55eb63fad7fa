import { isDeepStrictEqual } from 'node:util'
import type { EventMap, FieldMap, WebhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import type { MappingChange } from '@recado/contracts/integrations/webhook-templates'

// Three maps meet when a connected system follows another version of its source: what the source said before, what it says
// now, and what the company made of it. What the company changed itself stays.

type Moved = { mapping: WebhookMapping; changes: MappingChange[] }
type Kind = MappingChange['kind']

const fieldText = (field: FieldMap | undefined): string | null => {
  if (!field) return null
  const done = field.transforms.map(({ op }) => op)
  return [field.path, ...done, ...(field.required ? ['*'] : [])].join(' · ')
}

const eventText = ({ canonical, enabled }: EventMap): string => (enabled ? canonical : `(${canonical})`)

/** One value by what it was, is, and what the company made of it: the company's unless it left it as it was. */
const settle = <T>(before: T, theirs: T, after: T): { value: T; kind: Kind | null } => {
  if (isDeepStrictEqual(before, after)) return { value: theirs, kind: null }
  if (isDeepStrictEqual(theirs, after)) return { value: theirs, kind: null }
  if (!isDeepStrictEqual(before, theirs)) return { value: theirs, kind: 'kept' }
  if (after === undefined) return { value: after, kind: 'removed' }
  return { value: after, kind: before === undefined ? 'added' : 'changed' }
}

const movedEvent = (
  before: EventMap | undefined,
  theirs: EventMap,
  after: EventMap,
): { map: EventMap; changes: MappingChange[] } => {
  const { event } = theirs
  const names = [...new Set([...Object.keys(theirs.fields), ...Object.keys(after.fields)])]
  const meaning = settle(
    before && { canonical: before.canonical, enabled: before.enabled },
    { canonical: theirs.canonical, enabled: theirs.enabled },
    { canonical: after.canonical, enabled: after.enabled },
  )
  const fields = names.map((name) => ({
    name,
    ...settle<FieldMap | undefined>(before?.fields[name], theirs.fields[name], after.fields[name]),
  }))
  const changes = fields.flatMap(({ name, kind }): MappingChange[] =>
    kind
      ? [{ event, field: name, kind, before: fieldText(theirs.fields[name]), after: fieldText(after.fields[name]) }]
      : [],
  )
  return {
    map: {
      ...{ event, canonical: theirs.canonical, enabled: theirs.enabled },
      ...meaning.value,
      fields: Object.fromEntries(fields.flatMap(({ name, value }) => (value ? [[name, value]] : []))),
    },
    changes: [
      ...(meaning.kind
        ? [{ event, field: null, kind: meaning.kind, before: eventText(theirs), after: eventText(after) }]
        : []),
      ...changes,
    ],
  }
}

/** A company's map as it is after its source is followed in another version, with what that changes. */
export const movedMapping = (
  before: readonly EventMap[],
  theirs: readonly EventMap[],
  after: readonly EventMap[],
): Moved => {
  const named = (all: readonly EventMap[], event: string) => all.find((one) => one.event === event)
  const events: EventMap[] = []
  const changes: MappingChange[] = []
  const note = (event: string, kind: Kind, was: EventMap | undefined, is: EventMap | undefined) =>
    changes.push({ event, field: null, kind, before: was ? eventText(was) : null, after: is ? eventText(is) : null })
  for (const map of theirs) {
    const [was, is] = [named(before, map.event), named(after, map.event)]
    if (is) {
      const moved = movedEvent(was, map, is)
      events.push(moved.map)
      changes.push(...moved.changes)
    } else if (was && isDeepStrictEqual(was, map)) note(map.event, 'removed', map, undefined)
    else {
      events.push(map)
      if (was) note(map.event, 'kept', map, undefined)
    }
  }
  for (const map of after) {
    if (named(theirs, map.event)) continue
    // What the company dropped stays away.
    if (named(before, map.event)) continue
    events.push(map)
    note(map.event, 'added', undefined, map)
  }
  return { mapping: { events }, changes }
}
