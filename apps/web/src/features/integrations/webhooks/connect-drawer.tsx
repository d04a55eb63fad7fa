import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { createWebhookIntegration } from '@recado/contracts/integrations/webhook-integrations'
import type { WebhookSourceCard } from '@recado/contracts/integrations/webhook-sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { LazyDrawer } from '#web/components/form/lazy-windows.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { webhookIntegrationsQuery } from '#web/queries/webhook-integrations.ts'
import { webhookSourcesQuery } from './api.ts'
import { MadeDialog } from './made-dialog.tsx'
import { SourceLogo } from './source-logo.tsx'
import { useLanguage } from './use-language.ts'
import classes from './webhooks.module.css'

const schemes = ['standard', 'hmac', 'token', 'basic', 'none'] as const

type Made = { id: string; name: string; url: string; generated: Record<string, string> }
type Values = { name: string; scheme: (typeof schemes)[number]; secrets: Record<string, string> }

const Sources = ({ onChoose, onClose }: { onChoose: (source: WebhookSourceCard) => void; onClose: () => void }) => {
  const { t } = useTranslation('integrations/webhooks')
  const language = useLanguage()
  const query = useQuery(webhookSourcesQuery)
  return (
    <LazyDrawer
      opened
      onClose={onClose}
      title={t('choose')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {query.data ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {query.data.data.map((source) => (
            <UnstyledButton key={source.key} className={classes.source ?? ''} onClick={() => onChoose(source)}>
              <Group gap="sm" wrap="nowrap">
                <SourceLogo name={source.name[language]} src={source.logoUrl} />
                <div style={{ minWidth: 0 }}>
                  <Text fw={550} size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {source.name[language]}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {source.number === null
                      ? t(`category.${source.category}`)
                      : t('categoryVersion', { category: t(`category.${source.category}`), number: source.number })}
                  </Text>
                </div>
              </Group>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      ) : (
        <RecordFallback query={query} />
      )}
    </LazyDrawer>
  )
}

type FormProps = { source: WebhookSourceCard; onMade: (made: Made) => void; onClose: () => void }

const Form = ({ source, onMade, onClose }: FormProps) => {
  const { t } = useTranslation('integrations/webhooks')
  const language = useLanguage()
  const isGeneric = source.key === 'generic'
  const asked = source.secrets.filter(({ origin }) => origin === 'source')
  const bodyOf = ({ name, scheme, secrets }: Values) => ({
    ...{ name, source: source.key },
    settings: { addresses: [], ...(isGeneric && { scheme }) },
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value.trim() !== '')),
  })
  const { form, state } = useContractForm<Values>({
    schema: createWebhookIntegration.body,
    initialValues: {
      name: source.name[language],
      scheme: 'standard',
      secrets: Object.fromEntries(asked.map(({ key }) => [key, ''])),
    },
    toBody: bodyOf,
    onSubmit: async (values) => onMade(await call(createWebhookIntegration, { body: bodyOf(values) })),
  })
  return (
    <FormDrawer opened title={source.name[language]} submitLabel={t('connectOne')} {...state} onClose={onClose}>
      <TextInput label={t('name')} data-autofocus {...form.getInputProps('name')} />
      {isGeneric ? (
        <Select
          label={t('scheme')}
          allowDeselect={false}
          data={schemes.map((value) => ({ value, label: t(`schemes.${value}`) }))}
          {...form.getInputProps('scheme')}
        />
      ) : null}
      {asked.map(({ key, label }) => (
        <TextInput
          key={key}
          label={label[language]}
          description={t('secretLater')}
          autoComplete="off"
          {...form.getInputProps(`secrets.${key}`)}
        />
      ))}
    </FormDrawer>
  )
}

/** Connects a system: which one, what it is called, and what it proves itself by. */
export const ConnectDrawer = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation('integrations/webhooks')
  const [source, setSource] = useState<WebhookSourceCard | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const open = (id: string) => {
    void queryClient.invalidateQueries({ queryKey: webhookIntegrationsQuery.queryKey })
    void navigate({ to: '/company/webhook-integrations/$id', params: { id } })
  }
  if (made)
    return (
      <MadeDialog made={made} isNew onClose={() => open(made.id)}>
        <Button onClick={() => open(made.id)}>{t('goOn')}</Button>
      </MadeDialog>
    )
  if (source) return <Form source={source} onMade={setMade} onClose={onClose} />
  return (
    <Stack>
      <Sources onChoose={setSource} onClose={onClose} />
    </Stack>
  )
}
