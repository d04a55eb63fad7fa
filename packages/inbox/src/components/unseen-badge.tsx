import { useCss } from '../theme/adopt.ts'
import { useStyle } from '../theme/styles.tsx'
import { badgeText } from './badge-text.ts'
import { cx } from './cx.ts'
import css from './unseen-badge.css?inline'

/** A count in a pill. Nothing when there is nothing to count. */
export function UnseenBadge({ count }: { count: number | undefined }) {
  useCss(css)
  const style = useStyle('unseenBadge.root')
  const text = badgeText(count)
  return text ? (
    <span className={cx('nc-unseen-badge', style)} data-test-id="unseen-count-label">
      {text}
    </span>
  ) : null
}
