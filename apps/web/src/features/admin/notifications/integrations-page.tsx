import { Alert, Badge, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  deleteNotificationIntegration,
  makeNotificationIntegrationPrimary,
} from '@recado/contracts/admin/notification-integrations'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconPencil, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type Integration, integrationsQuery, notificationKeys, providersQuery } from './api.ts'
import { StepIcon } from './labels.tsx'
import classes from './notifications.module.css'

const ConnectDrawer = lazyComponent(async () => (await import('./integration-drawer.tsx')).ConnectDrawer)
const EditDrawer = lazyComponent(async () => (await import('./integration-drawer.tsx')).EditDrawer)

type CardProps = { integration: Integration; onEdit: () => void; onRemove: () => void }

const Badges = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Group gap={6}>
      <Badge variant="light" color={integration.active ? 'petrol' : 'gray'}>
        {t(integration.active ? 'integrations.active' : 'integrations.inactive')}
      </Badge>
      {integration.primary ? (
        <Badge variant="light" color="clay" leftSection={<IconStar size={12} aria-hidden="true" />}>
          {t('integrations.primary')}
        </Badge>
      ) : null}
      {integration.hasConditions ? <Badge variant="default">{t('integrations.conditions')}</Badge> : null}
    </Group>
  )
}

const canBePrimary = ({ channel, primary, active }: Integration) =>
  (channel === 'email' || channel === 'sms') && !primary && active

const IntegrationCard = ({ integration, onEdit, onRemove }: CardProps) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const queryClient = useQueryClient()
  const { name, providerName, identifier, sent24h, lastError, lastErrorAt } = integration
  const makePrimary = useMutation({
    mutationFn: () => call(makeNotificationIntegrationPrimary, { params: { id: integration.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationKeys.integrations }),
  })
  return (
    <Paper withBorder p="md" component="article" aria-label={name} className={classes.provider ?? ''}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {providerName === name ? identifier : `${providerName} · ${identifier}`}
          </Text>
        </div>
        <Badges integration={integration} />
      </Group>
      <Text size="sm" mt="sm">
        {t('integrations.sent', { count: sent24h, number: new Intl.NumberFormat(i18n.language).format(sent24h) })}
      </Text>
      {lastError ? (
        <Alert color="red" mt="sm" p="xs">
          <Text size="xs">
            {t('integrations.lastError')} {lastErrorAt ? <RelativeTime value={lastErrorAt} /> : null}
          </Text>
          <Text size="xs" lineClamp={3} title={lastError}>
            {lastError}
          </Text>
        </Alert>
      ) : null}
      <Group gap={6} mt="auto" pt="md">
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPencil size={15} />}
          aria-label={t('integrations.editOf', { name })}
          onClick={onEdit}
        >
          {t('integrations.edit')}
        </Button>
        {canBePrimary(integration) ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconStar size={15} />}
            loading={makePrimary.isPending}
            aria-label={t('integrations.makePrimaryOf', { name })}
            onClick={() => makePrimary.mutate()}
          >
            {t('integrations.makePrimary')}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          aria-label={t('integrations.removeOf', { name })}
          onClick={onRemove}
        >
          {t('common:remove')}
        </Button>
      </Group>
    </Paper>
  )
}

/** The providers that carry what the product says, by channel. */
export const IntegrationsPage = () => {
  const { t } = useTranslation('admin/notifications')
  const queryClient = useQueryClient()
  const query = useQuery(integrationsQuery)
  const { data: catalogue } = useQuery(providersQuery)
  const [connecting, setConnecting] = useState(false)
  const [editing, setEditing] = useState<Integration | null>(null)
  const [removing, setRemoving] = useState<Integration | null>(null)
  const remove = async ({ id, name }: Integration) => {
    await call(deleteNotificationIntegration, { params: { id } })
    toastSuccess(t('integrations.removed', { name }))
    void queryClient.invalidateQueries({ queryKey: notificationKeys.integrations })
  }
  const content = () => {
    if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    if (!query.data) return <Skeleton height={260} radius="lg" role="status" aria-label={t('common:loading')} />
    const all = query.data.data
    return (
      <Stack gap="xl">
        {channelTypes.map((type) => {
          const mine = all.filter(({ channel }) => channel === type)
          return (
            <section key={type} aria-label={t(`step.${type}`)}>
              <Group gap={8} mb="sm">
                <StepIcon type={type} size={20} />
                <Title order={2}>{t(`step.${type}`)}</Title>
              </Group>
              {mine.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('integrations.none')}
                </Text>
              ) : (
                <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
                  {mine.map((integration) => (
                    <IntegrationCard
                      key={integration.id}
                      integration={integration}
                      onEdit={() => setEditing(integration)}
                      onRemove={() => setRemoving(integration)}
                    />
                  ))}
                </SimpleGrid>
              )}
            </section>
          )
        })}
      </Stack>
    )
  }
  return (
    <>
      <PageHeader
        title={t('integrations.title')}
        description={t('integrations.description')}
        actions={
          <Button leftSection={<IconPlus size={18} />} disabled={!catalogue} onClick={() => setConnecting(true)}>
            {t('integrations.connect')}
          </Button>
        }
      />
      {content()}
      {connecting && catalogue ? (
        <ConnectDrawer providers={catalogue.data} onClose={() => setConnecting(false)} />
      ) : null}
      {editing && catalogue ? (
        <EditDrawer
          key={editing.id}
          integration={editing}
          fields={
            catalogue.data.find(({ id, channel }) => id === editing.providerId && channel === editing.channel)
              ?.fields ?? []
          }
          onClose={() => setEditing(null)}
        />
      ) : null}
      <ConfirmDialog
        opened={removing !== null}
        title={t('integrations.removeTitle', { name: removing?.name })}
        confirmLabel={t('common:remove')}
        danger
        onClose={() => setRemoving(null)}
        onConfirm={() => (removing ? remove(removing) : undefined)}
      >
        {t('integrations.removeText')}
      </ConfirmDialog>
    </>
  )
}
