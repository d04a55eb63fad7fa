import type { IPreferenceGroup } from '@recado/inbox'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const tags = ['conversations', 'channels', 'templates', 'team'] as const

/** Headings of the preferences, by the tags of the product's workflows. */
export const usePreferenceGroups = (): IPreferenceGroup[] => {
  const { t } = useTranslation('product-notifications/inbox')
  return useMemo(() => tags.map((tag) => ({ name: t(`group.${tag}`), workflows: [tag] })), [t])
}
