import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { optionsQuery, providersQuery } from './api.ts'
import type { StepTexts } from './step-summary.ts'

type Named = { uuid?: string | undefined; name?: string | undefined; template: { type: string } }

/** How the steps of a workflow, and other workflows, are called here. */
export const useStepTexts = (steps: readonly Named[]): StepTexts => {
  const { t, i18n } = useTranslation('admin/notifications')
  const { data: options } = useQuery(optionsQuery)
  return useMemo(
    () => ({
      t,
      language: i18n.language,
      stepName: (uuid) => {
        const index = steps.findIndex((step) => step.uuid === uuid)
        const step = steps[index]
        return step ? step.name || t('stepNumber', { number: index + 1, type: t(`step.${step.template.type}`) }) : uuid
      },
      workflowName: (identifier) =>
        options?.workflows.find((workflow) => workflow.identifier === identifier)?.name ?? identifier,
    }),
    [t, i18n.language, steps, options],
  )
}

type Translated = { translations: Record<string, Record<string, string>> }

/** A text of a workflow in the person's language, where the workflow says how it is called there. */
export const useWorkflowTexts = (): ((workflow: Translated, text: string) => string) => {
  const { i18n } = useTranslation()
  return ({ translations }, text) => translations[i18n.language]?.[text] ?? text
}

/** A name of a workflow or of its group in the person's language, for places that know the name alone. */
export const useKnownTexts = (): ((text: string) => string) => {
  const { i18n } = useTranslation()
  const { data } = useQuery(optionsQuery)
  return useMemo(() => {
    const workflows = data?.workflows ?? []
    const known = new Map(workflows.flatMap(({ translations }) => Object.entries(translations[i18n.language] ?? {})))
    return (text) => known.get(text) ?? text
  }, [data, i18n.language])
}

/** How a provider is called; its id until the catalogue is there. */
export const useProviderName = (): ((id: string | null) => string | null) => {
  const { data } = useQuery(providersQuery)
  return (id) => data?.data.find((provider) => provider.id === id)?.displayName ?? id
}
