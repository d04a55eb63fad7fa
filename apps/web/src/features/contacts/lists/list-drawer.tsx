import { Textarea, TextInput } from '@mantine/core'
import { type ContactList, createContactList, updateContactList } from '@recado/contracts/contacts/lists'
import { useTranslation } from 'react-i18next'
import { useGroupsChanged } from '#web/components/contact/use-groups-changed.ts'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'

type Values = { name: string; description: string }

/** Adds or changes a list. */
export const ListDrawer = ({ stored, onClose }: { stored: ContactList | null; onClose: () => void }) => {
  const { t } = useTranslation('contacts/lists')
  const changed = useGroupsChanged()
  const { form, state } = useVersionedForm<ContactList, Values>({
    schema: createContactList.body,
    stored,
    valuesOf: (list) => ({ name: list?.name ?? '', description: list?.description ?? '' }),
    labels: { name: t('name'), description: t('description') },
    save: async (values, base) => {
      await (base
        ? call(updateContactList, { params: { id: base.id }, body: { ...values, version: base.version } })
        : call(createContactList, { body: values }))
      await changed()
    },
    onSaved: onClose,
  })
  return (
    <FormDrawer opened title={t(stored ? 'change' : 'add')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <TextInput label={t('name')} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('description')} autosize minRows={2} {...form.getInputProps('description')} />
    </FormDrawer>
  )
}
