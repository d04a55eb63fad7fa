import { Select, TextInput } from '@mantine/core'
import { type attributeTypes, createContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { attributeKey } from '#web/lib/ui/attribute-key.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'

/** Types that need nothing else to be said. */
const plainTypes = [
  'text',
  'number',
  'money',
  'date',
  'datetime',
  'boolean',
  'url',
  'phone',
  'email',
  'text_list',
] as const

type Values = { label: string; type: (typeof attributeTypes)[number] }

const bodyOf = ({ label, type }: Values) => ({ key: attributeKey(label), label: { en: label, pt: label }, type })

type Props = {
  /** What the column is called. */
  name: string
  onCreated: (key: string) => void
  onClose: () => void
}

/** Adds a field of contacts for a column of a file. */
export const CreateFieldDrawer = ({ name, onCreated, onClose }: Props) => {
  const { t } = useTranslation(['contacts/imports', 'validation'])
  const client = useQueryClient()
  const { form, state } = useContractForm<Values>({
    initialValues: { label: name.slice(0, 60), type: 'text' },
    extra: ({ label }) => ({
      label:
        attributeKey(label) === '' ? t(label.trim() === '' ? 'validation:required' : 'validation:invalid') : undefined,
    }),
    onSubmit: async (values) => {
      const { key } = await call(createContactAttribute, { body: bodyOf(values) })
      await client.invalidateQueries({ queryKey: companySettingsKey })
      onCreated(key)
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('create.title')} submitLabel={t('create.submit')} {...state} onClose={onClose}>
      <TextInput
        label={t('create.label')}
        description={t('create.text')}
        data-autofocus
        maxLength={60}
        {...form.getInputProps('label')}
      />
      <Select
        label={t('create.type')}
        allowDeselect={false}
        data={plainTypes.map((value) => ({ value, label: t(`create.types.${value}`) }))}
        {...form.getInputProps('type')}
      />
    </FormDrawer>
  )
}
