import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { linkQuery } from '../api.ts'

const PAUSE_MS = 1200

/** What is really opened: the address, or for a changing one its whole sample. */
const targetOf = (url: string, example: string): string | null => {
  const address = /\{\{1\}\}$/.test(url) ? (example.includes('://') ? example : url.replace('{{1}}', example)) : url
  return URL.canParse(address) && /^https?:\/\/[^/]+\.[^/]+/.test(address) && !/[{}]/.test(address) ? address : null
}

/** Says whether an address answers, a moment after it was typed. Nothing while it is no address. */
export const LinkCheck = ({ url, example }: { url: string; example: string }) => {
  const { t } = useTranslation('whatsapp/templates')
  const [target] = useDebouncedValue(targetOf(url, example), PAUSE_MS)
  const { data } = useQuery(linkQuery(target))
  const found = target === null ? undefined : data?.data[0]
  if (!found) return null
  const good = found.verdict === 'reachable'
  return (
    <Group gap={6} wrap="nowrap" role="status">
      {good ? (
        <IconCheck size={16} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={16} aria-label={t('warning')} style={{ flex: 'none' }} />
      )}
      <Text size="sm" {...(good ? { c: 'dimmed' } : {})}>
        {t(`link.${found.verdict}`, { status: found.status ?? '' })}
      </Text>
    </Group>
  )
}
