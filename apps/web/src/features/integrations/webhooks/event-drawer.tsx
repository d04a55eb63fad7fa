import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import {
  getWebhookEvent,
  type InboundEventDetail,
  keepWebhookSample,
  replayableStates,
  replayWebhookEvents,
} from '@recado/contracts/integrations/webhook-integrations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { LazyDrawer } from '#web/components/form/lazy-windows.tsx'
import { call } from '#web/lib/api/api.ts'
import { webhookEventsKey, webhookSamplesQuery } from './api.ts'
import { useReasonText } from './use-reason-text.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Titled = ({ name, value }: { name: 'fields' | 'body' | 'headers'; value: unknown }) => {
  const { t } = useTranslation('integrations/webhooks')
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        {t(`log.${name}`)}
      </Title>
      <JsonView value={value} label={t(`log.${name}`)} />
    </div>
  )
}

const Body = ({ text }: { text: string | null }) => {
  const { t } = useTranslation('integrations/webhooks')
  if (text === null) return <Text size="sm">{t('log.hidden')}</Text>
  const json = parsed(text)
  if (json !== undefined) return <Titled name="body" value={json} />
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  )
}

const Results = ({ event }: { event: InboundEventDetail }) => {
  const { t } = useTranslation('integrations/webhooks')
  const reasonText = useReasonText()
  return (
    <Stack gap={4}>
      {event.results.map(({ actionId, type, state, code }) => (
        <Group key={actionId} gap="xs">
          <StatusText tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : 'none'}>
            {t(`action.${type}`)}
          </StatusText>
          <Text size="sm" c="dimmed">
            {[t(`result.${state}`), code && reasonText(code)].filter(Boolean).join(': ')}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

type Props = { integrationId: string; eventId: string; onClose: () => void }

/** Something that came in: as it came, what became of it, and how it is worked off again. */
export const EventDrawer = ({ integrationId, eventId, onClose }: Props) => {
  const { t } = useTranslation('integrations/webhooks')
  const queryClient = useQueryClient()
  const reasonText = useReasonText()
  const params = { id: integrationId, eventId }
  const query = useQuery({
    queryKey: [...webhookEventsKey(integrationId), 'one', eventId],
    queryFn: ({ signal }) => call(getWebhookEvent, { params }, { signal }),
  })
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: webhookEventsKey(integrationId) })
    void queryClient.invalidateQueries({ queryKey: webhookSamplesQuery(integrationId).queryKey })
  }
  const replay = useMutation({
    mutationFn: () => call(replayWebhookEvents, { params: { id: integrationId }, body: { ids: [eventId] } }),
    onSuccess: refresh,
  })
  const keep = useMutation({
    mutationFn: (kept: boolean) => call(keepWebhookSample, { params, body: { kept } }),
    onSuccess: refresh,
  })
  const event = query.data
  const mayReplay = event && replayableStates.some((state) => state === event.state)
  return (
    <LazyDrawer
      opened
      onClose={onClose}
      title={event?.event ?? t('unnamed')}
      size={640}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {event ? (
        <Stack gap="md">
          <Text size="sm">
            {[t(`state.${event.state}`), event.reason && reasonText(event.reason), event.error]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Group>
            {mayReplay ? (
              <Button loading={replay.isPending} onClick={() => replay.mutate()}>
                {t('log.replay')}
              </Button>
            ) : null}
            {mayReplay && event.body !== null ? (
              <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate(!event.isSample)}>
                {t(event.isSample ? 'log.unkeep' : 'log.keep')}
              </Button>
            ) : null}
          </Group>
          {replay.isSuccess ? (
            <Text size="sm" role="status">
              {t('log.replayed')}
            </Text>
          ) : null}
          {event.results.length > 0 ? <Results event={event} /> : null}
          {event.fields ? <Titled name="fields" value={event.fields} /> : null}
          <Body text={event.body} />
          <Titled name="headers" value={event.headers} />
        </Stack>
      ) : (
        <RecordFallback query={query} />
      )}
    </LazyDrawer>
  )
}
