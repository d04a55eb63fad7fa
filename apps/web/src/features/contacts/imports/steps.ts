import { useTranslation } from 'react-i18next'
import type { WizardStep } from '#web/components/form/wizard.tsx'

const names = ['file', 'columns', 'rules', 'check'] as const
type StepName = (typeof names)[number]

/** Places of the steps. */
export const steps = { file: 0, columns: 1, rules: 2, check: 3 } as const satisfies Record<StepName, number>

const descriptions = { file: 'file.text', columns: 'map.text', rules: 'rules.text', check: 'check.text' } as const

/** The steps of an import with their titles; what is not given yet is only named. */
export const useWizardSteps = (given: Partial<Record<StepName, Omit<WizardStep, 'title'>>>): WizardStep[] => {
  const { t } = useTranslation('contacts/imports')
  return names.map((name) => ({
    title: t(`step.${name}`),
    description: t(descriptions[name]),
    content: null,
    ...given[name],
  }))
}
