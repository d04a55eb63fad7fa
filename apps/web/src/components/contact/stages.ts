import { defaultStages } from '@recado/contracts/contacts/contact-settings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactSettingsQuery } from '#web/queries/contacts.ts'

const ownNames: readonly string[] = defaultStages

/** What a stage is called: the company's name for it, or the product's own. */
export const useStageName = () => {
  const { t } = useTranslation('contacts/contact')
  return ({ key, name }: { key: string; name: string | null }): string =>
    name ?? (ownNames.includes(key) ? t(`stage.${key}`) : key)
}

/** The stages that contacts of the company go through, in their order. */
export const useStages = () => {
  const nameOf = useStageName()
  const stages = useQuery(contactSettingsQuery).data?.settings.stages ?? []
  return {
    options: stages.map((stage) => ({ value: stage.key, label: nameOf(stage) })),
    /** A stage that is gone has no name. */
    nameOf: (key: string): string => {
      const stage = stages.find((one) => one.key === key)
      return stage ? nameOf(stage) : ''
    },
  }
}
