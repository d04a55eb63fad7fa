import { Alert, Anchor, Stack, Text } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'
import { metaPages } from '#web/lib/ui/meta-pages.ts'
import { useCategory } from '../labels.tsx'
import { useCategoryCost } from './category-choice.tsx'

type Props = { template: TemplateDetail; change: NonNullable<TemplateDetail['recategorised']> }

/** What Meta made of the category, and what that costs. */
export const RecategorisedBanner = ({ template, change }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const { price } = useCategoryCost()
  const categoryOf = useCategory()
  const { before, at } = change
  const [from, to] = [price(before), price(template.category)]
  return (
    <Alert color="clay" icon={<IconArrowsExchange />} title={t('recategorised.title')} role="status">
      <Stack gap={6}>
        <Text size="sm">
          {t('recategorised.text', {
            before: categoryOf(before),
            after: categoryOf(template.category),
            day: day(at, i18n.language),
          })}
        </Text>
        {from && to && from !== to ? (
          <Text size="sm">{t('recategorised.cost', { before: from, after: to })}</Text>
        ) : null}
        <Anchor href={metaPages.templates(template.wabaId)} target="_blank" rel="noopener noreferrer" size="sm">
          {t('recategorised.appeal')}
        </Anchor>
      </Stack>
    </Alert>
  )
}
