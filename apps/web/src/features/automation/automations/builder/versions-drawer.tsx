import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import {
  type AutomationDetail,
  type AutomationVersion,
  compareAutomationVersions,
  getAutomationVersion,
  listAutomationVersions,
  restoreAutomationVersion,
} from '@recado/contracts/automation/automations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { JsonView } from '#web/components/content/json-view.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { automationQuery } from '#web/queries/automations.ts'
import { useAutomationActions } from '../shared/use-automation-actions.ts'
import { useGraphWords } from '../shared/use-graph-words.ts'

const versionsQuery = (id: string) => ({
  queryKey: [...automationQuery(id).queryKey, 'versions'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listAutomationVersions, { params: { id } }, { signal }),
})

const Comparison = ({ automation, number }: { automation: AutomationDetail; number: number }) => {
  const { t } = useTranslation('automation/automations')
  const words = useGraphWords(automation.draft)
  const { id } = automation
  const query = useQuery({
    queryKey: [...automationQuery(id).queryKey, 'comparison', number, automation.version],
    queryFn: ({ signal }) => call(compareAutomationVersions, { params: { id }, query: { from: number } }, { signal }),
  })
  const old = useQuery({
    queryKey: [...automationQuery(id).queryKey, 'versions', number],
    queryFn: ({ signal }) => call(getAutomationVersion, { params: { id, number } }, { signal }),
  })
  if (!query.data) return <RecordFallback query={query} />
  if (query.data.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('versions.same')}
      </Text>
    )
  const nodes = [...automation.draft.nodes, ...(old.data?.graph.nodes ?? [])]
  const nameOf = (part: string) => {
    const node = nodes.find((one) => one.id === part)
    return node ? words.titleOf(node) : t([`versions.part.${part}`, 'versions.part.step'])
  }
  return (
    <Stack gap="xs">
      <ByPlace items={query.data.data}>
        {({ part, change, before, after }) => (
          <details>
            <summary>
              <Text span size="sm">
                {t(`versions.${change}`, { part: nameOf(part) })}
              </Text>
            </summary>
            {before ? <JsonView value={before} label={t('versions.before')} /> : null}
            {after ? <JsonView value={after} label={t('versions.after')} /> : null}
          </details>
        )}
      </ByPlace>
    </Stack>
  )
}

type Props = {
  automation: AutomationDetail
  readOnly: boolean
  save: () => Promise<AutomationDetail>
  onClose: () => void
}

/** Published versions: what changed since, and which one is drawn on again. */
export const VersionsDrawer = ({ automation, readOnly, save, onClose }: Props) => {
  const { t } = useTranslation('automation/automations')
  const { keep } = useAutomationActions()
  const query = useQuery(versionsQuery(automation.id))
  const [compared, setCompared] = useState<number | null>(null)
  const [asked, setAsked] = useState<AutomationVersion | null>(null)
  const restore = async (number: number) => {
    const { id, version } = await save()
    keep(await call(restoreAutomationVersion, { params: { id, number }, body: { version } }))
    toastSuccess(t('versions.restored', { number }))
    onClose()
  }
  return (
    <DetailDrawer title={t('versions.title')} onClose={onClose}>
      {query.data ? (
        <Stack gap="sm">
          {query.data.data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('versions.none')}
            </Text>
          ) : null}
          {query.data.data.map((one) => (
            <Paper key={one.number} withBorder p="md">
              <Group justify="space-between">
                <Text fw={600} size="sm">
                  {t('versionNumber', { number: one.number })}
                </Text>
                {one.live ? <Badge variant="light">{t('versions.live')}</Badge> : null}
              </Group>
              {one.note ? (
                <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
                  {one.note}
                </Text>
              ) : null}
              <Text size="xs" c="dimmed" mt={4}>
                <RelativeTime value={one.publishedAt} />
                {[one.author?.name, one.running > 0 ? t('versions.running', { count: one.running }) : null]
                  .filter(Boolean)
                  .map((text) => ` · ${text}`)}
              </Text>
              <Group gap="xs" mt="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-expanded={compared === one.number}
                  onClick={() => setCompared(compared === one.number ? null : one.number)}
                >
                  {t('versions.compare')}
                </Button>
                {readOnly ? null : (
                  <Button size="compact-sm" variant="default" onClick={() => setAsked(one)}>
                    {t('versions.restore')}
                  </Button>
                )}
              </Group>
              {compared === one.number ? <Comparison automation={automation} number={one.number} /> : null}
            </Paper>
          ))}
        </Stack>
      ) : (
        <RecordFallback query={query} />
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={t('versions.restoreTitle', { number: asked?.number ?? '' })}
        confirmLabel={t('versions.restore')}
        onClose={() => setAsked(null)}
        onConfirm={() => (asked ? restore(asked.number) : undefined)}
      >
        {t('versions.restoreText')}
      </ConfirmDialog>
    </DetailDrawer>
  )
}
