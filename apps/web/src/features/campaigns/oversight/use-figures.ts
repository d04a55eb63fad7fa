import type { OverseenCampaign } from '@recado/contracts/campaigns/oversight'
import { useTranslation } from 'react-i18next'
import { useMoney } from '#web/lib/i18n/money.ts'

/** How figures of campaigns are written. */
export const useFigures = () => {
  const { i18n } = useTranslation()
  const { total } = useMoney()
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    count: (value: number | null) => (value === null ? '–' : number.format(value)),
    share: (part: number, whole: number) => (whole === 0 ? '–' : percent.format(part / whole)),
    spend: ({ spend }: OverseenCampaign) => total(spend.amount, spend.currency),
  }
}
