import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { type Attention, attentionQuery } from './api.ts'
import { ListCard } from './list-card.tsx'

const kinds = ['mentions', 'slaSoon', 'waiting'] as const

const Conversations = ({ rows }: { rows: Attention['waiting'] }) =>
  rows.map((row) => (
    <Group key={row.id} justify="space-between" wrap="nowrap" py={6} style={{ borderTop: '1px solid var(--line)' }}>
      <div style={{ minWidth: 0 }}>
        <TextLink to="/integrations/whatsapp/chat" search={{ conversation: row.id }} fz="sm">
          {row.contact}
        </TextLink>
        <Text size="xs" c="dimmed" truncate>
          {row.channel}
        </Text>
      </div>
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        <RelativeTime value={row.at} />
      </Text>
    </Group>
  ))

/** Conversations that need this person. */
export const AttentionCard = () => {
  const { t } = useTranslation('admin/dashboard')
  const query = useQuery(attentionQuery)
  const { data } = query
  const some = kinds.filter((kind) => (data?.[kind].length ?? 0) > 0)
  return (
    <ListCard title={t('attention.title')} query={query} nothing={some.length === 0 ? t('attention.none') : null}>
      <Stack gap="md">
        {some.map((kind) => (
          <div key={kind}>
            <Title order={3} fz="sm" c="dimmed" mb={4}>
              {t(`attention.${kind}`)}
            </Title>
            <Conversations rows={data?.[kind] ?? []} />
          </div>
        ))}
      </Stack>
    </ListCard>
  )
}
