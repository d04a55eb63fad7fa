import { Text } from '@mantine/core'
import { privacyIntakes, privacyRequestKinds } from '@recado/contracts/contacts/privacy'
import { createPrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { privacyKey } from '#web/queries/privacy.ts'
import { FormDrawer } from '../form/form-drawer.tsx'
import { Select } from '../form/select.tsx'
import { Textarea } from '../form/textarea.tsx'
import { ContactSelect } from './contact-select.tsx'

type Props = {
  /** Whose request it is; chosen in the form if left out. */
  contactId?: string
  onClose: () => void
  /** Hears of the request that was recorded. */
  onCreated?: (id: string) => void
}

/** Records what a contact asks about their data. */
export const RequestDrawer = ({ contactId, onClose, onCreated }: Props) => {
  const { t } = useTranslation(['contacts/privacy', 'validation'])
  const client = useQueryClient()
  const { form, state } = useContractForm({
    schema: createPrivacyRequest.body,
    initialValues: {
      contactId: contactId ?? '',
      kind: 'access' as (typeof privacyRequestKinds)[number],
      intake: 'agent' as (typeof privacyIntakes)[number],
      note: '',
    },
    onSubmit: async (body) => {
      const { id } = await call(createPrivacyRequest, { body })
      await client.invalidateQueries({ queryKey: privacyKey })
      toastSuccess(t('create.done'))
      onClose()
      onCreated?.(id)
    },
  })
  return (
    <FormDrawer opened title={t('create.open')} submitLabel={t('create.submit')} {...state} onClose={onClose}>
      {contactId ? null : (
        <ContactSelect
          label={t('column.contact')}
          data-autofocus
          value={form.values.contactId}
          error={form.errors['contactId'] ? t('validation:required') : null}
          onChange={(value) => form.setFieldValue('contactId', value)}
        />
      )}
      <Select
        label={t('create.kind')}
        allowDeselect={false}
        data={privacyRequestKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Text size="sm" c="dimmed" mt={-8}>
        {t(`kindText.${form.values.kind}`)}
      </Text>
      <Select
        label={t('create.intake')}
        allowDeselect={false}
        data={privacyIntakes
          .filter((value) => value !== 'api')
          .map((value) => ({ value, label: t(`intake.${value}`) }))}
        {...form.getInputProps('intake')}
      />
      <Textarea
        label={t('create.note')}
        description={t('create.noteText')}
        autosize
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </FormDrawer>
  )
}
