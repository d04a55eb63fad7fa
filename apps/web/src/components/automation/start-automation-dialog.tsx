import { Text } from '@mantine/core'
import { startAutomation } from '@recado/contracts/automation/automations'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { automationsQuery } from '#web/queries/automations.ts'

type Props = { contactId?: string; conversationId?: string; onClose: () => void }

/** Starts one of the automations that members start themselves. */
export const StartAutomationDialog = ({ contactId, conversationId, onClose }: Props) => {
  const { t } = useTranslation(['automation/start', 'validation', 'errors'])
  const { data } = useQuery(automationsQuery({ state: 'active', trigger: 'manual' }, undefined, 100))
  const automations = data?.data ?? []
  const { form, state } = useContractForm<{ automationId: string }>({
    initialValues: { automationId: '' },
    extra: ({ automationId }) => (automationId === '' ? { automationId: t('validation:required') } : {}),
    onSubmit: async ({ automationId }) => {
      await call(startAutomation, {
        params: { id: automationId },
        body: { ...(contactId ? { contactId } : {}), ...(conversationId ? { conversationId } : {}) },
      })
      toastSuccess(t('started'))
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('title')} submitLabel={t('submit')} {...state} onClose={onClose}>
      {data && automations.length === 0 ? (
        <Text size="sm">
          {t('none')} <TextLink to="/company/actions">{t('open')}</TextLink>
        </Text>
      ) : (
        <Select
          label={t('which')}
          required
          searchable
          allowDeselect={false}
          data-autofocus
          placeholder={t('common:choose')}
          data={automations.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('automationId')}
        />
      )}
    </FormDialog>
  )
}
