import { Alert, Button, Code, Divider, Group, Skeleton, Stack, Text } from '@mantine/core'
import { resendMessage } from '@recado/contracts/inbox/messages'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { IconMessages, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { JsonView } from '#web/components/content/json-view.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useCan } from '#web/lib/session/session.ts'
import { entryQuery, type LogDetail, logKey } from './api.ts'
import { Cost, Origin, StatusBadge } from './labels.tsx'
import classes from './messages.module.css'

const Failure = ({ detail }: { detail: LogDetail }) => {
  const { t } = useTranslation(['inbox/message-log', 'whatsapp/graph-errors'])
  const { error, details } = { error: detail.entry.error, details: detail.message.error?.details }
  if (!error) return null
  const key = graphErrorTextKey(error.code)
  return (
    <Alert color="red" title={t(`whatsapp/graph-errors:${key}.reason`, { defaultValue: t(`class.${error.class}`) })}>
      <Text size="sm">{t(`whatsapp/graph-errors:${key}.next`, { defaultValue: t('nextUnknown') })}</Text>
      {error.code === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {t('code', { code: error.code })}
          {details ? ` · ${details}` : ''}
        </Text>
      )}
    </Alert>
  )
}

const Timeline = ({ detail }: { detail: LogDetail }) => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const seconds = (value: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(value)
  return (
    <section aria-label={t('timeline')}>
      <Text fw={600} size="sm" mb={4}>
        {t('timeline')}
      </Text>
      <div className={classes.line}>
        <Text size="sm">{t(detail.entry.direction === 'in' ? 'status.received' : 'written')}</Text>
        <Text size="sm" c="dimmed">
          {dateTime(detail.entry.occurredAt, i18n.language)}
        </Text>
      </div>
      {detail.timeline.map((line) => (
        <div key={`${line.status} ${line.at}`} className={classes.line}>
          <Text size="sm">{t(`status.${line.status}`, { defaultValue: line.status })}</Text>
          <Text size="sm" c="dimmed">
            {dateTime(line.at, i18n.language)}
          </Text>
          <Text size="sm" c="dimmed">
            {line.seconds === null ? '' : `+${seconds(line.seconds)}`}
          </Text>
        </div>
      ))}
    </section>
  )
}

const Resend = ({ detail }: { detail: LogDetail }) => {
  const { t } = useTranslation('inbox/message-log')
  const client = useQueryClient()
  const can = useCan()
  const [clientKey] = useState(() => crypto.randomUUID())
  const { entry, message } = detail
  const resend = useMutation({
    mutationFn: () =>
      call(resendMessage, {
        params: { id: entry.conversationId, messageId: entry.id },
        body: { clientKey },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: logKey }),
  })
  if (entry.status !== 'failed' || message.payload.resentAs || !can('conversations.reply')) return null
  return (
    <Button
      variant="light"
      leftSection={<IconRefresh size={16} />}
      loading={resend.isPending}
      disabled={resend.isSuccess}
      onClick={() => resend.mutate()}
    >
      {t(resend.isSuccess ? 'resent' : 'resend')}
    </Button>
  )
}

const Facts = ({ detail }: { detail: LogDetail }) => {
  const { t } = useTranslation('inbox/message-log')
  const { entry } = detail
  const facts: Fact[] = [
    [t('column.contact'), entry.contact.displayName],
    [t('column.channel'), entry.channel.name],
    [t('column.type'), entry.templateName ?? t(`type.${entry.type}`)],
    [t('column.origin'), <Origin key="origin" entry={entry} />],
    entry.category ? [t('column.category'), t(`category.${entry.category}`, { defaultValue: entry.category })] : null,
    entry.direction === 'out' ? [t('column.cost'), <Cost key="cost" cost={entry.cost} />] : null,
  ]
  return <FactList narrow rows={facts} />
}

const Content = ({ id, inChat }: { id: string; inChat: boolean }) => {
  const { t } = useTranslation('inbox/message-log')
  const { data, error, refetch } = useQuery(entryQuery(id))
  if (error) return <RetryState compact error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} />
  const { entry, message, wamid } = data
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusBadge status={entry.status} />
        <Group gap="xs">
          <Resend detail={data} />
          {inChat ? null : (
            <LinkButton
              to="/integrations/whatsapp/chat"
              search={{ conversation: entry.conversationId, status: 'all' }}
              variant="default"
              leftSection={<IconMessages size={16} />}
            >
              {t('openChat')}
            </LinkButton>
          )}
        </Group>
      </Group>
      <Failure detail={data} />
      {message.body ? <FormattedText text={message.body} /> : <Text c="dimmed">{t('noText')}</Text>}
      <Facts detail={data} />
      <Divider />
      <Timeline detail={data} />
      {Object.keys(message.payload).length > 0 ? <JsonView value={message.payload} label={t('payload')} /> : null}
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t(wamid ? 'wamid' : 'id')}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{wamid ?? entry.id}</Code>
        <CopyButton value={wamid ?? entry.id} label={t('copyId')} />
      </Group>
    </Stack>
  )
}

type Props = { id: string | undefined; inChat?: boolean; onClose: () => void }

/** Everything about one message: what became of it and when, what it cost, and why it failed. */
export const MessageDrawer = ({ id, inChat = false, onClose }: Props) => {
  const { t } = useTranslation('inbox/message-log')
  return (
    <DetailDrawer opened={id !== undefined} title={t('message')} onClose={onClose}>
      {id ? <Content id={id} inChat={inChat} /> : null}
    </DetailDrawer>
  )
}
