import { Group, Text } from '@mantine/core'
import { automationLimits, type NodeOf } from '@recado/contracts/automation/automation-graph'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBuilder } from '#web/components/filter-builder/filter-builder.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { automationsQuery } from '#web/queries/automations.ts'
import { newId } from '../../shared/graph-edit.ts'
import { useEditing } from '../editing.ts'
import { Several } from '../event-fields.tsx'
import { AddButton, usePlaceholders, variableOf, Whole } from '../fields.tsx'
import { Entry, Problem, Remove, replaced, without } from './rows.tsx'
import type { StepProps } from './step-props.ts'

// Steps that choose a way, repeat, and start or end runs.

export const Branch = ({ node, onChange }: StepProps<'branch'>) => {
  const { t } = useTranslation('automation/automations')
  const { words, problemsAt, errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('branch.text')}
      </Text>
      <FilterBuilder
        filter={node.filter}
        words={words}
        problems={problemsAt('filter')}
        onChange={(filter) => onChange({ ...node, filter })}
      />
      <Problem text={node.filter.children.length === 0 ? errorAt('filter') : undefined} />
    </>
  )
}

export const SwitchStep = ({ node, onChange }: StepProps<'switch'>) => {
  const { t } = useTranslation('automation/automations')
  const { words, problemsAt, errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('switch.text')}
      </Text>
      {node.cases.map((one, index) => {
        const set = (next: typeof one) => onChange({ ...node, cases: replaced(node.cases, index, next) })
        return (
          <Entry
            key={one.id}
            place={index}
            onRemove={() => onChange({ ...node, cases: without(node.cases, index) })}
            head={
              <TextInput
                label={t('switch.name', { number: index + 1 })}
                flex={1}
                maxLength={80}
                value={one.name}
                onChange={({ currentTarget: { value: name } }) => set({ ...one, name })}
              />
            }
          >
            <FilterBuilder
              filter={one.filter}
              words={words}
              problems={problemsAt(`cases.${index}.filter`)}
              onChange={(filter) => set({ ...one, filter })}
            />
            <Problem text={one.filter.children.length === 0 ? errorAt(`cases.${index}.filter`) : undefined} />
          </Entry>
        )
      })}
      <Problem text={node.cases.length === 0 ? errorAt('cases') : undefined} />
      <AddButton
        disabled={node.cases.length >= automationLimits.cases}
        onClick={() =>
          onChange({
            ...node,
            cases: [...node.cases, { id: newId('case'), name: '', filter: { value: 'AND', children: [] } }],
          })
        }
      >
        {t('switch.add')}
      </AddButton>
    </>
  )
}

const evenly = (parts: NodeOf<'split'>['parts']): NodeOf<'split'>['parts'] => {
  const part = Math.floor(100 / Math.max(1, parts.length))
  return parts.map((one, index) => ({ ...one, percent: index === 0 ? 100 - part * (parts.length - 1) : part }))
}

export const Split = ({ node, onChange }: StepProps<'split'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('split.text')}
      </Text>
      {node.parts.map((part, index) => {
        const set = (next: typeof part) => onChange({ ...node, parts: replaced(node.parts, index, next) })
        return (
          <Group key={part.id} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label={t('split.name', { number: index + 1 })}
              flex={1}
              maxLength={80}
              value={part.name}
              onChange={({ currentTarget: { value: name } }) => set({ ...part, name })}
            />
            <Whole
              label={t('split.percent')}
              value={part.percent}
              min={0}
              max={100}
              suffix="%"
              w={92}
              onChange={(percent) => set({ ...part, percent })}
            />
            {node.parts.length > 2 ? (
              <Remove
                label={t('removeRow', { number: index + 1 })}
                onClick={() => onChange({ ...node, parts: evenly(without(node.parts, index)) })}
              />
            ) : null}
          </Group>
        )
      })}
      <Problem text={errorAt('parts')} />
      <AddButton
        disabled={node.parts.length >= automationLimits.parts}
        onClick={() =>
          onChange({
            ...node,
            parts: evenly([
              ...node.parts,
              { id: newId('part'), name: String.fromCharCode(65 + node.parts.length), percent: 0 },
            ]),
          })
        }
      >
        {t('split.add')}
      </AddButton>
    </>
  )
}

export const Loop = ({ node, onChange }: StepProps<'loop'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const groups = usePlaceholders()
  const data = groups.flatMap(({ items }) => items).filter(({ value }) => /^(event|vars)\./.test(value))
  const known = data.some(({ value }) => value === node.over)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('loop.text', { count: automationLimits.items })}
      </Text>
      <Select
        label={t('loop.over')}
        searchable
        allowDeselect={false}
        placeholder={t('common:choose')}
        error={errorAt('over')}
        data={known || node.over === '' ? data : [...data, { value: node.over, label: node.over }]}
        value={node.over || null}
        onChange={(over) => over && onChange({ ...node, over })}
      />
      <TextInput
        label={t('loop.as')}
        description={t('loop.asText', { example: `{{vars.${node.as || 'item'}.name}}` })}
        error={errorAt('as')}
        value={node.as}
        onChange={({ currentTarget: { value } }) => onChange({ ...node, as: variableOf(value) })}
      />
    </>
  )
}

const useAutomations = () =>
  (useQuery(automationsQuery({}, undefined, 100)).data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))

export const StartAutomation = ({ node, onChange }: StepProps<'start_automation'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <Select
      label={t('automation')}
      searchable
      allowDeselect={false}
      placeholder={t('common:choose')}
      error={errorAt('automationId')}
      data={useAutomations()}
      value={node.automationId}
      onChange={(automationId) => onChange({ ...node, automationId })}
    />
  )
}

export const StopRuns = ({ node, onChange }: StepProps<'stop_runs'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Several
      label={t('stop.which')}
      any={t('stop.all')}
      data={useAutomations()}
      value={node.automationIds}
      onChange={(automationIds) => onChange({ ...node, automationIds })}
    />
  )
}

export const End = (_props: StepProps<'end'>): ReactNode => {
  const { t } = useTranslation('automation/automations')
  return (
    <Text size="sm" c="dimmed">
      {t('node.end.text')}
    </Text>
  )
}
