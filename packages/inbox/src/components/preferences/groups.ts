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
 * The items by the groups of the host, each in the first group that takes it; without groups of a host, by the groups
 * that workflows say they are in, if there are several. What is in no group comes last.
 */
export function groupItems(
  items: readonly IUserPreferenceSettings[],
  groups: readonly IPreferenceGroup[] | undefined,
): Group[] {
  const named = groups ? groups.map(({ name }) => name) : [...new Set(items.map(ownGroup))].filter(isName)
  if (!groups && named.length < 2) return [{ name: undefined, items: [...items] }]
  const groupOf = (item: IUserPreferenceSettings) =>
    groups ? groups.find((group) => takes(group, item))?.name : ownGroup(item)
  return [...named, undefined]
    .map((name) => ({ name, items: items.filter((item) => groupOf(item) === name) }))
    .filter((group) => group.items.length > 0)
}

const takes = ({ filter, workflows }: IPreferenceGroup, item: IUserPreferenceSettings): boolean => {
  if (filter) return filter(item)
  const { tags = [], triggers = [] } = item.template
  return [...triggers.map((trigger) => trigger.identifier), ...tags].some((name) => workflows?.includes(name))
}

const ownGroup = ({ template: { group, data } }: IUserPreferenceSettings): string | undefined =>
  [data?.['group'], group].find(isName)

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''
