import type { IUserPreferenceSettings } from '../../client/wire.ts'
import type { IPreferenceGroup } from '../../react/notification-center.ts'
import { channelsOf } from './channels.ts'

/** Workflows under a heading, or under none. */
export interface Group {
  name: string | undefined
  items: IUserPreferenceSettings[]
}

/** Critical workflows cannot be turned off, and those without channels have nothing to turn off. */
export const shownItems = (
  items: readonly IUserPreferenceSettings[],
  filter: (item: IUserPreferenceSettings) => boolean = () => true,
): IUserPreferenceSettings[] =>
  items.filter((item) => !item.template.critical && channelsOf(item.preference.channels).length > 0 && filter(item))

/**
 * The items by the groups of the host, each in the first group that takes it; without groups of a host, by what
 * workflows say of themselves in `data.group`. What no group takes comes last.
 */
export function groupItems(
  items: readonly IUserPreferenceSettings[],
  groups: readonly IPreferenceGroup[] | undefined,
): Group[] {
  const found = new Map<string | undefined, IUserPreferenceSettings[]>()
  for (const group of groups ?? []) found.set(group.name, [])
  const rest: IUserPreferenceSettings[] = []
  for (const item of items) {
    const name = groups ? groups.find((group) => takes(group, item))?.name : ownGroup(item)
    if (name === undefined) rest.push(item)
    else found.set(name, [...(found.get(name) ?? []), item])
  }
  return [...found, [undefined, rest] as const]
    .map(([name, members]) => ({ name, items: members }))
    .filter((group) => group.items.length > 0)
}

const takes = ({ filter, workflows }: IPreferenceGroup, item: IUserPreferenceSettings): boolean => {
  if (filter) return filter(item)
  const { tags = [], triggers = [] } = item.template
  return [...triggers.map((trigger) => trigger.identifier), ...tags].some((name) => workflows?.includes(name))
}

const ownGroup = ({ template }: IUserPreferenceSettings): string | undefined =>
  typeof template.data?.group === 'string' && template.data.group ? template.data.group : undefined
