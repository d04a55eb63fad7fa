import { Alert, Anchor, Stack, Text } from '@mantine/core'
import type { TemplateIssue } from '@recado/contracts/whatsapp/template-check-parts'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { metaPages } from '#web/lib/ui/meta-pages.ts'
import { IssueList } from './issues.tsx'
import { Mends } from './mends.tsx'
import type { Advice, Mend } from './rejection.ts'

export type RejectedProps = {
  template: TemplateDetail
  advice: Advice
  /** Warnings about the current text. */
  noticed: readonly TemplateIssue[]
  canWrite: boolean
  onMend: (mend: Mend) => void
}

/** Why Meta refused the template, and what helps. */
export const RejectedBanner = ({ template, advice, noticed, canWrite, onMend }: RejectedProps) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const reason = template.rejectedReason ?? 'OTHER'
  const { context, words, mends } = advice
  const known = t(`rejection.${reason}.why`, {
    ...(context ? { context } : {}),
    defaultValue: t('rejection.OTHER.why'),
  })
  const fix = t(`rejection.${reason}.fix`, {
    ...(context ? { context } : {}),
    defaultValue: t('rejection.OTHER.fix', context ? { context } : {}),
  })
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(words.map((word) => `“${word}”`))
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('rejection.title')} role="status">
      <Stack gap={6}>
        <Text size="sm">{known}</Text>
        <Text size="sm" fw={550}>
          {fix} {words.length > 0 ? t('rejection.words', { words: list }) : ''}
        </Text>
        <IssueList issues={noticed} />
        {template.recommendation ? (
          <Text size="sm">{t('rejection.recommendation', { text: template.recommendation })}</Text>
        ) : null}
        {canWrite ? <Mends mends={mends} onMend={onMend} /> : null}
        <Anchor
          href={metaPages.templates(template.wabaId)}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          c="inherit"
          underline="always"
        >
          {t('rejection.appeal')}
        </Anchor>
      </Stack>
    </Alert>
  )
}
