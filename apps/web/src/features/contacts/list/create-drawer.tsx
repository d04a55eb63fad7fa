import { Button, Group, Text, TextInput } from '@mantine/core'
import { createContact } from '@recado/contracts/contacts/contacts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastInfo, toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { contactTagsQuery } from '#web/queries/contact-groups.ts'
import { contactsKey } from '#web/queries/contacts.ts'

/** Adds a contact; one who is there already, or in the bin, is said to be. */
export const CreateDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('contacts/list')
  const client = useQueryClient()
  const tags = (useQuery(contactTagsQuery).data?.data ?? []).map(({ name }) => name)
  const { form, state, error, saved } = useContractForm({
    schema: createContact.body,
    initialValues: { phone: '', name: '', email: '', tags: [] as string[], restore: false },
    onSubmit: async (values) => {
      const { contact, created } = await call(createContact, { body: values })
      void client.invalidateQueries({ queryKey: contactsKey })
      void client.invalidateQueries({ queryKey: companySettingsKey })
      if (created) toastSuccess(t('create.done', { name: contact.displayName }))
      else if (values.restore) toastSuccess(t('create.restored', { name: contact.displayName }))
      else toastInfo(t('create.known', { name: contact.displayName }))
      saved()
      onClose()
    },
  })
  const isInBin = error instanceof ApiError && error.code === 'contact_in_bin'
  return (
    <FormDrawer
      opened
      title={t('create.title')}
      submitLabel={t(form.values.restore ? 'create.restore' : 'create.submit')}
      {...state}
      onClose={onClose}
    >
      <TextInput label={t('column.name')} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('create.phone')}
        type="tel"
        required
        description={t('create.phoneText')}
        {...form.getInputProps('phone')}
      />
      <TextInput label={t('column.email')} type="email" {...form.getInputProps('email')} />
      <TagsInput label={t('column.tags')} data={tags} {...form.getInputProps('tags')} />
      {isInBin && !form.values.restore ? (
        <Group justify="space-between">
          <Text size="sm">{t('create.inBin')}</Text>
          <Button size="compact-sm" variant="light" onClick={() => form.setFieldValue('restore', true)}>
            {t('create.allowRestore')}
          </Button>
        </Group>
      ) : null}
    </FormDrawer>
  )
}
