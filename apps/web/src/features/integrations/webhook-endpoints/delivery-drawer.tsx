import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import {
  getWebhookDelivery,
  resendWebhookDelivery,
  type WebhookAttempt,
} from '@recado/contracts/integrations/webhook-endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { eventTextKey, webhookDeliveriesKey } from './api.ts'
import { useAnswerText } from './use-answer-text.ts'

const Attempt = ({ attempt }: { attempt: WebhookAttempt }) => {
  const { t, i18n } = useTranslation('integrations/webhook-endpoints')
  const answerText = useAnswerText()
  const good = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  return (
    <Stack gap={4} component="li">
      <Group gap="sm">
        <StatusText tone={good ? 'good' : 'bad'}>{answerText(attempt)}</StatusText>
        <Text size="sm" c="dimmed">
          <RelativeTime value={attempt.at} /> ·{' '}
          {t('health.ms', { ms: new Intl.NumberFormat(i18n.language).format(attempt.durationMs) })}
        </Text>
      </Group>
      {Object.keys(attempt.headers).length > 0 ? <JsonView value={attempt.headers} label={t('log.headers')} /> : null}
      {attempt.body ? (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {attempt.body}
        </Code>
      ) : null}
    </Stack>
  )
}

type Props = { endpointId: string; deliveryId: string; onClose: () => void }

/** A delivery: what is sent, what its receiver answered each time, and how it is sent again. */
export const DeliveryDrawer = ({ endpointId, deliveryId, onClose }: Props) => {
  const { t } = useTranslation(['integrations/webhook-endpoints', 'errors', 'validation'])
  const queryClient = useQueryClient()
  const params = { id: endpointId, deliveryId }
  const query = useQuery({
    queryKey: [...webhookDeliveriesKey(endpointId), 'one', deliveryId],
    queryFn: ({ signal }) => call(getWebhookDelivery, { params }, { signal }),
  })
  const resend = useMutation({
    mutationFn: () => call(resendWebhookDelivery, { params }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookDeliveriesKey(endpointId) }),
  })
  const delivery = query.data
  return (
    <DetailDrawer title={delivery ? t(eventTextKey(delivery.type)) : t('eventLabel')} size={640} onClose={onClose}>
      {delivery ? (
        <Stack gap="md">
          <Group>
            <Button loading={resend.isPending} onClick={() => resend.mutate()}>
              {t('log.resend')}
            </Button>
            {resend.isSuccess ? (
              <Text size="sm" role="status">
                {t('log.resent')}
              </Text>
            ) : null}
            {resend.error ? (
              <Text size="sm" c="red" role="alert">
                {errorText(t, resend.error)}
              </Text>
            ) : null}
          </Group>
          <Title order={3} size="h5">
            {t('log.request')}
          </Title>
          <JsonView value={delivery.request.body} label={t('log.body')} />
          <JsonView value={delivery.request.headers} label={t('log.headers')} />
          <Title order={3} size="h5">
            {t('log.attempts')}
          </Title>
          {delivery.log.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('log.noAttempt')}
            </Text>
          ) : (
            <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {delivery.log.map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} />
              ))}
            </Stack>
          )}
        </Stack>
      ) : (
        <RecordFallback query={query} />
      )}
    </DetailDrawer>
  )
}
