import { ActionIcon, Anchor, Badge, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { apiScopes } from '@recado/contracts/api-scopes'
import { type ApiKey, type ApiKeyWithSecret, revokeApiKey } from '@recado/contracts/integrations/api-keys'
import { type Icon, IconBan, IconKey, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useRemoval } from '#web/components/feedback/use-removal.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { apiKeysQuery, scopeTextKey } from './api.ts'

const KeyDrawer = lazyComponent(async () => (await import('./key-drawer.tsx')).KeyDrawer)
const RotateDialog = lazyComponent(async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const SecretDialog = lazyComponent(async () => (await import('./secret-dialog.tsx')).SecretDialog)

const tones = { active: 'good', expired: 'warning', revoked: 'none' } as const

const useColumns = (buttons: (key: ApiKey) => ReactNode): DataTableColumn<ApiKey>[] => {
  const { t } = useTranslation('integrations/api-keys')
  return [
    {
      accessor: 'name',
      title: t('name'),
      render: ({ name, mode, prefix }) => (
        <Stack gap={0}>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm">{name}</Text>
            {mode === 'test' ? (
              <Badge size="xs" variant="light" color="gray">
                {t('mode.badge')}
              </Badge>
            ) : null}
          </Group>
          <Text size="xs" c="dimmed" ff="monospace">
            {prefix}…
          </Text>
        </Stack>
      ),
    },
    {
      accessor: 'scopes',
      title: t('scopes'),
      render: ({ scopes }) => {
        const names = scopes.map((scope) => t(scopeTextKey(scope))).join(', ')
        return (
          <Text size="sm" lineClamp={2} title={names}>
            {scopes.length === apiScopes.length ? t('allScopes') : names}
          </Text>
        )
      },
    },
    {
      accessor: 'lastUsedAt',
      title: t('lastUsed'),
      render: ({ lastUsedAt, lastAddress }) =>
        lastUsedAt ? (
          <Stack gap={0}>
            <RelativeTime value={lastUsedAt} />
            <Text size="xs" c="dimmed">
              {lastAddress}
            </Text>
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            {t('never')}
          </Text>
        ),
    },
    {
      accessor: 'expiresAt',
      title: t('expires'),
      render: ({ expiresAt }) => (expiresAt ? <RelativeTime value={expiresAt} /> : t('noExpiry')),
    },
    {
      accessor: 'state',
      title: t('status'),
      render: ({ state, previousUntil }) => (
        <Stack gap={0}>
          <StatusText tone={tones[state]}>{t(`state.${state}`)}</StatusText>
          {state === 'active' && previousUntil ? (
            <Text size="xs" c="dimmed">
              {t('overlaps')} <RelativeTime value={previousUntil} />
            </Text>
          ) : null}
        </Stack>
      ),
    },
    {
      accessor: 'id',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      textAlign: 'right',
      render: buttons,
    },
  ]
}

/** The keys by which programs use the API: who may do what, when each was last used, and how to end it. */
export const KeysPage = () => {
  const { t, i18n } = useTranslation(['integrations/api-keys', 'errors'])
  const queryClient = useQueryClient()
  const query = useQuery(apiKeysQuery)
  const [editing, setEditing] = useState<ApiKey | 'new' | null>(null)
  const [rotating, setRotating] = useState<ApiKey | null>(null)
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  const changed = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
  const show = (key: ApiKeyWithSecret) => {
    void changed()
    setMade(key)
  }
  const removal = useRemoval<ApiKey>({
    titleOf: ({ name }) => t('revoke.title', { name }),
    textOf: () => t('revoke.text'),
    confirmLabel: t('revoke.submit'),
    remove: async ({ id }) => {
      await call(revokeApiKey, { params: { id } })
      await changed()
    },
  })
  const button = (label: string, Glyph: Icon, onClick: () => void) => (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Glyph size={17} />
    </ActionIcon>
  )
  const buttons = (key: ApiKey) =>
    key.state === 'revoked' ? null : (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {key.state === 'active' ? (
          <>
            {button(t('changeOne', { name: key.name }), IconPencil, () => setEditing(key))}
            {button(t('rotateOne', { name: key.name }), IconRefresh, () => setRotating(key))}
          </>
        ) : null}
        {button(t('revokeOne', { name: key.name }), IconBan, () => removal.ask(key))}
      </Group>
    )
  const columns = useColumns(buttons)
  const keys = query.data?.data ?? []
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('title')}
        order={2}
        count={query.data ? keys.length : undefined}
        label={t('title')}
        query={query}
        columns={columns}
        notice={
          <Text size="sm" c="dimmed" mb="md">
            {t('intro')}{' '}
            <Anchor href={`/docs/${i18n.resolvedLanguage}`} target="_blank" rel="noreferrer" inherit underline="always">
              {t('docs')}
            </Anchor>
          </Text>
        }
        actions={keys.length > 0 ? add : null}
        empty={<EmptyState icon={IconKey} title={t('empty')} description={t('emptyText')} action={add} />}
        card={(key) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text size="sm">{key.name}</Text>
              <Text size="xs" c="dimmed" ff="monospace">
                {key.prefix}…
              </Text>
              <StatusText tone={tones[key.state]}>{t(`state.${key.state}`)}</StatusText>
            </Stack>
            {buttons(key)}
          </Group>
        )}
      />
      {editing ? (
        <KeyDrawer
          stored={editing === 'new' ? null : editing}
          onMade={show}
          onSaved={changed}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {rotating ? <RotateDialog stored={rotating} onMade={show} onClose={() => setRotating(null)} /> : null}
      {made ? <SecretDialog made={made} onClose={() => setMade(null)} /> : null}
      {removal.dialog}
    </>
  )
}
