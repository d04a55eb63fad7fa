import { Badge, Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import type { TemplateGroup } from '@recado/contracts/whatsapp/templates'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { QualityBadge, StatusBadge, useCategory } from './labels.tsx'

export type GroupRow = TemplateGroup & { id: string; companyName?: string }

/** Where a template of the list is opened. */
export type Place = '/integrations/whatsapp/templates/$id' | '/whatsapp/templates'

type Editing = TemplateGroup['languages'][number]['editing']

/** Says of an approved template that it cannot be edited now, and from when on. */
const EditLock = ({ status, editing }: { status: string; editing: Editing }) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  if (status !== 'APPROVED' || editing.allowed || !editing.until) return null
  const label = t('limits.locked', { time: dateTime(editing.until, i18n.language) })
  return (
    <Tooltip label={label}>
      <IconLock size={15} role="img" aria-label={label} />
    </Tooltip>
  )
}

const Languages = ({ group, place }: { group: GroupRow; place: Place }) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <Group gap={6}>
      {group.languages.map(({ id, language, status, hasDraft, editing }) => {
        const badge = <StatusBadge status={status} language={language} />
        return (
          <Group key={id} gap={4} wrap="nowrap">
            {place === '/whatsapp/templates' ? (
              badge
            ) : (
              <TextLink to={place} params={{ id }}>
                <VisuallyHidden>{`${group.name} `}</VisuallyHidden>
                {badge}
              </TextLink>
            )}
            <EditLock status={status} editing={editing} />
            {hasDraft ? (
              <Tooltip label={t('unpublished.title')}>
                <Badge variant="default" size="sm" tt="none" fw={500}>
                  {t('unpublished.short')}
                </Badge>
              </Tooltip>
            ) : null}
          </Group>
        )
      })}
    </Group>
  )
}

const Name = ({ group, place }: { group: GroupRow; place: Place }) => {
  return (
    <div style={{ minWidth: 0 }}>
      {place !== '/whatsapp/templates' && group.languages[0] ? (
        <TextLink to={place} params={{ id: group.languages[0].id }} style={{ overflowWrap: 'anywhere' }}>
          {group.name}
        </TextLink>
      ) : (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {group.name}
        </Text>
      )}
      <Text size="sm" c="dimmed" truncate maw={270}>
        {group.languages.find(({ preview }) => preview !== '')?.preview}
      </Text>
    </div>
  )
}

const Figures = ({ group }: { group: GroupRow }) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const { sent, delivered, read, clicked } = group.figures
  if (sent === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('figures.none')}
      </Text>
    )
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const parts = [
    t('figures.sentCount', { count: sent, number: new Intl.NumberFormat(i18n.language).format(sent) }),
    t('figures.deliveredShare', { share: percent.format(delivered / sent) }),
    t('figures.readShare', { share: percent.format(read / sent) }),
    ...(clicked > 0 ? [t('figures.clickedShare', { share: percent.format(clicked / sent) })] : []),
  ]
  return <Text size="sm">{parts.join(' · ')}</Text>
}

const worst = (group: GroupRow): string | null =>
  ['RED', 'YELLOW', 'GREEN'].find((quality) => group.languages.some((line) => line.quality === quality)) ?? null

const categoriesOf = (group: GroupRow) => [...new Set(group.languages.map(({ category }) => category))]

/** A name with its languages is chosen, and shown, under the first of them. */
export const rowOf = <G extends TemplateGroup>(group: G): G & { id: string } => ({
  ...group,
  id: group.languages[0]?.id ?? group.name,
})

export const useGroupColumns = (place: Place): DataTableColumn<GroupRow>[] => {
  const { t } = useTranslation('whatsapp/templates')
  const categoryOf = useCategory()
  const operator = place === '/whatsapp/templates'
  return [
    { accessor: 'name', title: t('column.name'), width: 270, render: (group) => <Name group={group} place={place} /> },
    {
      accessor: 'category',
      title: t('column.category'),
      render: (group) => <Text size="sm">{categoriesOf(group).map(categoryOf).join(', ')}</Text>,
    },
    {
      accessor: 'languages',
      title: t('column.languages'),
      width: 235,
      render: (group) => <Languages group={group} place={place} />,
    },
    {
      accessor: 'quality',
      title: t('column.quality'),
      secondary: operator,
      render: (group) => <QualityBadge quality={worst(group)} />,
    },
    { accessor: 'figures', title: t('column.week'), render: (group) => <Figures group={group} /> },
    {
      accessor: 'uses',
      title: t('column.uses'),
      secondary: operator,
      render: ({ uses }) => <Text size="sm">{uses > 0 ? t('uses.count', { count: uses }) : '–'}</Text>,
    },
    {
      accessor: 'updatedAt',
      title: t('column.updated'),
      render: ({ updatedAt }) => (
        <Text size="sm" c="dimmed">
          <RelativeTime value={updatedAt} />
        </Text>
      ),
    },
    {
      accessor: 'source',
      title: t('column.source'),
      secondary: true,
      render: ({ source }) => <Text size="sm">{t(`source.${source}`)}</Text>,
    },
  ]
}

/** A name on a phone. */
export const GroupCard = ({ group, place }: { group: GroupRow; place: Place }) => {
  const categoryOf = useCategory()
  return (
    <Stack gap={8}>
      <Name group={group} place={place} />
      <Text size="sm">{categoriesOf(group).map(categoryOf).join(', ')}</Text>
      <Languages group={group} place={place} />
      <Figures group={group} />
    </Stack>
  )
}
