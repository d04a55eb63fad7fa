import { HoverCard, Text } from '@mantine/core'
import type { CampaignCounts } from '@recado/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import classes from './progress.module.css'

/** Parts of the bar; each recipient stands in one of them. */
const parts = ['replied', 'read', 'delivered', 'sent', 'failed', 'skipped'] as const
type Part = (typeof parts)[number]

/** Counts say who reached a step at least; the bar shows how far each one came. */
const widthsOf = ({ replied, read, delivered, sent, failed, skipped }: CampaignCounts): Record<Part, number> => ({
  replied,
  read: Math.max(read - replied, 0),
  delivered: Math.max(delivered - Math.max(read, replied), 0),
  sent: Math.max(sent - Math.max(delivered, read, replied), 0),
  failed,
  skipped,
})

/** How far the recipients of a campaign are, as a bar with its legend. */
export const CampaignProgress = ({ counts }: { counts: CampaignCounts }) => {
  const { t, i18n } = useTranslation('campaigns/list')
  const number = new Intl.NumberFormat(i18n.language)
  const widths = widthsOf(counts)
  const total = Math.max(counts.recipients, ...parts.map((part) => counts[part]), 1)
  const said = parts.filter((part) => counts[part] > 0)
  const legend = said.map((part) => `${t(`count.${part}`)} ${number.format(counts[part])}`).join(', ')
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(counts.sent / total)
  if (counts.recipients === 0) return <>–</>
  return (
    <HoverCard withinPortal openDelay={200}>
      <HoverCard.Target>
        <div className={classes.progress}>
          <div className={classes.bar} role="img" aria-label={legend || t('count.none')}>
            {parts.map((part) => (
              <span key={part} data-part={part} style={{ width: `${(widths[part] / total) * 100}%` }} />
            ))}
          </div>
          <span className={classes.share} aria-hidden="true">
            {share}
          </span>
        </div>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <ul className={classes.legend} aria-hidden="true">
          {parts.map((part) => (
            <li key={part}>
              <span className={classes.mark} data-part={part} />
              <Text size="sm" span>
                {t(`count.${part}`)}
              </Text>
              <Text size="sm" span fw={600} ml="auto">
                {number.format(counts[part])}
              </Text>
            </li>
          ))}
        </ul>
      </HoverCard.Dropdown>
    </HoverCard>
  )
}
