import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colors: Readonly<Record<string, string>> = {
  APPROVED: 'petrol',
  PENDING: 'clay',
  SUBMITTING: 'clay',
  UNKNOWN: 'clay',
  IN_APPEAL: 'clay',
  REJECTED: 'red',
  PAUSED: 'red',
  DISABLED: 'red',
  FLAGGED: 'red',
}

/** A status in words; its color only repeats them. */
export const StatusBadge = ({ status, language }: { status: string; language?: string }) => {
  const { t } = useTranslation('whatsapp/templates')
  const languageOf = useLanguageName()
  const word = t(`status.${status}`, { defaultValue: status })
  return (
    <Badge variant="light" color={colors[status] ?? 'gray'} size="md" tt="none" fw={550}>
      {language ? `${languageOf(language)} · ${word}` : word}
    </Badge>
  )
}

export const useCategory = () => {
  const { t } = useTranslation('whatsapp/templates')
  return (category: string) => t(`category.${category}`, { defaultValue: category })
}

const qualityColors: Readonly<Record<string, string>> = { GREEN: 'petrol', YELLOW: 'clay', RED: 'red' }

export const QualityBadge = ({ quality }: { quality: string | null }) => {
  const { t } = useTranslation('whatsapp/templates')
  if (!quality || quality === 'UNKNOWN')
    return (
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('quality.UNKNOWN')}
      </Text>
    )
  return (
    <Badge variant="dot" color={qualityColors[quality] ?? 'gray'} tt="none" fw={500}>
      {t(`quality.${quality}`, { defaultValue: quality })}
    </Badge>
  )
}

/** Codes of languages with their names, those that companies use most first. */
export const languageCodes = [
  'pt_BR',
  'en_US',
  'es',
  'es_MX',
  'es_AR',
  'es_ES',
  'pt_PT',
  'en',
  'en_GB',
  'fr',
  'de',
  'it',
  'nl',
  'ja',
  'ko',
  'zh_CN',
  'zh_TW',
  'zh_HK',
  'ar',
  'he',
  'hi',
  'id',
  'ms',
  'pl',
  'ro',
  'ru',
  'sv',
  'tr',
  'uk',
  'vi',
  'th',
  'da',
  'nb',
  'fi',
  'el',
  'cs',
  'hu',
  'sk',
  'bg',
  'hr',
  'sr',
  'sl',
  'lt',
  'lv',
  'et',
  'ca',
  'fil',
  'bn',
  'ta',
  'te',
  'ur',
  'fa',
  'af',
  'sw',
] as const

export const useLanguageName = () => {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  return (code: string) => {
    const name = names.of(code.replace('_', '-')) ?? code
    return name.charAt(0).toLocaleUpperCase(i18n.language) + name.slice(1)
  }
}
