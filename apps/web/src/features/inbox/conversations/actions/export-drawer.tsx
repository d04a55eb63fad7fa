import { Checkbox, Radio, Stack } from '@mantine/core'
import { exportConversation, type TranscriptFormat, transcriptFormats } from '@recado/contracts/inbox/transcripts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

/** Asks how a conversation should be written as a file. */
export const ExportDrawer = ({ conversationId, onClose }: { conversationId: string; onClose: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const client = useQueryClient()
  const { form, state } = useContractForm<{ format: TranscriptFormat; media: boolean; notes: boolean }>({
    schema: exportConversation.body,
    initialValues: { format: 'pdf', media: false, notes: false },
    onSubmit: async (body) => {
      await call(exportConversation, { params: { id: conversationId }, body })
      void client.invalidateQueries({ queryKey: tasksKey })
      toastSuccess(t('export.started'))
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('export.title')} submitLabel={t('export.start')} {...state} onClose={onClose}>
      <Radio.Group label={t('export.format')} {...form.getInputProps('format')}>
        <Stack gap="xs" mt="xs">
          {transcriptFormats.map((value) => (
            <Radio key={value} value={value} label={t(`export.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox label={t('export.media')} {...form.getInputProps('media', { type: 'checkbox' })} />
      <Checkbox label={t('export.notes')} {...form.getInputProps('notes', { type: 'checkbox' })} />
    </FormDrawer>
  )
}
