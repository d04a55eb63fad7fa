import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { templateCategories, templateStatuses } from '@recado/contracts/whatsapp/template-content'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '#web/components/table/filter-select.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { changeSearch } from '#web/lib/api/search.ts'
import { languageCodes, useLanguageName } from './labels.tsx'
import type { TemplateSearch } from './search.ts'
import classes from './templates.module.css'

const hidden = new Set(['DELETED', 'SUBMITTING', 'UNKNOWN', 'LOCKED', 'LIMIT_EXCEEDED'])
const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const

type Choice = { value: string; label: string }
type Props = {
  search: TemplateSearch
  accounts: readonly Choice[]
  companies?: readonly Choice[]
  onSearch: (next: TemplateSearch) => void
}

const useChoices = ({ accounts, companies }: Pick<Props, 'accounts' | 'companies'>) => {
  const { t } = useTranslation('whatsapp/templates')
  const languageOf = useLanguageName()
  const own = (names: readonly string[], word: string): Choice[] =>
    names.map((value) => ({ value, label: t(`${word}.${value}`) }))
  const choices: { name: keyof TemplateSearch; data: readonly Choice[] }[] = [
    ...(companies ? [{ name: 'companyId' as const, data: companies }] : []),
    {
      name: 'status',
      data: own(
        templateStatuses.filter((status) => !hidden.has(status)),
        'status',
      ),
    },
    { name: 'category', data: own(templateCategories, 'category') },
    { name: 'language', data: languageCodes.map((value) => ({ value, label: languageOf(value) })) },
    { name: 'quality', data: own(qualities, 'quality') },
    ...(accounts.length > 1 ? [{ name: 'accountId' as const, data: accounts }] : []),
    { name: 'media', data: own(['yes', 'no'], 'filter.mediaIs') },
    { name: 'used', data: own(['yes', 'no'], 'filter.usedIs') },
  ]
  return choices
}

/** Search and filters of the list; on a phone the filters open by a button. */
export const Filters = (props: Props) => {
  const { search, onSearch } = props
  const { t } = useTranslation('whatsapp/templates')
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const [open, setOpen] = useState(false)
  const choices = useChoices(props)
  const active = choices.filter(({ name }) => search[name]).length
  return (
    <Stack gap="sm" mb="md">
      <div className={classes.searchLine}>
        <SearchField
          value={search.search ?? ''}
          label={t('filter.search')}
          onChange={(text) => onSearch(changeSearch(search, { search: text }))}
        />
        {phone ? (
          <Button
            variant="default"
            leftSection={<IconFilter size={17} />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('filter.open')} {active > 0 ? `(${active})` : ''}
          </Button>
        ) : null}
      </div>
      {phone && !open ? null : (
        <div className={classes.filters}>
          {choices.map(({ name, data }) => (
            <FilterSelect
              key={name}
              label={t(`filter.${name}`)}
              any={t(`filter.${name}`)}
              searchable={data.length > 8}
              value={search[name]}
              data={[...data]}
              onChange={(next) => onSearch(changeSearch(search, { [name]: next ?? undefined }))}
            />
          ))}
        </div>
      )}
    </Stack>
  )
}
