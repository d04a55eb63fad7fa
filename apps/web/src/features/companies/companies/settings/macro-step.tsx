import { MultiSelect, NumberInput, Select, Textarea } from '@mantine/core'
import type { MacroStep } from '@recado/contracts/inbox/macros'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cannedRepliesQuery } from '#web/queries/canned-replies.ts'
import { labelCountsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { MemberSelect } from '../member-select.tsx'
import { TemplateStep } from './template-step.tsx'

export const stepTypes = [
  'send_canned',
  'send_text',
  'send_template',
  'note',
  'add_labels',
  'remove_labels',
  'assign',
  'team',
  'priority',
  'snooze',
  'resolve',
] as const satisfies readonly MacroStep['type'][]

/** A step of a type, not filled in yet. */
export const emptyStep = (type: MacroStep['type']): MacroStep => {
  switch (type) {
    case 'send_text':
    case 'note':
      return { type, text: '' }
    case 'send_canned':
      return { type, cannedReplyId: '' }
    case 'send_template':
      return { type, template: { name: '', language: '', values: {} } }
    case 'add_labels':
    case 'remove_labels':
      return { type, labelIds: [] }
    case 'assign':
      return { type, assigneeId: 'me' }
    case 'team':
      return { type, teamId: null }
    case 'priority':
      return { type, priority: 2 }
    case 'snooze':
      return { type, minutes: null }
    case 'resolve':
      return { type }
  }
}

/** Names of what steps speak of. */
export const useStepNames = () => {
  const labels = useQuery(labelCountsQuery).data?.data ?? []
  const teams = useQuery(teamsQuery).data?.data ?? []
  const canned = useQuery(cannedRepliesQuery).data?.data ?? []
  return {
    labels: labels.map(({ id, name }) => ({ value: id, label: name })),
    teams: teams.map(({ id, name }) => ({ value: id, label: name })),
    canned: canned.map(({ id, shortcut, title, scope }) => ({ value: id, label: `/${shortcut} (${title})`, scope })),
  }
}
export type StepNames = ReturnType<typeof useStepNames>

const unassigned = 'unassigned'

type Props = {
  companyId: string
  step: MacroStep
  names: StepNames
  shared: boolean
  error: string | undefined
  onChange: (step: MacroStep) => void
}

/** What a step of a macro needs to know. */
export const StepFields = ({ companyId, step, names, shared, error, onChange }: Props) => {
  const { t } = useTranslation(['companies/settings', 'inbox/conversations'])
  const common = { 'aria-label': t(`macros.steps.${step.type}`), error }
  switch (step.type) {
    case 'send_text':
    case 'note':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          value={step.text}
          onChange={(event) => onChange({ ...step, text: event.currentTarget.value })}
        />
      )
    case 'send_canned':
      return (
        <Select
          {...common}
          searchable
          placeholder={t('macros.choose')}
          data={names.canned.filter(({ scope }) => !shared || scope === 'company')}
          value={step.cannedReplyId || null}
          onChange={(cannedReplyId) => onChange({ ...step, cannedReplyId: cannedReplyId ?? '' })}
        />
      )
    case 'send_template':
      return (
        <TemplateStep template={step.template} error={error} onChange={(template) => onChange({ ...step, template })} />
      )
    case 'add_labels':
    case 'remove_labels':
      return (
        <MultiSelect
          {...common}
          searchable
          placeholder={step.labelIds.length === 0 ? t('macros.choose') : ''}
          data={names.labels}
          value={step.labelIds}
          onChange={(labelIds) => onChange({ ...step, labelIds })}
        />
      )
    case 'assign':
      return (
        <MemberSelect
          companyId={companyId}
          label={common['aria-label']}
          error={error}
          fixed={[
            { value: 'me', label: t('macros.me') },
            { value: unassigned, label: t('macros.nobody') },
          ]}
          value={step.assigneeId ?? unassigned}
          onChoose={(value) => onChange({ ...step, assigneeId: value === unassigned ? null : value })}
        />
      )
    case 'team':
      return (
        <Select
          {...common}
          clearable
          placeholder={t('macros.noTeam')}
          data={names.teams}
          value={step.teamId}
          onChange={(teamId) => onChange({ ...step, teamId })}
        />
      )
    case 'priority':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={[0, 1, 2, 3, 4].map((value) => ({ value: String(value), label: t(`priority.${value}`) }))}
          value={String(step.priority)}
          onChange={(value) => onChange({ ...step, priority: Number(value) })}
        />
      )
    case 'snooze':
      return (
        <NumberInput
          {...common}
          placeholder={t('macros.untilReply')}
          description={t('macros.minutes')}
          min={1}
          max={525_600}
          value={step.minutes ?? ''}
          onChange={(value) => onChange({ ...step, minutes: value === '' ? null : Number(value) })}
        />
      )
    case 'resolve':
      return null
  }
}
