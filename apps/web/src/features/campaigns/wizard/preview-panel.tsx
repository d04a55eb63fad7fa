import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { previewMessages, type RenderedMessage } from '@recado/contracts/campaigns/preflight'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { renderTemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { IconChevronLeft, IconChevronRight, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { campaignsKey } from '#web/queries/campaigns.ts'
import { MessageBubble } from './message-bubble.tsx'
import { sendableOf } from './templates.ts'
import classes from './wizard.module.css'

/** The template with its own examples, while there is no recipient to show. */
const withExamples = (template: TemplateSummary): RenderedMessage => {
  const sendable = sendableOf(template)
  const examples = templateVariables(sendable).flatMap(({ key, example }) => (example ? [[key, example] as const] : []))
  const { header, body, footer, buttons } = renderTemplatePreview(sendable, Object.fromEntries(examples))
  return {
    contactId: null,
    displayName: '',
    variant: 'A',
    language: template.language,
    header: header?.kind === 'text' ? header.text : null,
    body,
    footer,
    buttons: buttons.map(({ type, text, url }) => ({ kind: type, text, url })),
    media: header?.kind === 'media' ? { kind: header.mediaKind, url: null } : null,
    missing: [],
  }
}

type Props = {
  id: string
  /** The saved version; another one is shown with other messages. */
  version: number
  template: TemplateSummary
  onTest: (contactId: string | null) => void
}

/** The message as real recipients would get it, one after another. */
export const PreviewPanel = ({ id, version, template, onTest }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const [place, setPlace] = useState(0)
  const { data } = useQuery({
    queryKey: [...campaignsKey, 'messages', id, version],
    queryFn: ({ signal }) => call(previewMessages, { params: { id }, body: { count: 10 } }, { signal }),
    retry: false,
    meta: { quiet: true },
  })
  const messages = data?.data ?? []
  const at = messages.length > 0 ? place % messages.length : 0
  const message = messages[at] ?? withExamples(template)
  const skipped = message.missing.some((one) => one.skipped)
  return (
    <section className={classes.side} aria-label={t('preview.title')}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} fz="md">
          {t('preview.title')}
        </Title>
        {messages.length > 1 ? (
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('preview.previous')}
              onClick={() => setPlace((at - 1 + messages.length) % messages.length)}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('preview.next')}
              onClick={() => setPlace((at + 1) % messages.length)}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
          </Group>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {message.displayName
          ? t('preview.of', { name: message.displayName, place: at + 1, total: messages.length })
          : t('preview.example')}
      </Text>
      <MessageBubble {...message} />
      {message.missing.length > 0 ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {t(skipped ? 'preview.skipped' : 'preview.replaced')}
        </Text>
      ) : null}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconSend size={16} />}
        onClick={() => onTest(message.contactId)}
      >
        {t('test.open')}
      </Button>
    </section>
  )
}
