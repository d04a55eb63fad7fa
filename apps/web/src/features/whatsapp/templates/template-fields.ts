import { templateCategories, templateStatuses } from '@recado/contracts/whatsapp/template-content'
import { useTranslation } from 'react-i18next'
import type { Choice, FilterField } from '#web/components/table/filters.ts'
import { languageCodes, useLanguageName } from './labels.tsx'
import type { TemplateSearch } from './search.ts'

const hidden = new Set(['DELETED', 'SUBMITTING', 'UNKNOWN', 'LOCKED', 'LIMIT_EXCEEDED'])
const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const

type Own = { accounts: readonly Choice[]; companies?: readonly Choice[] }

/** What templates can be filtered by: of one company, or of several. */
export const useTemplateFields = ({ accounts, companies }: Own): FilterField<TemplateSearch>[] => {
  const { t } = useTranslation('whatsapp/templates')
  const languageOf = useLanguageName()
  const choice = (name: keyof TemplateSearch, choices: readonly Choice[]) => ({
    kind: 'choice' as const,
    ...{ name, choices, label: t(`filter.${name}`) },
  })
  const own = (names: readonly string[], word: string): Choice[] =>
    names.map((value) => ({ value, label: t(`${word}.${value}`) }))
  const shown = templateStatuses.filter((status) => !hidden.has(status))
  return [
    ...(companies ? [choice('companyId', companies)] : []),
    choice('status', own(shown, 'status')),
    choice('category', own(templateCategories, 'category')),
    choice(
      'language',
      languageCodes.map((value) => ({ value, label: languageOf(value) })),
    ),
    choice('quality', own(qualities, 'quality')),
    ...(accounts.length > 1 ? [choice('accountId', accounts)] : []),
    choice('media', own(['yes', 'no'], 'filter.mediaIs')),
    choice('used', own(['yes', 'no'], 'filter.usedIs')),
  ]
}
