import { Checkbox, Group, Select, TagsInput, Text, TextInput } from '@mantine/core'
import {
  attributeTypes,
  type ContactAttribute,
  canBeUnique,
  canHavePattern,
  createContactAttribute,
  deleteContactAttribute,
  updateContactAttribute,
} from '@recado/contracts/contacts/contact-attributes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { attributeKey } from '#web/lib/ui/attribute-key.ts'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

type Values = Omit<ContactAttribute, 'id' | 'version' | 'position'>
type Default = Values['default']

const hasOptions = (type: Values['type']) => type === 'select' || type === 'multi_select'

/** What of a type is typed as a text, and how it is kept. */
const typed = new Set<Values['type']>(['text', 'number', 'money', 'url', 'phone', 'email'])
const isNumber = (type: Values['type']) => type === 'number' || type === 'money'
const defaultOf = (type: Values['type'], text: string): Default => {
  if (text.trim() === '') return null
  return isNumber(type) ? Number(text) : text
}

/** The rules that a field of the type can have. */
const kept = <V extends Pick<Values, 'sensitive' | 'searchable' | 'unique' | 'pattern' | 'default'>>(
  type: Values['type'],
  values: V,
): V => ({
  ...values,
  searchable: values.searchable && !values.sensitive,
  unique: values.unique && canBeUnique(type),
  pattern: canHavePattern(type) ? values.pattern : '',
  default: values.unique && canBeUnique(type) ? null : values.default,
})

type RulesProps = Pick<FieldsProps<Values, ContactAttribute>, 'form'>

/** What new contacts get where nothing is said. */
const DefaultField = ({ form }: RulesProps) => {
  const { t } = useTranslation('companies/settings')
  const { type, options, unique, default: value } = form.values
  const label = t('attributes.default')
  const error = form.getInputProps('default').error
  if (unique) return null
  if (type === 'boolean')
    return (
      <Checkbox
        label={t('attributes.defaultOn')}
        checked={value === true}
        onChange={(event) => form.setFieldValue('default', event.currentTarget.checked ? true : null)}
      />
    )
  if (type === 'select')
    return (
      <Select
        label={label}
        data={options}
        clearable
        value={typeof value === 'string' ? value : null}
        error={error}
        onChange={(chosen) => form.setFieldValue('default', chosen)}
      />
    )
  if (!typed.has(type)) return null
  return (
    <TextInput
      label={label}
      type={isNumber(type) ? 'number' : 'text'}
      value={value === null ? '' : String(value)}
      error={error}
      onChange={(event) => form.setFieldValue('default', defaultOf(type, event.currentTarget.value))}
    />
  )
}

const Rules = ({ form }: RulesProps) => {
  const { t } = useTranslation('companies/settings')
  const { type, sensitive } = form.values
  const box = (name: 'required' | 'sensitive' | 'unique' | 'searchable', disabled = false) => (
    <Checkbox
      label={t(`attributes.${name}`)}
      description={name === 'required' ? null : t(`attributes.${name}Text`)}
      disabled={disabled}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
  return (
    <>
      {canHavePattern(type) ? (
        <TextInput
          label={t('attributes.pattern')}
          description={t('attributes.patternText')}
          placeholder="[A-Z]{2}\d{4}"
          ff="monospace"
          {...form.getInputProps('pattern')}
        />
      ) : null}
      <DefaultField form={form} />
      {box('required')}
      {canBeUnique(type) ? box('unique') : null}
      {box('searchable', sensitive)}
      {box('sensitive')}
    </>
  )
}

const AttributeFields = ({ form, stored }: FieldsProps<Values, ContactAttribute>) => {
  const { t } = useTranslation('companies/settings')
  const [ownKey, setOwnKey] = useState(stored !== null)
  const rename = (language: 'en' | 'pt', name: string) => {
    form.setFieldValue(`label.${language}`, name)
    if (!ownKey) form.setFieldValue('key', attributeKey(name))
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
        onChange={(type) => {
          const chosen = attributeTypes.find((one) => one === type)
          if (chosen) form.setValues({ type: chosen, default: null })
        }}
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
      <Rules form={form} />
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
              attribute.unique ? t('attributes.unique') : null,
              attribute.searchable ? t('attributes.searchable') : null,
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
          unique: attribute?.unique ?? false,
          searchable: attribute?.searchable ?? false,
          pattern: attribute?.pattern ?? '',
          default: attribute?.default ?? null,
        }),
        labels: {
          key: t('attributes.key'),
          label: t('field.name'),
          type: t('attributes.type'),
          options: t('attributes.options'),
          required: t('attributes.required'),
          sensitive: t('attributes.sensitive'),
          unique: t('attributes.unique'),
          searchable: t('attributes.searchable'),
          pattern: t('attributes.pattern'),
          default: t('attributes.default'),
        },
        extra: ({ type, options }) => ({
          options: hasOptions(type) && options.length === 0 ? t('attributes.noOptions') : undefined,
        }),
      }}
      fields={(props) => <AttributeFields {...props} />}
      create={(body) => call(createContactAttribute, { body: kept(body.type, body) })}
      update={(id, { key, type, ...body }) => call(updateContactAttribute, { params: { id }, body: kept(type, body) })}
      remove={(id, force) => call(deleteContactAttribute, { params: { id }, query: force ? { force: 'yes' } : {} })}
      place={(id, body) => call(updateContactAttribute, { params: { id }, body })}
    />
  )
}
