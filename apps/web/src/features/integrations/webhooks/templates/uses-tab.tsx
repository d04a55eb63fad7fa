import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import {
  moveWebhookTemplateUses,
  type TemplateUse,
  type WebhookTemplateDetail,
} from '@recado/contracts/integrations/webhook-templates'
import { IconBuilding } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'
import { Select } from '#web/components/form/select.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { MapChanges } from '../map-changes.tsx'
import { templatesQuery, templateUsesQuery } from './api.ts'

type MoveProps = { template: WebhookTemplateDetail; uses: readonly TemplateUse[]; onClose: () => void }

/** Shows what following another version changes for each of some systems, and has them follow it. */
const MoveDialog = ({ template: { key, versions, number }, uses, onClose }: MoveProps) => {
  const { t } = useTranslation(['integrations/templates', 'errors'])
  const queryClient = useQueryClient()
  const [to, setTo] = useState(number ?? 0)
  const ids = uses.map(({ id }) => id)
  const ask = (apply: boolean) => call(moveWebhookTemplateUses, { params: { key }, body: { ids, to, apply } })
  const preview = useQuery({ queryKey: [...templatesQuery.queryKey, key, 'moves', ids, to], queryFn: () => ask(false) })
  const move = useMutation({
    mutationFn: () => ask(true),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
  const outcomes = move.data?.data ?? preview.data?.data ?? []
  const movable = outcomes.filter(({ code }) => code === null).length
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={t('move.title')}
      size={680}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('move.text')}</Text>
        <Select
          label={t('move.to')}
          allowDeselect={false}
          disabled={move.isSuccess}
          data={versions
            .filter(({ status }) => status === 'published')
            .map((one) => ({ value: String(one.number), label: t('version', { number: one.number }) }))}
          value={String(to)}
          onChange={(value) => value && setTo(Number(value))}
        />
        {outcomes.map(({ id, code, changes, verification }) => {
          const use = uses.find((one) => one.id === id)
          return (
            <Stack key={id} gap={4} component="section">
              <Text size="sm" fw={550}>
                {use ? `${use.company.name} · ${use.name}` : id}
              </Text>
              {code ? (
                <StatusText tone="warning">{t(`move.code.${code}`)}</StatusText>
              ) : move.isSuccess ? (
                <StatusText tone="good">{t('move.moved')}</StatusText>
              ) : (
                <>
                  {verification ? <Text size="sm">{t('move.verification')}</Text> : null}
                  <MapChanges changes={changes} />
                </>
              )}
            </Stack>
          )
        })}
        {(move.error ?? preview.error) ? <Alert color="red">{errorText(t, move.error ?? preview.error)}</Alert> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(move.isSuccess ? 'common:close' : 'common:cancel')}
          </Button>
          {move.isSuccess ? null : (
            <Button loading={move.isPending} disabled={movable === 0} onClick={() => move.mutate()}>
              {t('move.submit', { count: movable })}
            </Button>
          )}
        </Group>
      </Stack>
    </LazyModal>
  )
}

/** Connected systems of companies, by the version that they follow, and how they are moved to another. */
export const UsesTab = ({ template }: { template: WebhookTemplateDetail }) => {
  const { t } = useTranslation('integrations/templates')
  const [number, setNumber] = useState<number | undefined>()
  const [cursor, setCursor] = useState<string | undefined>()
  const [chosen, setChosen] = useState<readonly TemplateUse[]>([])
  const [moving, setMoving] = useState(false)
  const query = useQuery({ ...templateUsesQuery(template.key, number, cursor), placeholderData: keepPreviousData })
  const published = template.versions.filter(({ status }) => status !== 'draft')
  const toggle = (use: TemplateUse) =>
    setChosen(chosen.some(({ id }) => id === use.id) ? chosen.filter(({ id }) => id !== use.id) : [...chosen, use])
  const pick = (use: TemplateUse) => (
    <Checkbox
      aria-label={t('uses.choose', { name: `${use.company.name} · ${use.name}` })}
      checked={chosen.some(({ id }) => id === use.id)}
      onChange={() => toggle(use)}
    />
  )
  const columns: DataTableColumn<TemplateUse>[] = [
    ...(template.origin === 'own' ? [{ accessor: 'id', title: '', render: pick }] : []),
    { accessor: 'company', title: t('uses.company'), render: ({ company }) => company.name },
    { accessor: 'name', title: t('column.name') },
    ...(template.origin === 'own'
      ? [{ accessor: 'number', title: t('column.version'), render: ({ number: of }: TemplateUse) => String(of ?? '–') }]
      : []),
    {
      accessor: 'enabled',
      title: t('column.status'),
      render: ({ enabled }) => (
        <StatusText tone={enabled ? 'good' : 'none'}>{t(enabled ? 'uses.on' : 'uses.off')}</StatusText>
      ),
    },
    {
      accessor: 'lastEventAt',
      title: t('uses.lastEvent'),
      render: ({ lastEventAt }) => (lastEventAt ? <RelativeTime value={lastEventAt} /> : '–'),
    },
  ]
  return (
    <Stack gap="md">
      {published.length > 0 ? (
        <List size="sm" listStyleType="none">
          {published.map((one) => (
            <List.Item key={one.number}>{t('uses.of', { number: one.number, count: one.uses })}</List.Item>
          ))}
        </List>
      ) : null}
      {template.origin === 'own' ? (
        <Group justify="space-between" align="flex-end">
          <Select
            label={t('column.version')}
            clearable
            placeholder={t('uses.all')}
            data={published.map((one) => ({ value: String(one.number), label: t('version', { number: one.number }) }))}
            value={number === undefined ? null : String(number)}
            onChange={(value) => {
              setNumber(value === null ? undefined : Number(value))
              setCursor(undefined)
            }}
          />
          <Button disabled={chosen.length === 0 || template.number === null} onClick={() => setMoving(true)}>
            {t('uses.move', { count: chosen.length })}
          </Button>
        </Group>
      ) : null}
      <DataTable<TemplateUse>
        label={t('tab.uses')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={setCursor}
        empty={<EmptyState compact icon={IconBuilding} title={t('uses.none')} />}
        card={(use) => (
          <Group gap="sm" wrap="nowrap">
            {template.origin === 'own' ? pick(use) : null}
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={550}>
                {use.company.name}
              </Text>
              <Text size="xs" c="dimmed">
                {use.number === null ? use.name : `${use.name} · ${t('version', { number: use.number })}`}
              </Text>
            </Stack>
          </Group>
        )}
      />
      {moving ? (
        <MoveDialog
          template={template}
          uses={chosen}
          onClose={() => {
            setMoving(false)
            setChosen([])
          }}
        />
      ) : null}
    </Stack>
  )
}
