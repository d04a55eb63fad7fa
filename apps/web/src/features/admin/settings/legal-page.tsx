import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { getLegal } from '@recado/contracts/shared/settings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { useBrand } from '#web/components/page/settings-provider.tsx'
import { call } from '#web/lib/api/api.ts'

/** Paragraphs of a text; one that begins with # is a heading. */
const Paragraphs = ({ text }: { text: string }) => (
  <Stack gap="sm">
    {text.split(/\n\s*\n/).map((part, index) => {
      const key = `${index} ${part.slice(0, 20)}`
      return part.startsWith('#') ? (
        <Title key={key} order={2} fz="md">
          {part.replace(/^#+\s*/, '')}
        </Title>
      ) : (
        <Text key={key} size="sm" style={{ whiteSpace: 'pre-line' }}>
          {part}
        </Text>
      )
    })}
  </Stack>
)

/** The terms of use, or the privacy notice, in the reader's language. */
export const LegalPage = ({ kind }: { kind: 'terms' | 'privacy' }) => {
  const { t, i18n } = useTranslation('admin/settings')
  const { app_name } = useBrand()
  const { data, error, refetch } = useQuery({ queryKey: ['legal'], queryFn: () => call(getLegal) })
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  const legal = data?.[kind]
  const text = legal?.text[language] || legal?.text.en || t(`legal.${kind}Text`, { name: app_name })
  return (
    <Paper withBorder p="xl" maw={760} w="100%">
      <Title order={1} fz="xl" mb={legal?.version ? 4 : 'md'}>
        {t(`legal.${kind}`)}
      </Title>
      {legal?.version ? (
        <Text size="xs" c="dimmed" mb="md">
          {t('legal.version', { version: legal.version })}
        </Text>
      ) : null}
      {error && !data ? <RetryState error={error} onRetry={refetch} compact /> : null}
      {data ? <Paragraphs text={text} /> : error ? null : <Skeleton height={240} />}
    </Paper>
  )
}
