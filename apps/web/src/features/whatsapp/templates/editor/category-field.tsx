import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { type Category, CategoryChoice } from './category-choice.tsx'
import { CategoryHelper } from './category-helper.tsx'
import type { FormProps } from './form-props.ts'
import { asKind, kindCategories, kindOf, type TemplateKind } from './kinds.ts'
import { Part } from './part.tsx'

const KindPicture = lazyComponent(
  async () => (await import('../kind-picture.tsx')).KindPicture,
  <div style={{ width: 72, height: 48, flex: 'none' }} />,
)
const KindModal = lazyComponent(async () => (await import('../kind-modal.tsx')).KindModal)

const Kind = ({
  kind,
  fixed,
  onPick,
}: {
  kind: TemplateKind
  fixed: boolean
  onPick: (kind: TemplateKind) => void
}) => {
  const { t } = useTranslation('whatsapp/templates')
  const [choosing, setChoosing] = useState(false)
  return (
    <Group wrap="nowrap" gap="md" align="center">
      <KindPicture kind={kind} width={72} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text fw={600}>{t(`kind.${kind}`)}</Text>
        <Text size="sm" c="dimmed">
          {t(`kind.about.${kind}`)}
        </Text>
      </div>
      {fixed ? null : (
        <Button variant="default" size="compact-sm" style={{ flex: 'none' }} onClick={() => setChoosing(true)}>
          {t('kind.change')}
        </Button>
      )}
      {choosing ? (
        <KindModal
          title={t('kind.changeTitle')}
          text={t('kind.changeText')}
          current={kind}
          onClose={() => setChoosing(false)}
          onPick={(next) => {
            setChoosing(false)
            onPick(next)
          }}
        />
      ) : null}
    </Group>
  )
}

/** The kind and category of the message. */
export const CategoryField = ({ content, issues, fixedCategory, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const fixed = useReadOnly() || fixedCategory
  const kind = kindOf(content)
  const become = (next: TemplateKind) => onChange(asKind(content, next, t('button.shopText.CATALOG')))
  const choose = (category: Category) => {
    if (category === 'AUTHENTICATION') become('code')
    else if (category !== content.category) onChange({ ...content, category, ttlSeconds: null })
  }
  const choices = kindCategories[kind]
  return (
    <Part title={t('kind.title')}>
      <Kind kind={kind} fixed={fixed} onPick={become} />
      {kind === 'code' ? null : fixed ? (
        <ReadField label={t('category.label')}>
          {t(`category.${content.category}`)}
          <Text size="sm" c="dimmed" span display="block">
            {t(fixedCategory ? 'category.fixed' : `category.about.${content.category}`)}
          </Text>
        </ReadField>
      ) : (
        <CategoryChoice
          label={t('category.label')}
          value={content.category}
          choices={choices.includes(content.category) ? choices : [...choices, content.category]}
          description={t('category.help')}
          error={issues.text('category')}
          onChange={choose}
        />
      )}
      {fixed || choices.length === 1 ? null : <CategoryHelper onChoose={choose} />}
    </Part>
  )
}
