import { ActionIcon, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { uploadAttachment } from '@recado/contracts/inbox/messages'
import {
  type InteractiveKind,
  type InteractiveMessage,
  interactiveMessage,
  interactiveLimits as limits,
} from '@recado/contracts/whatsapp/interactive'
import { takesCaption } from '@recado/contracts/whatsapp/media-rules'
import { IconCalendarClock, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#web/components/content/attached-file.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { upload } from '#web/lib/api/api.ts'
import { useMediaRefusal } from '#web/lib/ui/file-rules.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { InteractiveParts } from '../timeline/interactive-content.tsx'
import type { DialogProps } from './composer-dialogs.tsx'
import { type InteractiveForm, messageOf, newButton, newRow, type Values } from './interactive-form.ts'
import { ListEditor } from './list-editor.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import template from './template.module.css'

const Buttons = ({ form }: { form: InteractiveForm }) => {
  const { t } = useTranslation('inbox/conversations')
  const { buttons } = form.values
  return (
    <Stack gap={6}>
      {buttons.map(({ id }, index) => (
        <Group key={id} gap={6} align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('composer.interactive.buttonTitle', { number: index + 1 })}
            placeholder={t('composer.interactive.buttonTitle', { number: index + 1 })}
            maxLength={limits.buttonTitle}
            {...form.getInputProps(`buttons.${index}.title`)}
          />
          <ActionIcon
            size={34}
            disabled={buttons.length === 1}
            aria-label={t('composer.interactive.removeButton', { number: index + 1 })}
            onClick={() => form.removeListItem('buttons', index)}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </Group>
      ))}
      {buttons.length < limits.buttons ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem('buttons', newButton())}
        >
          {t('composer.interactive.addButton')}
        </Button>
      ) : null}
    </Stack>
  )
}

type FieldsProps = { kind: InteractiveKind; form: InteractiveForm; conversationId: string }

/** A picture, video or document above the words. */
const HeaderFile = ({ form, conversationId }: Omit<FieldsProps, 'kind'>) => {
  const { t } = useTranslation('inbox/conversations')
  const name = form.values.file?.name ?? null
  const refuse = useMediaRefusal(takesCaption)
  return (
    <AttachedFile
      name={name}
      refuse={refuse}
      texts={{
        label: `${t('composer.interactive.file')} (${t('common:optional')})`,
        hint: t('composer.interactive.fileHint'),
        choose: t('composer.interactive.chooseFile'),
        remove: t('attachments.remove', { name }),
        progress: t('uploading'),
      }}
      accept="image/*,video/mp4,video/3gpp,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv"
      error={form.errors['headerFileId']}
      send={(file, onProgress) => upload(uploadAttachment, file, { params: { id: conversationId } }, { onProgress })}
      onStored={(stored) => form.setFieldValue('file', { id: stored.fileId, name: stored.name })}
      onRemove={() => form.setFieldValue('file', null)}
    />
  )
}

const Fields = ({ kind, form, conversationId }: FieldsProps) => {
  const { t } = useTranslation('inbox/conversations')
  const optional = t('common:optional')
  const framed = kind !== 'location_request'
  return (
    <Stack gap="sm" className={template.fields ?? ''}>
      {kind === 'buttons' || kind === 'link' ? <HeaderFile form={form} conversationId={conversationId} /> : null}
      {framed && !form.values.file ? (
        <TextInput
          label={`${t('composer.interactive.header')} (${optional})`}
          maxLength={limits.header}
          {...form.getInputProps('header')}
        />
      ) : null}
      <Textarea
        data-autofocus
        label={t('composer.interactive.body')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={kind === 'list' ? limits.listBody : limits.body}
        {...form.getInputProps('body')}
      />
      {framed ? (
        <TextInput
          label={`${t('composer.interactive.footer')} (${optional})`}
          maxLength={limits.footer}
          {...form.getInputProps('footer')}
        />
      ) : null}
      {kind === 'buttons' ? <Buttons form={form} /> : null}
      {kind === 'list' ? <ListEditor form={form} /> : null}
      {kind === 'link' ? (
        <>
          <TextInput
            label={t('composer.interactive.label')}
            maxLength={limits.label}
            {...form.getInputProps('label')}
          />
          <TextInput
            type="url"
            label={t('composer.interactive.url')}
            placeholder="https://"
            maxLength={limits.url}
            {...form.getInputProps('url')}
          />
        </>
      ) : null}
    </Stack>
  )
}

const Preview = ({ kind, values }: { kind: InteractiveKind; values: Values }) => {
  const { t } = useTranslation('inbox/conversations')
  const { header, file, body, footer, buttons, button, sections, label } = values
  return (
    <section className={template.preview} aria-label={t('template.preview')} aria-live="polite">
      <div className={template.previewBubble}>
        <InteractiveParts
          parts={{
            kind,
            header: kind === 'location_request' ? '' : (file?.name ?? header),
            body,
            footer: kind === 'location_request' ? '' : footer,
            buttons: kind === 'buttons' ? buttons : [],
            button: kind === 'list' ? button : kind === 'link' ? label : '',
            sections: kind === 'list' ? sections : [],
            url: null,
          }}
          chosen={null}
          unfolded
        />
      </div>
    </section>
  )
}

/** A message with something to tap, as the customer will see it while it is made. */
export const InteractiveDialog = ({
  kind,
  conversation,
  text,
  sending,
  replyToId,
  onTaken,
  onClose,
}: DialogProps & { kind: InteractiveKind }) => {
  const { t } = useTranslation('inbox/conversations')
  /** Whether it is being sent by the button that plans it, and what is planned then. */
  const later = useRef(false)
  const [planned, setPlanned] = useState<InteractiveMessage | null>(null)
  const { form, state } = useContractForm<Values>({
    schema: interactiveMessage,
    initialValues: {
      header: '',
      file: null,
      body: text.trim(),
      footer: '',
      buttons: [newButton(), newButton()],
      button: t('composer.interactive.listDefault'),
      sections: [{ title: '', rows: [newRow(), newRow()] }],
      label: '',
      url: '',
    },
    toBody: (values) => messageOf(kind, values),
    onSubmit: async (values) => {
      const interactive: InteractiveMessage = interactiveMessage.parse(messageOf(kind, values))
      if (later.current) return setPlanned(interactive)
      const draft = { type: 'interactive', interactive, ...(replyToId && { replyToId }) } as const
      sending.guarded(() => {
        sending.put([{ draft, text: interactive.body }])
        onTaken()
        onClose()
      })
    },
  })
  if (planned)
    return (
      <ScheduleForm
        conversation={conversation}
        item={null}
        text=""
        ready={{
          draft: { type: 'interactive', interactive: planned, ...(replyToId && { replyToId }) },
          words: planned.body,
        }}
        replyToId={replyToId}
        onSaved={() => {
          onTaken()
          onClose()
        }}
        onClose={() => setPlanned(null)}
      />
    )
  return (
    <FormDialog
      opened
      size={780}
      title={t(`composer.extra.${kind}`)}
      submitLabel={t('composer.send')}
      {...state}
      also={
        <Button
          variant="default"
          leftSection={<IconCalendarClock size={17} />}
          onClick={({ currentTarget }) => {
            later.current = true
            currentTarget.form?.requestSubmit()
            later.current = false
          }}
        >
          {t('schedule.open')}
        </Button>
      }
      onClose={onClose}
    >
      <div className={template.form}>
        <Stack gap="md" className={template.fields ?? ''}>
          <Fields kind={kind} form={form} conversationId={conversation.id} />
        </Stack>
        <Preview kind={kind} values={form.values} />
      </div>
    </FormDialog>
  )
}
