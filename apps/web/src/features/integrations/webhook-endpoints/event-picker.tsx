import { Checkbox, Fieldset, Stack, Text } from '@mantine/core'
import {
  type WebhookEventName,
  webhookEventNames,
  webhookEvents,
  webhookObjects,
} from '@recado/contracts/integrations/webhook-events'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { eventTextKey } from './api.ts'

type Props = { value?: WebhookEventName[]; onChange?: (events: WebhookEventName[]) => void; error?: ReactNode }

const groups = webhookObjects.map((object) => ({
  object,
  events: webhookEventNames.filter((name) => webhookEvents[name].object === object),
}))

/** Which events an endpoint is told, by what they are about. */
export const EventPicker = ({ value = [], onChange, error }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const chosen = new Set(value)
  const set = (names: readonly WebhookEventName[], on: boolean) =>
    onChange?.(webhookEventNames.filter((name) => (names.includes(name) ? on : chosen.has(name))))
  return (
    <Fieldset
      variant="unstyled"
      legend={
        <Text span size="sm" fw={550}>
          {t('events')}
        </Text>
      }
    >
      <Text size="xs" c="dimmed" mb="xs">
        {t('eventsHint')}
      </Text>
      <Stack gap="md">
        {groups.map(({ object, events }) => {
          const count = events.filter((name) => chosen.has(name)).length
          return (
            <Stack key={object} gap={6}>
              <Checkbox
                label={t(`object.${object}`)}
                fw={550}
                checked={count === events.length}
                indeterminate={count > 0 && count < events.length}
                onChange={({ currentTarget: { checked } }) => set(events, checked)}
              />
              <Stack gap={6} pl="lg">
                {events.map((name) => (
                  <Checkbox
                    key={name}
                    label={t(eventTextKey(name))}
                    description={name}
                    checked={chosen.has(name)}
                    onChange={({ currentTarget: { checked } }) => set([name], checked)}
                  />
                ))}
              </Stack>
            </Stack>
          )
        })}
      </Stack>
      {error ? (
        <Text size="xs" c="red" mt="xs" role="alert">
          {error}
        </Text>
      ) : null}
    </Fieldset>
  )
}
