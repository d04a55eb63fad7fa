import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { conditionsOf, type FilterGroup, filterLimits, isFilterGroup } from '@recado/contracts/shared/filter'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ConditionRow } from './condition-row.tsx'
import type { FilterWords } from './field-words.ts'
import classes from './filter-builder.module.css'
import { blankCondition, type FilterNode, type Place, pathOf, withNode } from './tree.ts'

/** What is wrong with a filter, by the paths of its conditions: `children.0.children.2.value`. */
export type FilterProblems = Readonly<Record<string, string>>

type Props = {
  filter: FilterGroup
  onChange: (filter: FilterGroup) => void
  words: FilterWords
  problems?: FilterProblems
  /** Its first field has the focus at first, in a window that is for nothing else. */
  first?: boolean
}

type Editing = {
  words: FilterWords
  problems: FilterProblems
  /** Where the node stands that was added just now. */
  added: string | null
  /** The condition that a window begins with has this number. */
  begun: number | null
  full: boolean
  set: (place: Place, node: FilterNode) => void
  add: (place: Place, group: FilterGroup, node: FilterNode) => void
  remove: (place: Place) => void
}

const leavesIn = (node: FilterNode): number => (isFilterGroup(node) ? conditionsOf(node).length : 1)

type GroupProps = { group: FilterGroup; place: Place; first: number; editing: Editing }

const Joiner = ({ group, place, editing }: Pick<GroupProps, 'group' | 'place' | 'editing'>) => {
  const { t } = editing.words
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('filters:match')}
      value={group.value}
      data={[
        { value: 'AND', label: t('filters:all') },
        { value: 'OR', label: t('filters:any') },
      ]}
      onChange={(value) => editing.set(place, { ...group, value: value === 'OR' ? 'OR' : 'AND' })}
    />
  )
}

const AddButtons = ({ group, place, editing }: Pick<GroupProps, 'group' | 'place' | 'editing'>) => {
  const { words, full, add } = editing
  const { t } = words
  const isDeepest = place.length + 1 >= filterLimits.levels
  const button = (label: string, node: FilterNode) => (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={15} />}
      disabled={full}
      data-add={pathOf(place)}
      onClick={() => add(place, group, node)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      {button(t('filters:addCondition'), blankCondition)}
      {isDeepest ? null : button(t('filters:addGroup'), { value: 'OR', children: [blankCondition] })}
      {isDeepest && !full ? (
        <Text size="xs" c="dimmed">
          {t('filters:deep', { count: filterLimits.levels })}
        </Text>
      ) : null}
    </Group>
  )
}

const Children = ({ group, place, first, editing }: GroupProps): ReactNode => {
  const { words, problems, added, begun, set, remove } = editing
  let number = first
  return group.children.map((node, index) => {
    const at = [...place, index]
    const path = pathOf(at)
    const start = number
    number += leavesIn(node)
    const joined = index > 0 ? words.t(group.value === 'AND' ? 'filters:and' : 'filters:or') : ''
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a node is what stands at its place
      <div key={index} className={classes.node}>
        {group.children.length > 1 ? (
          <Text size="xs" c="dimmed" className={classes.joined ?? ''}>
            {joined}
          </Text>
        ) : null}
        {isFilterGroup(node) ? (
          <FilterGroupBox group={node} place={at} first={start} editing={editing} />
        ) : (
          <ConditionRow
            condition={node}
            number={start}
            words={words}
            problems={{
              field: problems[`${path}.field`] ?? problems[`${path}.operator`],
              value: problems[`${path}.value`],
            }}
            focused={added === path}
            first={begun === start}
            onChange={(next) => set(at, next)}
            onRemove={() => remove(at)}
          />
        )}
      </div>
    )
  })
}

const FilterGroupBox = (props: GroupProps) => {
  const { group, place, editing } = props
  const { t } = editing.words
  const problem = editing.problems[`${pathOf(place)}.children`]
  return (
    <fieldset className={classes.group} aria-label={t('filters:groupLabel')}>
      <Group justify="space-between" wrap="nowrap">
        <Joiner {...{ group, place, editing }} />
        <ActionIcon
          size="lg"
          variant="subtle"
          color="gray"
          aria-label={t('filters:removeGroup')}
          onClick={() => editing.remove(place)}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Group>
      <Children {...props} />
      {problem ? (
        <Text size="xs" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
      <AddButtons {...{ group, place, editing }} />
    </fieldset>
  )
}

const none: FilterProblems = {}

/**
 * Builds a filter: conditions of a field, an operator and a value, in groups whose conditions hold all together or any
 * of them. Whatever was added takes the focus; what is removed leaves it at the button that adds.
 */
export const FilterBuilder = ({ filter, onChange, words, problems = none, first = false }: Props) => {
  const { t } = words
  const root = useRef<HTMLFieldSetElement>(null)
  const [added, setAdded] = useState<string | null>(null)
  const full = conditionsOf(filter).length >= filterLimits.conditions
  const set = (place: Place, node: FilterNode | null) => {
    if (place.length > 0) onChange(withNode(filter, place, node))
    else if (node && isFilterGroup(node)) onChange(node)
  }
  const editing: Editing = {
    words,
    problems,
    added,
    begun: first ? 1 : null,
    full,
    set: (place, node) => {
      setAdded(null)
      set(place, node)
    },
    add: (place, group, node) => {
      const at = [...place, group.children.length]
      setAdded(pathOf(isFilterGroup(node) ? [...at, 0] : at))
      set(place, { ...group, children: [...group.children, node] })
    },
    remove: (place) => {
      setAdded(null)
      set(place, null)
      root.current?.querySelector<HTMLElement>(`[data-add="${pathOf(place.slice(0, -1))}"]`)?.focus()
    },
  }
  const place: Place = []
  return (
    <fieldset ref={root} className={classes.builder} aria-label={t('filters:label')}>
      {filter.children.length > 1 ? <Joiner group={filter} place={place} editing={editing} /> : null}
      <Children group={filter} place={place} first={1} editing={editing} />
      <AddButtons group={filter} place={place} editing={editing} />
      {full ? (
        <Text size="xs" c="dimmed" role="status">
          {t('filters:full', { count: filterLimits.conditions })}
        </Text>
      ) : null}
    </fieldset>
  )
}
