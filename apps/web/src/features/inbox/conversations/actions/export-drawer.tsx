import { Checkbox, Radio, Stack } from '@mantine/core'
import { exportConversation, type TranscriptFormat, transcriptFormats } from '@recado/contracts/inbox/transcripts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

/** Asks how a conversation should be written as a file. */
export const ExportDrawer = ({ conversationId, onClose }: { conversationId: string; onClose: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const client = useQueryClient()
  const [format, setFormat] = useState<TranscriptFormat>('pdf')
  const [media, setMedia] = useState(false)
  const [notes, setNotes] = useState(false)
  const start = useMutation({
    mutationFn: () => call(exportConversation, { params: { id: conversationId }, body: { format, media, notes } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: tasksKey })
      toastSuccess(t('export.started'))
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={t('export.title')}
      submitLabel={t('export.start')}
      busy={start.isPending}
      error={start.error ? errorText(t, start.error) : null}
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate()
      }}
      onClose={onClose}
    >
      <Radio.Group
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(transcriptFormats.find((known) => known === value) ?? 'pdf')}
      >
        <Stack gap="xs" mt="xs">
          {transcriptFormats.map((value) => (
            <Radio key={value} value={value} label={t(`export.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox label={t('export.media')} checked={media} onChange={(event) => setMedia(event.currentTarget.checked)} />
      <Checkbox label={t('export.notes')} checked={notes} onChange={(event) => setNotes(event.currentTarget.checked)} />
    </FormDrawer>
  )
}
