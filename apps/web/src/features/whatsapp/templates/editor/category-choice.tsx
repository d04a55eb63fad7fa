import { Radio, Stack } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import type { TemplatePrice } from '@recado/contracts/whatsapp/template-prices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '#web/lib/i18n/money.ts'
import { pricesQuery } from '../api.ts'

export type Category = TemplateContent['category']

/** What a message of a category costs in Brazil, in words; nothing while no price is known. */
export const useCategoryCost = () => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const prices = useQuery(pricesQuery()).data?.data ?? []
  const of = (category: string): TemplatePrice | undefined => prices.find((price) => price.category === category)
  const { money, rates } = useMoney()
  const written = ({ price, currency }: TemplatePrice) => money(price, currency)
  const utility = of('UTILITY')
  const times = (one: TemplatePrice): number | null =>
    utility && utility.price > 0 && utility.currency === one.currency ? one.price / utility.price : null
  const [any] = prices
  return {
    /** The rate card of the prices. */
    rates: any ? rates(any.ratesFrom) : '',
    /** The price alone. */
    price: (category: string): string | null => {
      const one = of(category)
      return one ? written(one) : null
    },
    cost: (category: string): string => {
      const one = of(category)
      if (!one) return ''
      const ratio = times(one)
      if (ratio === null || Math.abs(ratio - 1) < 0.05) return t('category.cost.plain', { price: written(one) })
      const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(ratio)
      return t('category.cost.times', { price: written(one), times: number })
    },
  }
}

type Props = {
  value: Category
  /** The categories that the kind of template allows. */
  choices: readonly Category[]
  label?: string
  description?: string
  error?: ReactNode
  onChange: (category: Category) => void
}

/** The categories with what each is for and what it costs. */
export const CategoryChoice = ({ value, choices, label, description, error, onChange }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const { cost, rates } = useCategoryCost()
  return (
    <Radio.Group
      {...(label ? { label } : { 'aria-label': t('category.label') })}
      description={[description, rates].filter(Boolean).join(' ')}
      value={value}
      error={error}
      onChange={(next) => {
        const category = choices.find((name) => name === next)
        if (category) onChange(category)
      }}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((category) => (
          <Radio
            key={category}
            value={category}
            {...(category === value ? { 'data-field': 'category' } : {})}
            label={t(`category.${category}`)}
            description={`${t(`category.about.${category}`)} ${cost(category)}`}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
