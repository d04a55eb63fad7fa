import { Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ContactRow } from '@recado/contracts/contacts/address-book'
import { IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAttributeNames, useAttributeText } from '#web/components/contact/attribute-text.ts'
import { MarketingStatus } from '#web/components/contact/marketing-status.tsx'
import { useStages } from '#web/components/contact/stages.ts'
import { Avatar } from '#web/components/content/avatar.tsx'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import classes from './list.module.css'

const OneLine = ({ children, width = 180 }: { children: string; width?: number }) => (
  <Text size="sm" truncate maw={width} title={children}>
    <bdi>{children}</bdi>
  </Text>
)

const MOST_TAGS = 2

const Tags = ({ tags, most = MOST_TAGS }: { tags: ContactRow['tags']; most?: number }) => {
  const more = tags.slice(most)
  return (
    <span className={classes.tags}>
      {tags.slice(0, most).map((tag) => (
        <LabelBadge key={tag.id} label={tag} />
      ))}
      {more.length > 0 ? (
        <Text size="sm" c="dimmed" title={more.map(({ name }) => name).join(', ')}>
          +{more.length}
        </Text>
      ) : null}
    </span>
  )
}

/** Phone or username: how they are reached. */
export const reachOf = ({ phone, username }: Pick<ContactRow, 'phone' | 'username'>): string | null =>
  phone ? showPhone(phone) : username && `@${username}`

/** What a contact is called, once: a phone that is its name is written for reading. */
export const nameOf = ({ displayName, phone }: Pick<ContactRow, 'displayName' | 'phone'>): string =>
  displayName === phone ? showPhone(phone) : displayName

const BlockedMark = () => {
  const { t } = useTranslation('contacts/contact')
  return (
    <IconBan
      className={classes.blocked ?? ''}
      size={17}
      role="img"
      aria-label={t('block.title')}
      title={t('block.title')}
    />
  )
}

type NamedAttribute = ReturnType<typeof useAttributeNames>['attributes'][number]
type TextOf = ReturnType<typeof useAttributeText>

const attributeColumn = ({ key, name, type }: NamedAttribute, textOf: TextOf): DataTableColumn<ContactRow> => ({
  accessor: `attributes.${key}`,
  title: name,
  secondary: true,
  ...(type === 'number' || type === 'money' ? { textAlign: 'right' as const } : {}),
  render: ({ attributes }) => <OneLine>{textOf(type, attributes[key])}</OneLine>,
})

/** The columns of contacts; those of the company's own fields come last. */
export const useContactColumns = (): DataTableColumn<ContactRow>[] => {
  const { t, i18n } = useTranslation('contacts/list')
  const { attributes } = useAttributeNames()
  const textOf = useAttributeText()
  const stages = useStages()
  const mostTags = useMediaQuery('(max-width: 90em)') ? 1 : MOST_TAGS
  const when = (instant: string | null) => (instant ? <RelativeTime value={instant} /> : null)
  return [
    {
      accessor: 'displayName',
      title: t('column.name'),
      sort: { by: 'name' },
      render: (contact) => (
        <span className={classes.name}>
          <Avatar name={contact.displayName} size={28} />
          <TextLink size="sm" dir="auto" to="/company/contacts/$id" params={{ id: contact.id }} title={nameOf(contact)}>
            {nameOf(contact)}
          </TextLink>
          {contact.blocked ? <BlockedMark /> : null}
        </span>
      ),
    },
    {
      accessor: 'phone',
      title: t('column.phone'),
      render: (contact) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          {reachOf(contact)}
        </Text>
      ),
    },
    { accessor: 'tags', title: t('column.tags'), render: ({ tags }) => <Tags tags={tags} most={mostTags} /> },
    {
      accessor: 'marketing',
      title: t('column.marketing'),
      render: ({ marketing }) => <MarketingStatus brief state={marketing} />,
    },
    {
      accessor: 'owner',
      title: t('column.owner'),
      render: ({ owner }) => (owner ? <OneLine width={140}>{owner.name}</OneLine> : null),
    },
    {
      accessor: 'lastInboundAt',
      title: t('column.lastInboundAt'),
      sort: { by: 'inbound', descends: true },
      render: ({ lastInboundAt }) => when(lastInboundAt),
    },
    {
      accessor: 'lifecycle',
      title: t('column.lifecycle'),
      render: ({ lifecycle }) => (lifecycle ? stages.nameOf(lifecycle) : null),
    },
    {
      accessor: 'email',
      title: t('column.email'),
      secondary: true,
      render: ({ email }) => (email ? <OneLine>{email}</OneLine> : null),
    },
    {
      accessor: 'lists',
      title: t('column.lists'),
      secondary: true,
      render: ({ lists }) => <OneLine>{lists.map(({ name }) => name).join(', ')}</OneLine>,
    },
    {
      accessor: 'organization',
      title: t('column.organization'),
      secondary: true,
      render: ({ organization }) => (organization ? <OneLine>{organization}</OneLine> : null),
    },
    {
      accessor: 'windowExpiresAt',
      title: t('column.window'),
      secondary: true,
      render: ({ windowExpiresAt }) => (
        <StatusText tone={windowExpiresAt ? 'open' : 'none'}>
          {t(windowExpiresAt ? 'window.open' : 'window.closed')}
        </StatusText>
      ),
    },
    {
      accessor: 'lastOutboundAt',
      title: t('column.lastOutboundAt'),
      secondary: true,
      render: ({ lastOutboundAt }) => when(lastOutboundAt),
    },
    {
      accessor: 'createdAt',
      title: t('column.createdAt'),
      secondary: true,
      sort: { by: 'created', descends: true },
      render: ({ createdAt }) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {day(createdAt, i18n.language)}
        </Text>
      ),
    },
    { accessor: 'source', title: t('column.source'), secondary: true, render: ({ source }) => t(`source.${source}`) },
    ...attributes.map((attribute) => attributeColumn(attribute, textOf)),
  ]
}

/** A contact on a phone. */
export const ContactListCard = ({ contact }: { contact: ContactRow }) => {
  const { t } = useTranslation('contacts/contact')
  const reach = reachOf(contact)
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Avatar name={contact.displayName} size={38} />
      <Stack gap={4} miw={0} flex={1}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text fw={600} truncate dir="auto">
            {nameOf(contact)}
          </Text>
          {contact.lastInboundAt ? (
            <Text size="xs" c="dimmed">
              <RelativeTime value={contact.lastInboundAt} />
            </Text>
          ) : null}
        </Group>
        {reach && reach !== nameOf(contact) ? (
          <Text size="sm" c="dimmed">
            {reach}
          </Text>
        ) : null}
        <Group gap="xs">
          {contact.blocked ? (
            <Text size="sm">
              <StatusText tone="bad">{t('block.title')}</StatusText>
            </Text>
          ) : null}
          <Tags tags={contact.tags} />
          {contact.marketing === 'denied' ? (
            <Text size="sm">
              <MarketingStatus brief state="denied" />
            </Text>
          ) : null}
        </Group>
      </Stack>
    </Group>
  )
}
