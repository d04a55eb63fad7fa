import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import classes from './bubble.module.css'
import { useFolding } from './timeline-actions.ts'

const longText = 1100
const manyLines = 18

/** Whether a text is long enough to be collapsed. */
export const isLong = (text: string): boolean =>
  text.length > longText || text.split('\n', manyLines + 1).length > manyLines

/** The text of a message. Long texts are collapsed until expanded, and stay expanded. */
export const FoldedText = ({ id, text }: { id: string; text: string }) =>
  isLong(text) ? <LongText id={id} text={text} /> : <FormattedText text={text} />

const LongText = ({ id, text }: { id: string; text: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const { unfolded, keepPlace } = useFolding()
  const [open, setOpen] = useState(() => unfolded.has(id))
  const button = useRef<HTMLButtonElement>(null)
  const closing = useRef(false)
  useLayoutEffect(() => {
    if (open || !closing.current) return
    closing.current = false
    // Collapsing moves the end of the text up, so the button is scrolled back into view.
    button.current?.scrollIntoView?.({ block: 'nearest' })
  }, [open])
  const toggle = () => {
    keepPlace()
    closing.current = open
    if (open) unfolded.delete(id)
    else unfolded.add(id)
    setOpen(!open)
  }
  return (
    <div className={classes.long}>
      <div className={classes.folded} data-open={open || undefined}>
        <FormattedText text={text} />
      </div>
      <button ref={button} type="button" className={classes.unfold} aria-expanded={open} onClick={toggle}>
        {t(open ? 'showLess' : 'showMore')}
      </button>
    </div>
  )
}
