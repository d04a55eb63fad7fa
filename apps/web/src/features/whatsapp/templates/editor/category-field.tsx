import { useTranslation } from 'react-i18next'
import { type Category, CategoryChoice } from './category-choice.tsx'
import { CategoryHelper } from './category-helper.tsx'
import { emptyContent } from './content.ts'
import type { FormProps } from './form-props.ts'
import { Part } from './part.tsx'

/** What the message is for. To and from authentication everything begins anew: WhatsApp writes those itself. */
export const CategoryField = ({ content, issues, disabled, fixedCategory, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const fixed = disabled || fixedCategory
  const choose = (category: Category) => {
    if (category === content.category) return
    const changesKind = category === 'AUTHENTICATION' || content.category === 'AUTHENTICATION'
    onChange(changesKind ? emptyContent(category) : { ...content, category })
  }
  return (
    <Part title={t('category.label')}>
      <CategoryChoice
        value={content.category}
        disabled={fixed}
        description={t(fixedCategory ? 'category.fixed' : 'category.help')}
        error={issues.text('category')}
        onChange={choose}
      />
      {fixed ? null : <CategoryHelper onChoose={choose} />}
    </Part>
  )
}
