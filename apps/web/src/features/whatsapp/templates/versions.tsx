import { Group, Paper, Stack, Text } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { recordsOf, textOf, wordOf } from '@recado/contracts/whatsapp/template-parts'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { versionsQuery } from './api.ts'
import { buttonsOf, cardsOf, partOf } from './editor/content.ts'
import { StatusBadge } from './labels.tsx'
import classes from './versions.module.css'

/** The lines that people compare. */
const linesOf = (content: TemplateContent): string[] => {
  const { components } = content
  const header = partOf(components, 'HEADER')
  const cards = cardsOf(components).map(
    (card) => textOf(partOf(card, 'BODY')?.text) || wordOf(partOf(card, 'HEADER')?.format),
  )
  return [
    content.category,
    ...(header ? [`${wordOf(header.format)} ${textOf(header.text)}`.trim()] : []),
    ...textOf(partOf(components, 'BODY')?.text).split('\n'),
    textOf(partOf(components, 'FOOTER')?.text),
    ...recordsOf(buttonsOf(components)).map((button) =>
      `[${textOf(button.text) || wordOf(button.type)}] ${textOf(button.url)}`.trim(),
    ),
    ...cards,
  ].filter((line) => line !== '')
}

const Diff = ({ before, after }: { before: TemplateContent | undefined; after: TemplateContent }) => {
  const { t } = useTranslation('whatsapp/templates')
  const old = before ? linesOf(before) : []
  const now = linesOf(after)
  const gone = before ? old.filter((line) => !now.includes(line)) : []
  return (
    <div className={classes.diff}>
      {gone.map((line) => (
        <del key={`-${line}`} className={classes.gone}>
          <span aria-hidden="true">− </span>
          {line}
        </del>
      ))}
      <ByPlace items={now}>
        {(line) => {
          const added = before !== undefined && !old.includes(line)
          const Tag = added ? 'ins' : 'span'
          return (
            <Tag className={added ? classes.added : undefined}>
              {added ? <span aria-hidden="true">+ </span> : null}
              {line}
            </Tag>
          )
        }}
      </ByPlace>
      {before && gone.length === 0 && now.length === old.length && now.every((line) => old.includes(line)) ? (
        <Text size="sm" c="dimmed">
          {t('versions.same')}
        </Text>
      ) : null}
    </div>
  )
}

/** What was submitted, each beside what it changed. */
export const Versions = ({ template }: { template: TemplateDetail }) => {
  const { t } = useTranslation('whatsapp/templates')
  const query = useQuery(versionsQuery(template.id))
  if (query.error) return <RetryState error={query.error} onRetry={query.refetch} />
  const versions = query.data?.data ?? []
  if (versions.length === 0)
    return <EmptyState icon={IconHistory} title={t('versions.none')} description={t('versions.noneText')} />
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {versions.map((version, index) => (
        <Paper key={version.id} component="li" withBorder p="md">
          <Group gap="sm" mb="xs">
            <Text fw={600}>{t('versions.number', { number: version.number })}</Text>
            <StatusBadge status={version.status} />
            <Text size="sm" c="dimmed">
              {version.author ?? t('versions.meta')} · <RelativeTime value={version.createdAt} />
            </Text>
          </Group>
          {version.reason ? (
            <Text size="sm" mb="xs">
              {t(`rejection.${version.reason}.why`, { defaultValue: t('rejection.OTHER.why') })}
            </Text>
          ) : null}
          <Diff before={versions[index + 1]?.content} after={version.content} />
        </Paper>
      ))}
    </Stack>
  )
}
