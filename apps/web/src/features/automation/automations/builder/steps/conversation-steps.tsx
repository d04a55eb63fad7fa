import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { teamsQuery } from '#web/queries/teams.ts'
import { useEditing } from '../editing.ts'
import { useNamed } from '../event-fields.tsx'
import { FilledText, SpanField } from '../fields.tsx'
import type { StepProps } from './step-props.ts'

// Steps of the conversation.

export const Assign = ({ node, onChange }: StepProps<'assign'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const teams = useQuery(teamsQuery).data?.data ?? []
  const members = useNamed('members')
  const ways = ['team', 'member', 'nobody'] as const
  return (
    <>
      <Select
        label={t('assign.to')}
        allowDeselect={false}
        data={ways.map((value) => ({ value, label: t(`assign.${value}`) }))}
        value={node.to}
        onChange={(chosen) => {
          const to = ways.find((one) => one === chosen)
          if (to) onChange({ ...node, to })
        }}
      />
      {node.to === 'team' ? (
        <Select
          label={t('assign.team')}
          searchable
          allowDeselect={false}
          placeholder={t('common:choose')}
          error={errorAt('teamId')}
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={node.teamId}
          onChange={(teamId) => onChange({ ...node, teamId })}
        />
      ) : null}
      {node.to === 'member' ? (
        <Select
          label={t('assign.member')}
          searchable
          allowDeselect={false}
          placeholder={t('common:choose')}
          error={errorAt('memberId')}
          data={members}
          value={node.memberId}
          onChange={(memberId) => onChange({ ...node, memberId })}
        />
      ) : null}
    </>
  )
}

export const Note = ({ node, onChange }: StepProps<'note'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <FilledText
      label={t('note')}
      at="text"
      rows={4}
      maxLength={10_000}
      value={node.text}
      onChange={(text) => onChange({ ...node, text })}
    />
  )
}

export const Resolve = ({ node, onChange }: StepProps<'resolve'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Switch
      label={t('resolve.survey')}
      description={t('resolve.surveyText')}
      checked={node.survey}
      onChange={({ currentTarget: { checked: survey } }) => onChange({ ...node, survey })}
    />
  )
}

export const Span = ({ node, onChange }: StepProps<'wait'> | StepProps<'snooze'>) => {
  const { t } = useTranslation('automation/automations')
  const set = onChange as (next: NodeOf<'wait'> | NodeOf<'snooze'>) => void
  return (
    <SpanField
      label={t(node.kind === 'wait' ? 'waitTime' : 'snoozeTime')}
      at="span"
      value={node.span}
      onChange={(span) => set({ ...node, span })}
    />
  )
}
