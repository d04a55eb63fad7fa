import { Alert, Badge, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import {
  deleteNotificationIntegration,
  makeNotificationIntegrationPrimary,
} from '@recado/contracts/admin/notification-integrations'
import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type Integration, integrationsQuery, notificationKeys, type Provider, providersQuery } from './api.ts'
import classes from './notifications.module.css'
import { ProviderGallery } from './provider-gallery.tsx'
import { ProviderLogo } from './provider-logo.tsx'
import type { ProviderSearch } from './search.ts'

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
        <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
          <ProviderLogo id={integration.providerId} name={providerName} />
          <div style={{ minWidth: 0 }}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate title={identifier}>
              {[t(`step.${integration.channel}`), providerName === name ? null : providerName]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        </Group>
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

/** Channels without a provider, each linking to the ones available. */
const Missing = ({
  integrations,
  onChannel,
}: {
  integrations: Integration[]
  onChannel: (type: ChannelType) => void
}) => {
  const { t } = useTranslation('admin/notifications')
  const missing = channelTypes.filter((type) => !integrations.some(({ channel, active }) => channel === type && active))
  if (missing.length === 0) return null
  return (
    <Group gap={6} mt="sm">
      <Text size="sm" c="dimmed">
        {t('integrations.missing')}
      </Text>
      {missing.map((type) => (
        <Button key={type} size="compact-sm" variant="default" onClick={() => onChannel(type)}>
          {t(`step.${type}`)}
        </Button>
      ))}
    </Group>
  )
}

type ConnectedProps = {
  integrations: Integration[]
  onEdit: (integration: Integration) => void
  onChannel: (type: ChannelType) => void
}

const Connected = ({ integrations, onEdit, onChannel }: ConnectedProps) => {
  const { t } = useTranslation('admin/notifications')
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState<Integration | null>(null)
  const remove = async ({ id, name }: Integration) => {
    await call(deleteNotificationIntegration, { params: { id } })
    toastSuccess(t('integrations.removed', { name }))
    void queryClient.invalidateQueries({ queryKey: notificationKeys.integrations })
  }
  const inOrder = channelTypes.flatMap((type) => integrations.filter(({ channel }) => channel === type))
  return (
    <section aria-labelledby="connected-title">
      <Title order={2} mb="sm" id="connected-title">
        {t('integrations.connected')}
      </Title>
      {integrations.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('integrations.none')}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
          {inOrder.map((integration) => (
            <IntegrationCard
              key={integration.id}
              integration={integration}
              onEdit={() => onEdit(integration)}
              onRemove={() => setRemoving(integration)}
            />
          ))}
        </SimpleGrid>
      )}
      <Missing integrations={integrations} onChannel={onChannel} />
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
    </section>
  )
}

type Props = { search: ProviderSearch; onSearch: (next: ProviderSearch) => void }

/** The providers that deliver notifications: connected ones, and all others that are available. */
export const IntegrationsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(integrationsQuery)
  const catalogue = useQuery(providersQuery)
  const [connecting, setConnecting] = useState<Provider | null>(null)
  const [editing, setEditing] = useState<Integration | null>(null)
  const fieldsOf = ({ providerId, channel }: Integration) =>
    catalogue.data?.data.find((one) => one.id === providerId && one.channel === channel)?.fields ?? []
  /** Whichever of the two is still to come. */
  const needed = query.data ? catalogue : query
  return (
    <OverviewPage title={t('integrations.title')} description={t('integrations.description')} query={needed}>
      {query.data && catalogue.data ? (
        <>
          <Connected
            integrations={query.data.data}
            onEdit={setEditing}
            onChannel={(channel) => onSearch({ ...search, channel })}
          />
          <ProviderGallery
            providers={catalogue.data.data}
            integrations={query.data.data}
            search={search}
            onSearch={onSearch}
            onPick={setConnecting}
          />
        </>
      ) : null}
      {connecting ? <ConnectDrawer provider={connecting} onClose={() => setConnecting(null)} /> : null}
      {editing && catalogue.data ? (
        <EditDrawer
          key={editing.id}
          integration={editing}
          fields={fieldsOf(editing)}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </OverviewPage>
  )
}
