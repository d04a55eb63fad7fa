import { Checkbox, Group, Select, TagsInput, Text, TextInput } from '@mantine/core'
import {
  attributeTypes,
  type ContactAttribute,
  createContactAttribute,
  deleteContactAttribute,
  updateContactAttribute,
} from '@recado/contracts/contacts/contact-attributes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

type Values = Omit<ContactAttribute, 'id' | 'version' | 'position'>

const hasOptions = (type: Values['type']) => type === 'select' || type === 'multi_select'

/** A key made of a name: lower case, without accents, words joined. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

const AttributeFields = ({ form, stored }: FieldsProps<Values, ContactAttribute>) => {
  const { t } = useTranslation('companies/settings')
  const [ownKey, setOwnKey] = useState(stored !== null)
  const rename = (language: 'en' | 'pt', name: string) => {
    form.setFieldValue(`label.${language}`, name)
    if (!ownKey) form.setFieldValue('key', keyOf(name))
  }
  return (
    <>
      {(['pt', 'en'] as const).map((language) => (
        <TextInput
          key={language}
          label={t(`attributes.label.${language}`)}
          data-autofocus={language === 'pt' ? true : undefined}
          {...form.getInputProps(`label.${language}`)}
          onChange={(event) => rename(language, event.currentTarget.value)}
        />
      ))}
      <TextInput
        label={t('attributes.key')}
        description={t('attributes.keyText')}
        disabled={stored !== null}
        {...form.getInputProps('key')}
        onChange={(event) => {
          setOwnKey(true)
          form.setFieldValue('key', event.currentTarget.value)
        }}
      />
      <Select
        label={t('attributes.type')}
        allowDeselect={false}
        disabled={stored !== null}
        data={attributeTypes.map((value) => ({ value, label: t(`attributes.types.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {hasOptions(form.values.type) ? (
        <TagsInput
          label={t('attributes.options')}
          description={t('attributes.optionsText')}
          maxTags={100}
          acceptValueOnBlur
          {...form.getInputProps('options')}
        />
      ) : null}
      <Checkbox label={t('attributes.required')} {...form.getInputProps('required', { type: 'checkbox' })} />
      <Checkbox
        label={t('attributes.sensitive')}
        description={t('attributes.sensitiveText')}
        {...form.getInputProps('sensitive', { type: 'checkbox' })}
      />
    </>
  )
}

/** Fields of contacts that the company made up. */
export const AttributesTab = () => {
  const { t, i18n } = useTranslation('companies/settings')
  const nameOf = (attribute: ContactAttribute) => attribute.label[i18n.language === 'pt' ? 'pt' : 'en']
  return (
    <SettingsResource<ContactAttribute, Values>
      name="attributes"
      query={useQuery(contactAttributesQuery)}
      nameOf={nameOf}
      wordsOf={(attribute) => attribute.key}
      row={(attribute) => (
        <>
          <Group gap="sm">
            <Text fw={600}>{nameOf(attribute)}</Text>
            <Text size="sm" c="dimmed" ff="monospace">
              {attribute.key}
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            {[
              t(`attributes.types.${attribute.type}`),
              attribute.required ? t('attributes.required') : null,
              attribute.sensitive ? t('attributes.sensitive') : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      )}
      form={{
        schema: createContactAttribute.body,
        valuesOf: (attribute) => ({
          key: attribute?.key ?? '',
          label: attribute?.label ?? { en: '', pt: '' },
          type: attribute?.type ?? 'text',
          options: attribute?.options ?? [],
          required: attribute?.required ?? false,
          sensitive: attribute?.sensitive ?? false,
        }),
        labels: {
          key: t('attributes.key'),
          label: t('field.name'),
          type: t('attributes.type'),
          options: t('attributes.options'),
          required: t('attributes.required'),
          sensitive: t('attributes.sensitive'),
        },
        extra: ({ type, options }) => ({
          options: hasOptions(type) && options.length === 0 ? t('attributes.noOptions') : undefined,
        }),
      }}
      fields={(props) => <AttributeFields {...props} />}
      create={(body) => call(createContactAttribute, { body })}
      update={(id, { key, type, ...body }) => call(updateContactAttribute, { params: { id }, body })}
      remove={(id) => call(deleteContactAttribute, { params: { id } })}
      place={(id, body) => call(updateContactAttribute, { params: { id }, body })}
    />
  )
}
