import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { type ImportMapping, importDateOrders } from '@recado/contracts/contacts/imports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { MemberSelect, noMember } from '#web/components/form/member-select.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { countryOptions } from '#web/lib/i18n/regions.ts'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'

type Props = { mapping: ImportMapping; onChange: (part: Partial<ImportMapping>) => void }

const Formats = ({ mapping, onChange }: Props) => {
  const { t, i18n } = useTranslation('contacts/imports')
  return (
    <FormSection title={t('map.formats')} description={t('map.formatsText')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label={t('map.dateOrder')}
          allowDeselect={false}
          value={mapping.dateOrder}
          data={importDateOrders.map((value) => ({ value, label: t(`map.dateOrders.${value}`) }))}
          onChange={(value) => {
            const dateOrder = importDateOrders.find((one) => one === value)
            if (dateOrder) onChange({ dateOrder })
          }}
        />
        <Select
          label={t('map.decimal')}
          allowDeselect={false}
          value={mapping.decimal}
          data={[
            { value: ',', label: t('map.decimals.comma') },
            { value: '.', label: t('map.decimals.point') },
          ]}
          onChange={(value) => onChange({ decimal: value === '.' ? '.' : ',' })}
        />
        <Select
          label={t('map.country')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('common:nothingFound')}
          value={mapping.country}
          data={countryOptions(i18n.language)}
          onChange={(country) => country && onChange({ country })}
        />
      </SimpleGrid>
    </FormSection>
  )
}

const Constants = ({ mapping, onChange }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const tags = (useQuery(contactTagsQuery).data?.data ?? []).map(({ name }) => name)
  const lists = useQuery(contactListsQuery).data?.data ?? []
  return (
    <FormSection title={t('map.all')} description={t('map.allText')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TagsInput
          label={t('map.tags')}
          description={t('map.tagsHint')}
          data={tags}
          maxTags={20}
          acceptValueOnBlur
          value={mapping.tags}
          onChange={(next) => onChange({ tags: next.map((tag) => tag.slice(0, 40)) })}
        />
        <Select
          label={t('map.list')}
          clearable
          searchable
          placeholder={t('map.noList')}
          nothingFoundMessage={t('common:nothingFound')}
          value={mapping.listId}
          data={lists.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(listId) => onChange({ listId })}
        />
        <MemberSelect
          label={t('map.owner')}
          description={t('map.ownerHint')}
          none={t('map.noOwner')}
          value={mapping.ownerId ?? noMember}
          onChoose={(chosen) => onChange({ ownerId: chosen === noMember ? null : chosen })}
        />
        {mapping.columns.includes('external_id') ? (
          <TextInput
            label={t('map.system')}
            description={t('map.systemHint')}
            maxLength={40}
            value={mapping.externalSource}
            onChange={(event) => onChange({ externalSource: event.currentTarget.value })}
          />
        ) : null}
      </SimpleGrid>
    </FormSection>
  )
}

/** How values of a file are written, and what every contact gets besides. */
export const ColumnSettings = (props: Props) => (
  <>
    <Constants {...props} />
    <Formats {...props} />
  </>
)
