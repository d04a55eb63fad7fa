import { Alert, Anchor, Button, Group, List, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import {
  listenForWebhooks,
  rotateWebhookSecrets,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { webhookIntegrationQuery, webhookSamplesQuery } from './api.ts'
import { Copied, MadeDialog } from './made-dialog.tsx'

type Props = { system: WebhookIntegrationDetail }

const Secrets = ({ system }: Props) => {
  const { t, i18n } = useTranslation(['integrations/webhooks', 'errors', 'validation'])
  const language = i18n.language.startsWith('pt') ? 'pt' : 'en'
  const queryClient = useQueryClient()
  const fields = system.guide.secrets
  const [values, setValues] = useState<Record<string, string>>({})
  const [generated, setGenerated] = useState<Record<string, string> | null>(null)
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  const save = useMutation({
    mutationFn: () =>
      call(rotateWebhookSecrets, {
        params: { id: system.id },
        body: { secrets: given, version: system.version, overlapHours: 24 },
      }),
    onSuccess: ({ generated: made, ...changed }) => {
      queryClient.setQueryData(webhookIntegrationQuery(system.id).queryKey, changed)
      setValues({})
      if (Object.keys(made).length > 0) setGenerated(made)
    },
  })
  if (fields.length === 0) return null
  const isOurs = fields.some(({ origin }) => origin === 'ours')
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('secrets')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('secretsText')}
        </Text>
        {fields.map(({ key, label }) => (
          <TextInput
            key={key}
            label={label[language]}
            placeholder={t(system.secrets.find((one) => one.key === key)?.set ? 'secretSet' : 'secretUnset')}
            autoComplete="off"
            value={values[key] ?? ''}
            onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
          />
        ))}
        {save.error ? (
          <Text size="sm" c="red" role="alert">
            {errorText(t, save.error)}
          </Text>
        ) : null}
        <Button
          variant="default"
          loading={save.isPending}
          disabled={Object.keys(given).length === 0 && !isOurs}
          onClick={() => save.mutate()}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(Object.keys(given).length > 0 || !isOurs ? 'secretsSave' : 'secretsNew')}
        </Button>
      </Stack>
      {generated ? (
        <MadeDialog made={{ ...system, generated }} onClose={() => setGenerated(null)}>
          <Button onClick={() => setGenerated(null)}>{t('goOn')}</Button>
        </MadeDialog>
      ) : null}
    </Paper>
  )
}

const Listen = ({ system }: Props) => {
  const { t } = useTranslation(['integrations/webhooks', 'errors'])
  const queryClient = useQueryClient()
  const samples = useQuery(webhookSamplesQuery(system.id))
  const listen = useMutation({
    mutationFn: () => call(listenForWebhooks, { params: { id: system.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookIntegrationQuery(system.id).queryKey }),
  })
  const came = samples.data?.data.find(({ eventId }) => eventId !== null)
  const isListening = !came && system.listeningUntil !== null
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {t('listen.title')}
        </Title>
        <Group gap="xs" wrap="nowrap">
          {isListening ? <Loader size={16} aria-hidden="true" /> : null}
          <Text size="sm" role="status">
            {came ? t('listen.came', { event: came.event }) : t(isListening ? 'listen.waiting' : 'listen.text')}
          </Text>
        </Group>
        {came ? (
          <TextLink size="sm" to="/company/webhook-integrations/$id" params={{ id: system.id }} search={{ tab: 'map' }}>
            {t('listen.map')}
          </TextLink>
        ) : isListening ? null : (
          <Button loading={listen.isPending} onClick={() => listen.mutate()}>
            {t('listen.start')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

/** How the system is connected, step by step, and whether anything came. */
export const SetupTab = ({ system }: Props) => {
  const { t, i18n } = useTranslation('integrations/webhooks')
  const { docsUrl } = system.guide
  const steps = system.guide.steps[i18n.language.startsWith('pt') ? 'pt' : 'en']
  return (
    <Stack gap="md" maw={720}>
      {system.settings.scheme === 'none' ? <Alert color="yellow">{t('unsigned')}</Alert> : null}
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Copied label={t('url')} value={system.url} />
          <List type="ordered" size="sm" spacing="xs">
            {steps.map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          {docsUrl ? (
            <Anchor href={docsUrl} target="_blank" rel="noopener noreferrer nofollow" size="sm">
              {t('docs', { name: system.sourceName[i18n.language.startsWith('pt') ? 'pt' : 'en'] })}
            </Anchor>
          ) : null}
        </Stack>
      </Paper>
      <Secrets system={system} />
      <Listen system={system} />
    </Stack>
  )
}
