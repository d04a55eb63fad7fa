import { IconArrowForwardUp, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'
import type { CanvasNode, CanvasProps } from './canvas-node.ts'
import type { CanvasWay } from './layout.ts'
import { StepCard } from './step-card.tsx'

type Shared = Omit<CanvasProps, 'label' | 'start' | 'onRemove'> & { seen: Set<string> }

const Insert = ({ node, way, onInsert }: { node: CanvasNode; way: CanvasWay } & Pick<Shared, 'onInsert'>) => {
  const { t } = useTranslation('canvas')
  if (!onInsert || way.fixed) return null
  const label = way.label === undefined ? node.title : `${node.title}, ${way.label}`
  return (
    <li className={classes.listInsert}>
      <button
        type="button"
        className={classes.plus}
        aria-label={t('insertAfter', { step: label })}
        onClick={() => onInsert({ from: node.id, way: way.id })}
      >
        <IconPlus size={15} />
      </button>
    </li>
  )
}

const Follow = ({ to, shared }: { to: string | null; shared: Shared }): ReactNode => {
  const { t } = useTranslation('canvas')
  const node = shared.nodes.find(({ id }) => id === to)
  if (!node) return null
  if (!shared.seen.has(node.id)) return <StepItem node={node} shared={shared} />
  return (
    <li>
      <button type="button" className={classes.goOn} onClick={() => shared.onSelect(node.id)}>
        <IconArrowForwardUp size={15} aria-hidden="true" /> {t('goesOn', { step: node.title })}
      </button>
    </li>
  )
}

const StepItem = ({ node, shared }: { node: CanvasNode; shared: Shared }): ReactNode => {
  shared.seen.add(node.id)
  const [only] = node.ways
  const isPlain = node.ways.length === 1 && only && only.label === undefined
  return (
    <>
      <li>
        <StepCard node={node} selected={shared.selected === node.id} onSelect={shared.onSelect} />
        {isPlain || node.ways.length === 0 ? null : (
          <ul className={classes.listWays}>
            {node.ways.map((way) => (
              <li key={way.id}>
                <span className={classes.wayLabel}>{way.label}</span>
                <ol className={classes.list}>
                  <Insert node={node} way={way} onInsert={shared.onInsert} />
                  <Follow to={way.to} shared={shared} />
                </ol>
              </li>
            ))}
          </ul>
        )}
      </li>
      {isPlain ? (
        <>
          <Insert node={node} way={only} onInsert={shared.onInsert} />
          <Follow to={only.to} shared={shared} />
        </>
      ) : null}
    </>
  )
}

/** The steps of a canvas as a list, each way out with what follows on it. */
export const FlowList = ({ label, start, ...props }: CanvasProps) => {
  const seen = new Set<string>()
  const first = props.nodes.find(({ id }) => id === start)
  return (
    <section aria-label={label} className={classes.listArea}>
      <ol className={classes.list}>{first ? <StepItem node={first} shared={{ ...props, seen }} /> : null}</ol>
    </section>
  )
}
