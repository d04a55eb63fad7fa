import { channelTypes } from '@recado/contracts/notifications/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '#web/components/table/filters.ts'
import { optionsQuery } from './api.ts'
import { jobStatuses } from './labels.tsx'
import type { RunSearch } from './search.ts'
import { useWorkflowTexts } from './use-step-texts.ts'

/** What runs can be filtered by. */
export const useActivityFields = (): FilterField<RunSearch>[] => {
  const { t } = useTranslation('admin/notifications')
  const { data: options } = useQuery(optionsQuery)
  const own = useWorkflowTexts()
  return [
    {
      kind: 'choice',
      name: 'workflow',
      label: t('column.workflow'),
      choices: (options?.workflows ?? [])
        .map((workflow) => ({ value: workflow.id, label: own(workflow, workflow.name) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    },
    {
      kind: 'choice',
      name: 'status',
      label: t('column.status'),
      choices: jobStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'channel',
      label: t('column.channel'),
      choices: channelTypes.map((value) => ({ value, label: t(`step.${value}`) })),
    },
    { kind: 'days', from: 'from', to: 'to', label: t('lists:filter.days') },
    { kind: 'text', name: 'tenant', label: t('column.tenant') },
    { kind: 'text', name: 'transactionId', label: t('column.transaction') },
  ]
}
