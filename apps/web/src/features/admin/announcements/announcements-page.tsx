import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '#web/components/content/fact-list.tsx'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import { AnnouncementBar } from '#web/components/feedback/announcement-bar.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { filtersOf } from '#web/lib/api/search.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { AnnouncementActions } from './announcement-actions.tsx'
import { announcementsQuery, type SystemCampaign } from './api.ts'
import { type SystemSearch, validateSystemSearch } from './search.ts'

const AnnouncementDrawer = lazyComponent(async () => (await import('./announcement-drawer.tsx')).AnnouncementDrawer)

const tones: Record<SystemCampaign['state'], StatusTone> = {
  ...{ draft: 'none', scheduled: 'open', sending: 'open', done: 'good', canceled: 'none' },
}

const State = ({ state }: Pick<SystemCampaign, 'state'>) => {
  const { t } = useTranslation('admin/announcements')
  return <StatusText tone={tones[state]}>{t(`state.${state}`)}</StatusText>
}

const useColumns = (): DataTableColumn<SystemCampaign>[] => {
  const { t, i18n } = useTranslation('admin/announcements')
  const number = new Intl.NumberFormat(i18n.language)
  return [
    {
      accessor: 'name',
      title: t('field.name'),
      render: ({ name }) => (
        <Text fw={600} size="sm">
          {name}
        </Text>
      ),
    },
    { accessor: 'state', title: t('column.state'), render: (one) => <State {...one} /> },
    { accessor: 'topic', title: t('field.topic'), render: ({ topic }) => t(`topic.${topic}`) },
    {
      accessor: 'startsAt',
      title: t('column.startsAt'),
      render: ({ startsAt }) => (startsAt ? dateTime(startsAt, i18n.language) : '–'),
    },
    ...(['sent', 'seen', 'read'] as const).map((figure) => ({
      accessor: figure,
      title: t(`column.${figure}`),
      textAlign: 'right' as const,
      render: ({ stats }: SystemCampaign) =>
        number.format(figure === 'seen' ? Math.max(stats.seen, stats.banner.seen) : stats[figure]),
    })),
  ]
}

const Figures = ({ campaign }: { campaign: SystemCampaign }) => {
  const { t, i18n } = useTranslation('admin/announcements')
  const { stats, channels, startsAt, bannerUntil, state } = campaign
  if (state === 'draft' || startsAt === null) return null
  const number = (n: number) => n.toLocaleString(i18n.language)
  const hasBanner = channels.includes('banner')
  return (
    <FactList
      rows={[
        [t('column.startsAt'), dateTime(startsAt, i18n.language)],
        hasBanner && bannerUntil ? [t('fact.bannerUntil'), dateTime(bannerUntil, i18n.language)] : null,
        [t('column.sent'), number(stats.sent)],
        channels.includes('in_app')
          ? [t('channels.in_app'), t('fact.inbox', { seen: number(stats.seen), read: number(stats.read) })]
          : null,
        hasBanner
          ? [
              t('channels.banner'),
              t('fact.banner', {
                seen: number(stats.banner.seen),
                dismissed: number(stats.banner.dismissed),
                clicked: number(stats.banner.clicked),
              }),
            ]
          : null,
      ]}
    />
  )
}

const Detail = ({ campaign, onEdit }: { campaign: SystemCampaign; onEdit: () => void }) => {
  const { t } = useTranslation('admin/announcements')
  return (
    <Stack gap="lg">
      <State {...campaign} />
      <AnnouncementActions campaign={campaign} onEdit={onEdit} />
      <Figures campaign={campaign} />
      {(['en', 'pt'] as const).map((language) => (
        <section key={language} aria-label={t(`language.${language}`)}>
          <Text size="xs" c="dimmed" mb={4}>
            {t(`language.${language}`)}
          </Text>
          {campaign.channels.includes('banner') ? (
            <div lang={language}>
              <AnnouncementBar
                {...campaign.content[language]}
                topic={campaign.topic}
                label={t('bannerPreview', { language: t(`language.${language}`) })}
              />
            </div>
          ) : null}
          {campaign.channels.some((channel) => channel !== 'banner') ? (
            <div lang={language}>
              <Text fw={600}>{campaign.content[language].title || '–'}</Text>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {campaign.content[language].body}
              </Text>
            </div>
          ) : null}
        </section>
      ))}
    </Stack>
  )
}

type Props = { search: SystemSearch; onSearch: (next: SystemSearch) => void }

/** What the platform announces to its users: written, tried on oneself, sent now or later. */
export const AnnouncementsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/announcements')
  const query = useQuery(announcementsQuery(search))
  const columns = useColumns()
  const [writing, setWriting] = useState<SystemCampaign | 'new' | null>(null)
  const { open, ...rest } = search
  const opened = query.data?.data.find(({ id }) => id === open)
  const begin = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setWriting('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <ListPage<SystemCampaign, SystemSearch>
        title={t('title')}
        search={search}
        onSearch={onSearch}
        validate={validateSystemSearch}
        filters={filtersOf(search)}
        fields={[
          {
            kind: 'choice',
            name: 'state',
            label: t('column.state'),
            choices: (['draft', 'scheduled', 'sending', 'done', 'canceled'] as const).map((value) => ({
              value,
              label: t(`state.${value}`),
            })),
          },
          {
            kind: 'choice',
            name: 'topic',
            label: t('field.topic'),
            choices: (['product', 'billing', 'incident'] as const).map((value) => ({
              value,
              label: t(`topic.${value}`),
            })),
          },
          { kind: 'flag', name: 'archived', label: t('archivedOnes') },
        ]}
        label={t('title')}
        query={query}
        columns={columns}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        actions={begin}
        empty={
          <EmptyState icon={IconSpeakerphone} title={t('empty.title')} description={t('empty.text')} action={begin} />
        }
        card={(campaign) => (
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {campaign.name}
            </Text>
            <State {...campaign} />
          </Group>
        )}
      />
      {opened && writing === null ? (
        <DetailDrawer title={opened.name} onClose={() => onSearch(rest)}>
          <Detail campaign={opened} onEdit={() => setWriting(opened)} />
        </DetailDrawer>
      ) : null}
      {writing ? (
        <AnnouncementDrawer draft={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      ) : null}
    </>
  )
}
