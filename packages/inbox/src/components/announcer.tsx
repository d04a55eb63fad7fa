import { useEffect, useRef, useState } from 'react'
import { useInboxState } from '../react/context.ts'
import { useTranslations } from '../react/translations.tsx'

/** Tells screen readers the count of what is new, politely, whenever it rises. */
export function Announcer() {
  const { t } = useTranslations()
  const count = useInboxState((state) => state.unseen.data)
  const before = useRef(count)
  const [risen, setRisen] = useState<number | null>(null)
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count !== before.current) {
      setRisen(count > before.current ? count : null)
    }
    before.current = count
  }, [count])
  return (
    <div className="nc-visually-hidden" aria-live="polite" data-test-id="new-count-announcement">
      {risen === null ? '' : t('newCount', { count: risen })}
    </div>
  )
}
