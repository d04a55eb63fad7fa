import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { Segment } from '@recado/contracts/contacts/segments'
import { IconAlertTriangle, IconChartPie, IconCopy, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { GroupSearch } from '#web/components/contact/group-search.ts'
import { GroupsPage } from '#web/components/contact/groups-page.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { useExplain } from '#web/components/filter-builder/use-explain.ts'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { segmentsQuery } from '#web/queries/segments.ts'
import { removeSegment, segmentCountQuery, useDuplicateSegment, useSegmentsChanged } from './api.ts'

const contactsPath = '/company/contacts'

/** How many it has now, counted once it is in view: until then the number of before stands there. */
const Count = ({ segment }: { segment: Segment }) => {
  const { t, i18n } = useTranslation('contacts/segments')
  const { ref, entry } = useIntersection<HTMLSpanElement>()
  const wanted = segmentCountQuery(segment)
  const isSeen = entry?.isIntersecting === true
  const { data } = useQuery({ ...wanted, enabled: wanted.enabled === true && isSeen })
  const { count, exact } = data ?? { count: segment.count, exact: true }
  const formatted = count === null ? '–' : new Intl.NumberFormat(i18n.language).format(count)
  return <span ref={ref}>{exact || count === null ? formatted : t('about', { formatted })}</span>
}

type Props = { search: GroupSearch; onSearch: (next: GroupSearch) => void }

/** Filters of contacts that were given a name: who belongs to each is decided whenever it is asked. */
export const SegmentsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation(['contacts/segments', 'errors'])
  const navigate = useNavigate()
  const query = useQuery(segmentsQuery)
  const explain = useExplain(true)
  const changed = useSegmentsChanged()
  const duplicate = useDuplicateSegment()
  useInvalidateOn(['settings.updated'], [companySettingsKey])
  const users = (usedBy: Segment['usedBy']) => usedBy.map(({ by, name }) => t(by, { name })).join(', ')
  const said = ({ filter }: Segment) => explain(filter)
  const name = (segment: Segment) => (
    <Group gap={6} wrap="nowrap" miw={0}>
      <TextLink size="sm" to={contactsPath} search={{ segment: segment.id }} truncate>
        {segment.name}
      </TextLink>
      {segment.problems.length > 0 ? (
        <Tooltip label={t('broken')}>
          <IconAlertTriangle
            size={16}
            role="img"
            aria-label={t('broken')}
            color="var(--mantine-color-error)"
            style={{ flex: 'none' }}
          />
        </Tooltip>
      ) : null}
    </Group>
  )
  const owner = ({ shared, author }: Segment) => (
    <Group gap={6} wrap="nowrap">
      {shared ? (
        <IconUsers size={15} stroke={1.7} role="img" aria-label={t('shared')} style={{ flex: 'none' }} />
      ) : null}
      <Text size="sm" truncate maw={150}>
        {author?.name ?? '–'}
      </Text>
    </Group>
  )
  const columns: DataTableColumn<Segment>[] = [
    { accessor: 'name', title: t('name'), render: name },
    {
      accessor: 'filter',
      title: t('who'),
      render: (segment) => (
        <Text size="sm" c="dimmed" lineClamp={2} title={said(segment)}>
          {said(segment)}
        </Text>
      ),
    },
    { accessor: 'count', title: t('contacts'), textAlign: 'right', render: (segment) => <Count segment={segment} /> },
    { accessor: 'author', title: t('owner'), render: owner },
    {
      accessor: 'usedBy',
      title: t('usedBy'),
      render: ({ usedBy }) => (
        <Text size="sm" truncate maw={220} title={users(usedBy)}>
          {users(usedBy) || '–'}
        </Text>
      ),
    },
    { accessor: 'updatedAt', title: t('changed'), render: ({ updatedAt }) => <RelativeTime value={updatedAt} /> },
  ]
  return (
    <GroupsPage<Segment>
      t={t}
      icon={IconChartPie}
      audience="segments"
      {...{ search, onSearch, query, columns }}
      wordsOf={(segment) => `${segment.name} ${said(segment)}`}
      onOpen={({ id }) => void navigate({ to: contactsPath, search: { segment: id } })}
      card={(segment, buttons) => (
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            {name(segment)}
            {buttons}
          </Group>
          <Text size="sm" lineClamp={4}>
            {said(segment)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('contacts')}: <Count segment={segment} />
          </Text>
          {segment.usedBy.length > 0 ? (
            <Text size="sm" c="dimmed">
              {t('usedBy')}: {users(segment.usedBy)}
            </Text>
          ) : null}
        </Stack>
      )}
      onAdd={() => void navigate({ to: '/company/contacts/segments/new' })}
      onChange={({ id }) => void navigate({ to: '/company/contacts/segments/$id', params: { id } })}
      mayChange={({ editable }) => editable}
      more={(segment) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('duplicateOne', { name: segment.name })}
          title={t('duplicateOne', { name: segment.name })}
          onClick={() => duplicate.mutate(segment)}
        >
          <IconCopy size={17} />
        </ActionIcon>
      )}
      removalOf={() => t('remove.text')}
      onRemove={async ({ id }, force) => {
        await removeSegment(id, force)
        await changed()
      }}
    />
  )
}
