import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'
import type { CanvasMark, CanvasNode } from './canvas-node.ts'

const marks = {
  done: IconCircleCheck,
  failed: IconCircleX,
  waiting: IconHourglass,
  skipped: IconPlayerSkipForward,
} satisfies Record<CanvasMark, unknown>

type Props = { node: CanvasNode; selected: boolean; onSelect: (id: string) => void }

/** The canvas takes presses on what it draws for its own. */
export const pressable = { pointerEvents: 'all' } as const

/** A step as a button: what it is, what it does, what is wrong with it, and what became of it. */
export const StepCard = ({ node, selected, onSelect }: Props) => {
  const { t } = useTranslation('canvas')
  const { id, icon, tone, title, summary, problem, warning, mark } = node
  const Mark = mark && marks[mark.kind]
  return (
    <button
      type="button"
      className={classes.card}
      style={pressable}
      data-step={id}
      data-tone={tone}
      data-wrong={problem !== undefined || undefined}
      data-mark={mark?.kind}
      aria-current={selected || undefined}
      onClick={() => onSelect(id)}
    >
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>
        <span className={classes.title} title={title}>
          {title}
        </span>
        {problem || warning ? (
          <span className={classes.note} data-wrong={problem !== undefined || undefined} title={problem ?? warning}>
            {problem ? (
              <IconAlertCircle size={14} aria-hidden="true" />
            ) : (
              <IconAlertTriangle size={14} aria-hidden="true" />
            )}
            <span>{problem ?? warning}</span>
          </span>
        ) : (
          <span className={classes.summary} title={summary}>
            {summary}
          </span>
        )}
        {mark && Mark ? (
          <span className={classes.mark} data-kind={mark.kind}>
            <Mark size={14} role="img" aria-label={t(`mark.${mark.kind}`)} />
            <span>{mark.text}</span>
          </span>
        ) : null}
      </span>
    </button>
  )
}
