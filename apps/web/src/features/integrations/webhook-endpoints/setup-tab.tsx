import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { WebhookEndpoint } from '@recado/contracts/integrations/webhook-endpoints'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { eventTextKey } from './api.ts'
import { Copied } from './copied.tsx'

const node = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

// body: the request's body as text, exactly as it arrived
const event = webhook.verify(body, request.headers)
`
const python = `from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# body: the request's body, exactly as it arrived
event = webhook.verify(body, headers)
`

type Props = { endpoint: WebhookEndpoint; onRotate: () => void }

/** How a receiver verifies what it is sent, what it can count on, and how its secret is replaced. */
export const SetupTab = ({ endpoint, onRotate }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const rules = ['answer', 'retry', 'order', 'twice'] as const
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('setup.events')}
          </Title>
          <Text size="sm">{endpoint.events.map((name) => t(eventTextKey(name))).join(', ')}</Text>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('setup.secret')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('setup.secretText')}
          </Text>
          <Group>
            <Button variant="default" onClick={onRotate}>
              {t('rotate.submit')}
            </Button>
            {endpoint.previousUntil ? (
              <Text size="sm">
                {t('setup.overlaps')} <RelativeTime value={endpoint.previousUntil} />
              </Text>
            ) : null}
          </Group>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('setup.verify')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('setup.verifyText')}
          </Text>
          <Copied label="JavaScript" value={node} />
          <Copied label="Python" value={python} />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('setup.rules')}
          </Title>
          {rules.map((rule) => (
            <Text key={rule} size="sm">
              {t(`setup.rule.${rule}`)}
            </Text>
          ))}
        </Stack>
      </Paper>
    </Stack>
  )
}
